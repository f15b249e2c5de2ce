package dev.callcost.data;

import dev.callcost.data.CountedWork.Count;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/**
 * By how much a row's work differs, to the last digit. It says nothing about time.
 *
 * @param before per operation
 * @param after per operation
 * @param more the difference of all operations
 */
public record WorkStep(Count count, double before, double after, long more, long operations) {
    private static final int DECIMALS = 3;

    boolean isStep() {
        return more != 0;
    }

    /** Whether another step is as large, per operation. */
    boolean isAsLargeAs(WorkStep other) {
        return more * other.operations == other.more * operations;
    }

    /** {@code +4 bytecodes (13,975 -> 13,979)}. */
    public String text() {
        return (more > 0 ? "+" : "-") + noun() + " (" + values() + ")";
    }

    /** A sentence without its subject: {@code executes 4 bytecodes more per operation (13,975 -> 13,979)}. */
    public String sentence() {
        String verb = switch (count) {
            case BYTECODES, JDK_BYTECODES -> "executes ";
            case CALLS, JDK_CALLS -> "makes ";
            case OBJECTS -> "creates ";
        };
        return verb + noun() + (more > 0 ? " more" : " less") + " per operation (" + values() + ")";
    }

    private String noun() {
        String size = number((double) Math.abs(more) / operations);
        return size + " " + (size.equals("1") ? count.noun : count.noun.replaceFirst("^(\\w+)", "$1s"));
    }

    private String values() {
        return number(before) + " -> " + number(after);
    }

    /** Operations of a window are a power of two, so a mean has few decimals. */
    private static String number(double value) {
        BigDecimal rounded = BigDecimal.valueOf(value)
                .setScale(DECIMALS, RoundingMode.HALF_EVEN)
                .stripTrailingZeros();
        return String.format(Locale.ROOT, "%,." + Math.max(0, rounded.scale()) + "f", rounded);
    }
}

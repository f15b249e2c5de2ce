package dev.callcost.compare;

import dev.callcost.bill.SlowerParts;
import dev.callcost.stats.Difference;
import dev.callcost.text.Sections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * Why a row is slower, by sampled forks of both sides: a part of the log's line and of the JSON.
 *
 * @param reason why it is not known; null where it is
 * @param baseNanos per operation; null without a cause, like the other numbers
 * @param isCpuTime whether the times are CPU time, because threads run on several CPUs at once
 * @param parts that explain most of the difference, the largest first
 * @param baseBytes allocated per operation; null when unknown
 */
public record Cause(
        String reason,
        Double baseNanos,
        Double headNanos,
        boolean isCpuTime,
        List<SlowerParts.Part> parts,
        Double baseBytes,
        Double headBytes) {
    public Cause {
        parts = parts == null ? List.of() : List.copyOf(parts);
        if (reason == null) {
            Objects.requireNonNull(baseNanos);
            Objects.requireNonNull(headNanos);
        }
    }

    static Cause of(SlowerParts parts) {
        return new Cause(
                null,
                parts.baseNanos(),
                parts.headNanos(),
                parts.isCpuTime(),
                parts.parts(),
                boxed(parts.baseBytes()),
                boxed(parts.headBytes()));
    }

    private static Double boxed(OptionalDouble number) {
        return number.isPresent() ? number.getAsDouble() : null;
    }

    static Cause unknown(String reason) {
        return new Cause(reason, null, null, false, null, null, null);
    }

    /** {@code Parser.read +5.9 us of +6.7 us, +24 B/op}, or why it is not known. */
    String text(RowVerdict row) {
        if (reason != null) {
            return "not sampled: " + reason;
        }
        String named = parts.stream()
                .map(part -> part.name() + " " + change(part.nanos()))
                .collect(Collectors.joining(", "));
        String whole = change(headNanos - baseNanos);
        return (named.isEmpty() ? "no part explains " + whole : named + " of " + whole)
                + (isCpuTime ? " of CPU time" : "")
                + bytes(row).map(it -> ", " + it).orElse("");
    }

    private static String change(double nanos) {
        return unbroken((nanos < 0 ? "" : "+") + Difference.time(nanos));
    }

    /**
     * The difference of the pairs where they have one, else that of the sampled forks; empty where it is too small to
     * count.
     */
    private Optional<String> bytes(RowVerdict row) {
        Double base = row.allocation().map(AllocationChange::base).orElse(baseBytes);
        Double head = row.allocation().map(AllocationChange::head).orElse(headBytes);
        return row.sides()
                .filter(both -> base != null
                        && head != null
                        && AllocationChange.areComparable(both.base(), both.head())
                        && !Floor.BYTES.covers(base, head))
                .map(both ->
                        unbroken((head < base ? "-" : "+") + AllocationChange.text(Math.abs(head - base)) + " B/op"));
    }

    private static String unbroken(String text) {
        return text.replace(' ', Sections.NO_BREAK);
    }
}

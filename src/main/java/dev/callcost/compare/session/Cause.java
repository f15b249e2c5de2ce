package dev.callcost.compare.session;

import dev.callcost.bill.SlowerParts;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;

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

    public static Cause of(SlowerParts parts) {
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

    public static Cause unknown(String reason) {
        return new Cause(reason, null, null, false, null, null, null);
    }
}

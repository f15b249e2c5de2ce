package dev.callcost.compare.session;

import dev.callcost.bill.SlowerParts;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.launch.ForkPlan.ForkOutcome;
import dev.callcost.text.PathTails;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;

/** Something that happened to a row of a session. */
public sealed interface SessionEvent {
    RowKey row();

    /** The event as the log has it: without the folders of absolute paths. */
    default SessionEvent published() {
        return this;
    }

    /**
     * Two forks of a row, one of each side, that took turns by iterations.
     *
     * @param isFirst whether it was the row's first pair, which only chooses
     * @param base the fork of base, as a row with one fork
     * @param nanos how long it took
     * @param atOnce how many pairs ran at once, each confined to CPUs of its own; 1 for a pair that ran alone, with all
     *     CPUs
     * @param elapsed nanoseconds since the pair before it ended, where that ran at the same time; those of all pairs
     *     are the time that they took together
     */
    record Pair(RowKey row, boolean isFirst, Row base, Row head, long nanos, int atOnce, long elapsed)
            implements SessionEvent {

        public Pair(RowKey row, boolean isFirst, Row base, Row head, long nanos) {
            this(row, isFirst, base, head, nanos, 1, nanos);
        }

        public boolean counts() {
            return !isFirst && isRateMet();
        }

        /** Whether both forks met their rate; true for a row without one. */
        public boolean isRateMet() {
            return base.isRateMet() && head.isRateMet();
        }

        /** A quantity of the row as a pair of its own. */
        public Pair of(Row ofBase, Row ofHead) {
            String name = ofBase.primary().quantity().orElseThrow().benchmark(row.benchmark());
            return new Pair(row.ofBenchmark(name), isFirst, ofBase, ofHead, nanos, atOnce, elapsed);
        }
    }

    /** A fork without a score, and the reason in one line. */
    sealed interface ForkLoss extends SessionEvent {
        /** {@code base} or {@code head}. */
        String side();

        String message();

        /** The loss as a fork's outcome, which names the side. */
        ForkOutcome outcome();

        default String text() {
            return side() + ": " + message();
        }

        static ForkLoss of(RowKey row, String side, ForkOutcome outcome) {
            return outcome instanceof ForkOutcome.Failed failed
                    ? new FailedFork(row, side, failed.message(), failed.details())
                    : new SkippedFork(row, side, outcome.message());
        }
    }

    /** @param output causes, or the last lines of the process */
    record FailedFork(RowKey row, String side, String message, List<String> output) implements ForkLoss {
        public FailedFork {
            Objects.requireNonNull(side);
            Objects.requireNonNull(message);
            output = output == null ? List.of() : List.copyOf(output);
        }

        @Override
        public FailedFork published() {
            return new FailedFork(row, side, PathTails.cut(message), PathTails.cut(output));
        }

        @Override
        public ForkOutcome outcome() {
            return new ForkOutcome.Failed(text(), output);
        }
    }

    /** The fork's side cannot run the row on this machine. */
    record SkippedFork(RowKey row, String side, String message) implements ForkLoss {
        public SkippedFork {
            Objects.requireNonNull(side);
            Objects.requireNonNull(message);
        }

        @Override
        public SkippedFork published() {
            return new SkippedFork(row, side, PathTails.cut(message));
        }

        @Override
        public ForkOutcome outcome() {
            return new ForkOutcome.Skipped(text());
        }
    }

    /** A row that gets deciding pairs after its first. A session has them in their order. */
    record ChosenRow(RowKey row) implements SessionEvent {}

    /** What sampled forks show of a row that is slower. */
    record Explained(RowKey row, Cause cause) implements SessionEvent {
        public Explained {
            Objects.requireNonNull(cause);
        }
    }

    /**
     * Why a row is slower, by sampled forks of both sides: a part of the log's line and of the JSON.
     *
     * @param reason why it is not known; null where it is
     * @param baseNanos per operation; null without a cause, like the other numbers
     * @param isCpuTime whether the times are CPU time, because threads run on several CPUs at once
     * @param parts that explain most of the difference, the largest first
     * @param baseBytes allocated per operation; null when unknown
     */
    record Cause(
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

    /**
     * A row's difference drifted while it was measured. Its pairs so far are dropped and its forks warm up longer; or
     * the warm-up has reached its cap, and the row is given up: its pairs stay and have no verdict.
     *
     * @param pairs how many pairs counted so far
     * @param seconds the warm-up of the slowest of their forks
     * @param first the difference in the first fifth of the measured iterations, the logarithm of head's time over
     *     base's
     * @param last the same in the last fifth
     */
    record Warming(RowKey row, int pairs, double seconds, double first, double last, boolean isGivenUp)
            implements SessionEvent {}

    /**
     * The forks of a row's first pair had busy threads for several CPUs.
     *
     * @param threads how many
     * @param seconds of the first pair where it was confined to fewer CPUs and does not count; else 0
     */
    record CpuNeed(RowKey row, int threads, double seconds) implements SessionEvent {}
}

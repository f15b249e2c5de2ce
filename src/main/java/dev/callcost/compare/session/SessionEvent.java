package dev.callcost.compare.session;

import dev.callcost.data.RowKey;
import dev.callcost.launch.ForkPlan.ForkOutcome;
import dev.callcost.text.PathTails;
import java.util.List;
import java.util.Objects;

/** Something that happened to a row of a session. */
public sealed interface SessionEvent
        permits Pair,
                SessionEvent.ForkLoss,
                SessionEvent.ChosenRow,
                SessionEvent.Explained,
                SessionEvent.Warming,
                SessionEvent.CpuNeed {
    RowKey row();

    /** The event as the log has it: without the folders of absolute paths. */
    default SessionEvent published() {
        return this;
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

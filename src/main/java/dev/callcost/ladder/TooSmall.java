package dev.callcost.ladder;

import dev.callcost.data.Iteration;
import dev.callcost.data.Row;
import dev.callcost.text.Numbers;
import java.util.Set;
import java.util.stream.Stream;

/** Rows too small for the clock. */
final class TooSmall {
    /**
     * What reading System.nanoTime costs: {@code BaselineBenchmark.nanoTime} in {@code results/noise/clock.json.gz}, rounded up. Its resolution on
     * Linux is finer.
     */
    static final double CLOCK_NANOS = 24;

    /** An invocation takes at least so many readings of the clock, so that reading it costs a hundredth at most. */
    private static final double READINGS = 100;

    /** An iteration of some milliseconds either has another thread's time slice in it, which is as long, or has none. */
    private static final double SHORTEST_NANOS = 10e6;

    private static final Set<String> TIMED_BY_INVOCATION = Set.of("sample", "ss");

    private TooSmall() {}

    /** Rows whose mode reads the clock around each invocation. */
    static Stream<RowWarning> invocation(RecordedRow row) {
        Row measured = row.row();
        int operations = Math.max(1, row.forks().get(0).operationsPerInvocation());
        return measured
                .nanosPerOperation(measured.primary().estimate())
                .map(estimate -> operations * estimate.value())
                .filter(nanos -> TIMED_BY_INVOCATION.contains(measured.mode()) && nanos < READINGS * CLOCK_NANOS)
                .map(nanos -> new RowWarning(
                        "too small for the clock",
                        row,
                        1 / nanos,
                        "takes " + Numbers.plainTime(nanos) + " per invocation, which is "
                                + Numbers.significant(nanos / CLOCK_NANOS) + " times what reading the clock costs, not "
                                + Numbers.significant(READINGS),
                        "Measure its mean (-bm avgt), or do more in an invocation (-bs, @OperationsPerInvocation)."))
                .stream();
    }

    static Stream<RowWarning> iteration(RecordedRow row) {
        double longest = row.forks().stream()
                .flatMap(fork -> fork.measured().stream())
                .mapToDouble(Iteration::nanos)
                .max()
                .orElseThrow();
        return row.row().mode().equals("ss") || longest >= SHORTEST_NANOS
                ? Stream.empty()
                : Stream.of(new RowWarning(
                        "iterations too short",
                        row,
                        1 / longest,
                        "has iterations of at most " + Numbers.plainTime(longest)
                                + ", which one time slice of another thread changes",
                        "Raise the time: -r 100ms."));
    }
}

package dev.callcost.data;

import dev.callcost.agent.Latencies;
import java.util.Arrays;
import java.util.stream.Stream;

/** Rows of open loops, whose calls are due at a rate. */
public final class OpenLoop {
    /** The param that has the calls a second. */
    public static final String RATE = "rate";

    private OpenLoop() {}

    /**
     * Whether a row's calls were due at a rate, or made as many as came back; a benchmark of another jar may have a
     * param of the same name.
     */
    public static boolean isAtRate(Row row) {
        return row.secondary().containsKey(Latencies.MADE);
    }

    /**
     * Whether the rate was met in at least half of the windows of each fork, so that a fork without a window did not
     * meet it; true for other rows.
     */
    public static boolean isMet(Row row) {
        return Stream.ofNullable(row.secondary().get(Latencies.MET))
                .allMatch(met -> Arrays.stream(met.forkMedians())
                                .filter(median -> median > 0)
                                .count()
                        == met.forks().size());
    }
}

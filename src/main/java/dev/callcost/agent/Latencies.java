package dev.callcost.agent;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;

/** Puts latencies that a state has measured in the place of JMH's samples, which in an open loop are the gaps between sends. */
public final class Latencies implements InternalProfiler {
    /** Latencies from the real send to the reply, as a metric of samples. */
    public static final String FROM_SEND = "fromSend";

    /** How much later than due calls were sent, as a metric of samples. */
    public static final String LATE = "late";

    /** CPU time a call of client, server and pacer, without the JIT compiler's threads. Parts have the names {@code cpu.client} and so on. */
    public static final String CPU = "cpu";

    public static final String CPU_CLIENT = "cpu.client";
    public static final String CPU_SERVER = "cpu.server";
    public static final String CPU_PACER = "cpu.pacer";

    /** Calls a second that were answered, of all that were due in the window. */
    public static final String MADE = "rate.made";

    /** 1 where the rate was met in the window, else 0. */
    public static final String MET = "rate.met";

    /** Calls of the window that were not sent in time. */
    public static final String UNSENT = "calls.unsent";

    /** Calls that ended without an answer; those of one gRPC status have its name after this and a dot. */
    public static final String FAILED = "calls.failed";

    private static volatile boolean isThere;

    /**
     * What a state measured in an iteration.
     *
     * @param latencies nanoseconds, one for each answered call
     * @param fromSend nanoseconds; empty where the state has none
     * @param late nanoseconds; empty where the state has none
     * @param values further metrics by name
     */
    public record Window(long[] latencies, long[] fromSend, long[] late, Map<String, Double> values) {}

    /** Whether a profiler is there to take what is handed over; without one JMH reports its own samples. */
    public static boolean isThere() {
        return isThere;
    }

    /** Takes what a state measured in the iteration that ends. */
    public static void hand(Window window) {
        throw new UnsupportedOperationException("to be written: " + window);
    }

    @Override
    public String getDescription() {
        return "Latencies that the benchmark measured itself, as its samples";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        isThere = true;
    }

    @Override
    public Collection<? extends Result> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        return List.of();
    }
}

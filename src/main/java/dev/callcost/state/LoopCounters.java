package dev.callcost.state;

import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.infra.ThreadParams;
import org.openjdk.jmh.runner.IterationType;

/**
 * A closed loop's iteration as secondary metrics. JMH adds them over threads: the first thread reports for all, the
 * others report zero.
 */
@State(Scope.Thread)
@AuxCounters(AuxCounters.Type.EVENTS)
public class LoopCounters {
    private static volatile ClosedLoop loop;
    private static volatile int perThread;

    public long calls;

    /** Mean latency of a call, by stamps around each. */
    public double latencyMicros;

    /** Throughput times latency: calls in flight by Little's law. */
    public double lambdaW;

    /** Mean real duration of a handler's simulated work. */
    public double workMicros;

    /** CPU time of the process per call: client, server and harness. */
    public double cpuMicros;

    private ClosedLoop.Reading start;
    private ClosedLoop.Reading measuredFrom;
    private ClosedLoop.Reading measuredTo;

    /** Sets the loop to read, and the number of calls that each benchmark thread keeps in flight. */
    public static void follow(ClosedLoop followed, int callsPerThread) {
        loop = followed;
        perThread = callsPerThread;
    }

    @Setup(Level.Iteration)
    public void open(IterationParams iteration) {
        start = loop.read();
        if (iteration.getType() == IterationType.MEASUREMENT && measuredFrom == null) {
            measuredFrom = start;
        }
    }

    @TearDown(Level.Iteration)
    public void close(ThreadParams thread) {
        if (thread.getThreadIndex() > 0) {
            return;
        }
        measuredTo = loop.read();
        ClosedLoop.Reading window = measuredTo.since(start);
        calls = window.calls();
        latencyMicros = window.meanNanos() / 1e3;
        lambdaW = window.lambdaTimesW();
        workMicros = window.meanWorkNanos() / 1e3;
        cpuMicros = window.cpuNanos() / 1e3 / window.calls();
    }

    /**
     * Checks the measured iterations as a whole: a number of calls in flight that is off by more than a tenth fails the
     * fork.
     */
    @TearDown(Level.Trial)
    public void check(ThreadParams thread) {
        if (thread.getThreadIndex() == 0 && measuredTo != null && measuredFrom != null) {
            measuredTo.since(measuredFrom).check(perThread * thread.getThreadCount());
        }
    }
}

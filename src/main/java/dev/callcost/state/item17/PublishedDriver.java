package dev.callcost.state.item17;

import static dev.callcost.service.CallFunction.STEPS;

import dev.callcost.agent.CellRecord;
import dev.callcost.transport.Pinning;
import dev.callcost.transport.RmiConnection;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The driver of item 17 in the shape in which it was published, because the shape decides what the JIT compiles: static methods
 * that hold one long loop each, the body written twice, k fed back, i the loop's own counter.
 *
 * <p>Three things differ. The clock is {@link System#nanoTime()}. RMI is called {@value #REMOTE_CALLS} times in place of
 * {@value #CALLS}, and scaled to a call. Object and registry listen on loopback, on ports of the kernel's choice, in place of a
 * registry on port 1099 of every address.
 *
 * <p>Source: Ted Neward, "Effective Enterprise Java", item 17, "Recognize the cost of network access", class {@code Driver}.
 */
@State(Scope.Benchmark)
public class PublishedDriver {
    /** Local calls in one loop, and steps of the loop with the body written into it. */
    public static final int CALLS = 5_000_000;

    /** Calls over RMI in one loop. */
    public static final int REMOTE_CALLS = 20_000;

    private RmiConnection api;

    /**
     * One part of the driver.
     *
     * @param k where k ended, checked
     * @param nanosPerCall the part's time, divided by its calls
     */
    public record Part(int k, double nanosPerCall) {}

    /**
     * The whole driver, in its order. A fresh JVM is part of it; a second run in the same one works, but measures compiled code.
     *
     * @param times receives the time of each part
     * @return where k ended in each of the four local parts
     * @throws IllegalStateException when k did not end there
     */
    public int run(Times times) {
        stopServer();
        init();
        times.inlineFirst = noFunctionCall().nanosPerCall();
        times.functionFirst = functionCall().nanosPerCall();
        times.inlineSecond = noFunctionCall().nanosPerCall();
        Part functionSecond = functionCall();
        times.functionSecond = functionSecond.nanosPerCall();
        times.rmi = rmiCallOnLocalHost().nanosPerCall();
        return functionSecond.k();
    }

    /** "Warm everything up": a loop that is not the measured one, the server's start, and a few calls to it. */
    private void init() {
        int k = 0;
        for (int i = 0; i < CALLS / 1_000; ++i) {
            for (int j = 0; j < STEPS; ++j) {
                if (j < i) {
                    ++k;
                } else {
                    --k;
                }
            }
        }
        api = CellRecord.openOrSkip(() -> RmiConnection.open(Pinning.FREE));
        CellRecord.add(api.facts());
        for (int i = 0; i < CALLS / 100_000; ++i) {
            api.call(k, i);
        }
    }

    /**
     * The body written into the loop.
     *
     * @return its time and result
     * @throws IllegalStateException when k did not end where it must
     */
    public static Part noFunctionCall() {
        int k = 0;
        long start = System.nanoTime();
        for (int i = 0; i < CALLS; ++i) {
            for (int j = 0; j < STEPS; ++j) {
                if (j < i) {
                    ++k;
                } else {
                    --k;
                }
            }
        }
        long end = System.nanoTime();
        return displayResults(k, CALLS, start, end);
    }

    private Part rmiCallOnLocalHost() {
        int k = 0;
        long start = System.nanoTime();
        for (int i = 0; i < REMOTE_CALLS; ++i) {
            k = api.call(k, i);
        }
        long end = System.nanoTime();
        return displayResults(k, REMOTE_CALLS, start, end);
    }

    /**
     * The body in a method.
     *
     * @return its time and result
     * @throws IllegalStateException when k did not end where it must
     */
    public static Part functionCall() {
        int k = 0;
        long start = System.nanoTime();
        for (int i = 0; i < CALLS; ++i) {
            k = function(k, i);
        }
        long end = System.nanoTime();
        return displayResults(k, CALLS, start, end);
    }

    private static int function(int k, int i) {
        for (int j = 0; j < STEPS; ++j) {
            if (j < i) {
                ++k;
            } else {
                --k;
            }
        }
        return k;
    }

    /** From i = 7 on a call adds 7; the seven before it, which add -7, -5 ... 5, leave -7 together. */
    private static Part displayResults(int k, int calls, long start, long end) {
        int expected = (calls - STEPS) * STEPS - STEPS;
        if (k != expected) {
            throw new IllegalStateException("k after " + calls + " calls: expected " + expected + ", was " + k);
        }
        return new Part(k, (double) (end - start) / calls);
    }

    /** Stops the server, if the driver started one; throws when anything of it is left. A second time does nothing. */
    @TearDown(Level.Trial)
    public void stopServer() {
        if (api != null) {
            api.close();
        }
    }

    /**
     * What the published driver prints, in nanoseconds a call; one value each for a run of the driver. JMH adds secondary metrics up
     * over forks in their score: the value of a fork stands in the raw data.
     */
    @AuxCounters(AuxCounters.Type.EVENTS)
    @State(Scope.Thread)
    public static class Times {
        /** The body written into the loop, the first time. */
        public double inlineFirst;

        /** The body in a method, the first time. */
        public double functionFirst;

        /** The body written into the loop, the second time. */
        public double inlineSecond;

        /** The body in a method, the second time. */
        public double functionSecond;

        /** The body behind RMI. */
        public double rmi;
    }
}

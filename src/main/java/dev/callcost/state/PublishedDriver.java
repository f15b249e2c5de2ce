package dev.callcost.state;

import static dev.callcost.service.CallFunction.STEPS;

import dev.callcost.transport.Pinning;
import dev.callcost.transport.RmiConnection;
import dev.callcost.transport.ServerHost;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * The driver of item 17 in its published shape, because the shape decides what the JIT compiles: static methods with
 * one long loop each, the body written twice, k fed back, i the loop's own counter.
 *
 * <p>Three things differ. The clock is {@link System#nanoTime()}. RMI is called {@value #REMOTE_CALLS} times instead of
 * {@value #CALLS}, and scaled to a call. Object and registry listen on loopback, on ports that the kernel chooses,
 * instead of a registry on port 1099 of every address.
 *
 * <p>Source: Ted Neward, "Effective Enterprise Java", item 17, "Recognize the cost of network access", class
 * {@code Driver}.
 */
@State(Scope.Benchmark)
public class PublishedDriver extends RemoteState {
    /** Local calls in one loop, and passes of the loop that contains the body. */
    public static final int CALLS = 5_000_000;

    public static final int REMOTE_CALLS = 20_000;

    private RmiConnection api;

    /** @param k the final k, checked */
    public record PartResult(int k, double nanosPerCall) {}

    /**
     * The whole driver in its order. It requires a fresh JVM: a second run in the same one works, but measures compiled
     * code.
     *
     * @return the final k of each of the four local parts
     */
    public int run(Times times) {
        tearDown();
        init();
        times.inlineFirst = noFunctionCall().nanosPerCall();
        times.functionFirst = functionCall().nanosPerCall();
        times.inlineSecond = noFunctionCall().nanosPerCall();
        PartResult functionSecond = functionCall();
        times.functionSecond = functionSecond.nanosPerCall();
        times.rmi = rmiCallOnLocalHost().nanosPerCall();
        return functionSecond.k();
    }

    /** "Warm everything up": a loop other than the measured one, the server's start, and a few calls. */
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
        api = opened(() -> RmiConnection.open(Pinning.FREE, ServerHost.SAME_JVM));
        for (int i = 0; i < CALLS / 100_000; ++i) {
            api.call(k, i);
        }
    }

    /** The body in the loop itself. */
    public static PartResult noFunctionCall() {
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

    private PartResult rmiCallOnLocalHost() {
        int k = 0;
        long start = System.nanoTime();
        for (int i = 0; i < REMOTE_CALLS; ++i) {
            k = api.call(k, i);
        }
        long end = System.nanoTime();
        return displayResults(k, REMOTE_CALLS, start, end);
    }

    /** The body in a method. */
    public static PartResult functionCall() {
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

    /** From i = 7 on a call adds 7. The seven calls before add -7, -5 ... 5, which is -7 in total. */
    private static PartResult displayResults(int k, int calls, long start, long end) {
        int expected = (calls - STEPS) * STEPS - STEPS;
        if (k != expected) {
            throw new IllegalStateException("k after " + calls + " calls: expected " + expected + ", was " + k);
        }
        return new PartResult(k, (double) (end - start) / calls);
    }

    /**
     * The output of the published driver, in nanoseconds per call. JMH adds secondary metrics over forks; the raw data
     * have each fork's value.
     */
    @AuxCounters(AuxCounters.Type.EVENTS)
    @State(Scope.Thread)
    public static class Times {
        public double inlineFirst;
        public double functionFirst;
        public double inlineSecond;
        public double functionSecond;
        public double rmi;
    }
}

package dev.callcost.benchmark.inline;

import static dev.callcost.service.CallFunction.STEPS;
import static dev.callcost.state.CallArguments.CALLS;

import dev.callcost.benchmark.NanosecondBenchmark;
import dev.callcost.state.CallArguments;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/**
 * What does the function cost without a call, its body written into the caller? This is the ladder's lowest rung, and
 * every local call is compared with it.
 *
 * <p>Each body starts from the result of the one before. Arguments and number of bodies per operation are those of
 * {@code LocalCallBenchmark}.
 *
 * <p>What the JIT does, by {@code -prof perfasm} on JDK 17 and 25: C2 unrolls both loops. The seven increments of a
 * body become one addition of 7, two consecutive bodies one of 14; but each body keeps its seven comparisons of i with
 * 0 to 6, each with a branch that is never taken. So the time grows with the number of steps, as timing shows, and it
 * is the comparisons' time: the chain from body to body is one addition long.
 *
 * <p>The element is read before the body, as a call reads its argument. When the inner loop read it at the comparison,
 * C2 left the element's range check in the loop of bodies, ended that loop at the lesser of two bounds and ran its last
 * body separately. Until November 2026 this rung was so, and slower than the inlined call (results/epyc-vm-compare).
 *
 * <p>{@code java -jar benchmarks.jar InlineCall}
 */
@OperationsPerInvocation(CALLS)
public class InlineCallBenchmark extends NanosecondBenchmark {
    @Benchmark
    public int latency(CallArguments arguments) {
        int[] i = arguments.i;
        int k = arguments.k[0];
        for (int n = 0; n < CALLS; n++) {
            int argument = i[n];
            for (int j = 0; j < STEPS; j++) {
                if (j < argument) {
                    ++k;
                } else {
                    --k;
                }
            }
        }
        return k;
    }
}

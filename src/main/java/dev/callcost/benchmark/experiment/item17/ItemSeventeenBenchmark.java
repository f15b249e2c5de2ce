package dev.callcost.benchmark.experiment.item17;

import static dev.callcost.state.PublishedDriver.CALLS;

import dev.callcost.benchmark.SingleShotBenchmark;
import dev.callcost.state.PublishedDriver;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/**
 * What did the driver of "Recognize the cost of network access" measure, and why did its inline loop get faster in the
 * second round and its function call slower?
 *
 * <p>{@link #asPublished} is the author's run: start-up, inline, function, inline, function, RMI, once, in a fresh JVM.
 * The other two repeat one of the loops in a JVM of its own. Held equal: five million calls or bodies, k fed back, i
 * the loop's counter, and a final k of 34,999,944, which each part checks. RMI is called 20,000 times instead of five
 * million, so its warm-up has a larger weight in its mean than in the author's; the five parts are secondary metrics in
 * nanoseconds per call. Threads are not pinned, as in the original.
 *
 * <p>The JIT is the subject. Each loop is one call that never returns while it is timed. So the first round runs in the
 * interpreter and then in on-stack-replacement code, and only later rounds enter a method compiled as a whole:
 *
 * <ul>
 *   <li>i is 0 to 6 while the loop is still interpreted and nothing is profiled. In the profile of a first round j is
 *       always below i, and C2 omits the other branch. A later round begins at i = 0 again. Once its few other steps
 *       are profiled, both branches are compiled, and the measurement is seven comparisons with seven branches per
 *       call.
 *   <li>On-stack replacement enters the inline loop at the head of its inner loop. The compiler then does not know
 *       where j starts, and is not expected to unroll the seven steps. In the driver with a function the inner loop is
 *       inlined as a whole, and j starts at 0.
 * </ul>
 *
 * <p>{@code -XX:+LogCompilation} shows this as branches of probability "never" and in the {@code osr_bci} of the
 * compilations. Expected: inline's first round above its later ones, function's first round below; the later rounds of
 * both alike, because the function is inlined.
 *
 * <p>JMH has no part in this. It asks the JIT to inline the methods below into its stubs, which are called once per
 * iteration and stay interpreted, and gives no hint for the driver's own methods. {@code -XX:+PrintCompilation
 * -XX:+PrintInlining} lists the same compilations as for the driver without JMH.
 *
 * <p>{@code java -jar benchmarks.jar ItemSeventeen}
 */
public class ItemSeventeenBenchmark extends SingleShotBenchmark {
    /** The primary metric is the time of the whole run, server start included. */
    @Benchmark
    public int asPublished(PublishedDriver driver, PublishedDriver.Times times) {
        return driver.run(times);
    }

    @Benchmark
    @OperationsPerInvocation(CALLS)
    @Measurement(iterations = 10)
    public int inlineRounds() {
        return PublishedDriver.noFunctionCall().k();
    }

    @Benchmark
    @OperationsPerInvocation(CALLS)
    @Measurement(iterations = 10)
    public int functionRounds() {
        return PublishedDriver.functionCall().k();
    }
}

package dev.callcost.benchmark.inline;

import dev.callcost.benchmark.NanosecondBenchmark;
import dev.callcost.state.MeasuredThread;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * What does measuring cost? The floor under every other rung: a score close to these is a score of the harness.
 *
 * <p>{@link #empty()} is JMH's loop alone: one volatile read and one increment per operation. {@link #constant()} adds
 * the consumed result that every other rung has too. {@link #nanoTime()} is what a benchmark would pay for timing each
 * call separately; the shortest time that it could resolve is several of these.
 *
 * <p>The JIT can only remove the loop, which JMH guards with the volatile flag; with {@code -prof perfasm} the loop of
 * {@code empty} shows as a test of that flag, an addition and a jump.
 *
 * <p>{@code java -jar benchmarks.jar Baseline}
 */
public class BaselineBenchmark extends NanosecondBenchmark {
    @Benchmark
    public void empty(MeasuredThread.Local caller) {}

    @Benchmark
    public int constant(MeasuredThread.Local caller) {
        return 42;
    }

    @Benchmark
    public long nanoTime(MeasuredThread.Local caller) {
        return System.nanoTime();
    }
}

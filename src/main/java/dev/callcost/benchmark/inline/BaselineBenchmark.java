package dev.callcost.benchmark.inline;

import dev.callcost.benchmark.NanosecondBenchmark;
import dev.callcost.state.LocalCaller;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * What does measuring cost? The floor under every other rung: a score near these is a score of the harness.
 *
 * <p>{@link #empty()} is JMH's loop alone: one volatile read and one increment an operation. {@link #constant()} adds the consumed
 * result that every other rung has too. {@link #nanoTime()} is what a benchmark would pay that timed each call by itself, and the
 * smallest time it could tell apart is several of these.
 *
 * <p>Nothing here is there for the JIT to remove but the loop, which JMH guards by the volatile flag; with {@code -prof perfasm}
 * the loop of {@code empty} shows as a test of that flag, an addition and a jump.
 *
 * <p>{@code java -jar benchmarks.jar Baseline}
 */
public class BaselineBenchmark extends NanosecondBenchmark {
    /** JMH's loop around nothing. */
    @Benchmark
    public void empty(LocalCaller caller) {}

    /** One constant, returned and so consumed. */
    @Benchmark
    public int constant(LocalCaller caller) {
        return 42;
    }

    /** One reading of the clock. */
    @Benchmark
    public long nanoTime(LocalCaller caller) {
        return System.nanoTime();
    }
}

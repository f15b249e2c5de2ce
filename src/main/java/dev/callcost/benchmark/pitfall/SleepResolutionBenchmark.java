package dev.callcost.benchmark.pitfall;

import dev.callcost.benchmark.NanosecondBenchmark;
import dev.callcost.service.Delay;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/**
 * How long does a handler work that was asked to sleep for 100 us?
 *
 * <p>The mistake: delays of 1, 10, 100 and 1000 us are simulated by {@code TimeUnit.sleep}, and what was asked for is subtracted from
 * what was measured. Before JDK 21 the JVM sleeps whole milliseconds, rounded up, so that they are one delay. {@link #sleep} is that;
 * {@link #spin} reads the clock until 100 us have passed, at the price of a busy CPU. Held equal: the time asked for, one thread.
 *
 * <p>The JIT can leave out neither: both read the clock before and after, and return the difference. Expected: before JDK 21 the
 * sleep takes five times as long or more; from JDK 21 on it takes 100 us and what the kernel adds, for which nothing is predicted.
 *
 * <p>{@code java -jar benchmarks.jar pitfall.SleepResolution}
 */
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class SleepResolutionBenchmark extends NanosecondBenchmark {
    private static final long NANOS = 100_000;

    /** Wrong before JDK 21: asks the JVM to sleep. Returns the nanoseconds that it took. */
    @Benchmark
    public long sleep() throws InterruptedException {
        return Delay.SLEEP.pass(NANOS);
    }

    /** Right: looks at the clock. Returns the nanoseconds that it took. */
    @Benchmark
    public long spin() throws InterruptedException {
        return Delay.SPIN.pass(NANOS);
    }
}

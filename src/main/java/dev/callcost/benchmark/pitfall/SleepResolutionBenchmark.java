package dev.callcost.benchmark.pitfall;

import dev.callcost.benchmark.NanosecondBenchmark;
import dev.callcost.service.Delay;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/**
 * How long does a handler work that sleeps for 100 us?
 *
 * <p>The mistake: {@code TimeUnit.sleep} simulates delays of 1, 10, 100 and 1000 us, and the nominal delay is subtracted from the measured time.
 * Before JDK 21 the JVM sleeps whole milliseconds, rounded up, so these four are one delay. {@link #sleep} does that; {@link #spin} reads the clock
 * until 100 us have passed, at the price of a busy CPU. Held equal: the nominal delay, one thread.
 *
 * <p>The JIT can remove neither: both read the clock before and after, and return the difference. Expected: before JDK 21 the sleep takes at least
 * five times as long; from JDK 21 on it takes 100 us plus the kernel's overhead, which is not predicted.
 *
 * <p>{@code java -jar benchmarks.jar pitfall.SleepResolution}
 */
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class SleepResolutionBenchmark extends NanosecondBenchmark {
    private static final long NANOS = 100_000;

    /** Wrong before JDK 21: sleeps. Returns the nanoseconds that it took. */
    @Benchmark
    public long sleep() throws InterruptedException {
        return Delay.SLEEP.pass(NANOS);
    }

    /** Right: reads the clock. Returns the nanoseconds that it took. */
    @Benchmark
    public long spin() throws InterruptedException {
        return Delay.SPIN.pass(NANOS);
    }
}

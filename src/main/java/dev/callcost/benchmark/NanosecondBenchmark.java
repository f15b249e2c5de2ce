package dev.callcost.benchmark;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The timing regime of the inline and local tiers: 60 iterations of 50 ms, whose median is the fork's value, after a warm-up until the fork is warm.
 * The annotated 3 s are for JMH by itself and for profilers that observe a fork from outside.
 *
 * <p>Iterations are short because the median of many excludes the slow moments of a shared machine, while the mean of a long iteration includes them.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 30, time = 100, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 60, time = 50, timeUnit = TimeUnit.MILLISECONDS)
@Fork(
        value = 3,
        jvmArgsAppend = {
            // one heap size from start to end, so that no resizing falls into an iteration
            "-Xms1g",
            "-Xmx1g",
            // touched before the first iteration: the page faults of a fresh heap last until allocation has been
            // through it once
            "-XX:+AlwaysPreTouch",
            // named, because the JVM's own choice depends on CPUs and memory
            "-XX:+UseG1GC"
        })
public abstract class NanosecondBenchmark {}

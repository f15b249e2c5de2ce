package dev.callcost.benchmark;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The timing regime of calls that are in flight at the same time, to handlers that simulate work: iterations long enough to hold many
 * calls of each, because what is in flight at an iteration's ends counts in part only.
 *
 * <p>They warm up until the fork is warm by its compiler, classes and scores; the 3 s annotated are for JMH by itself.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 6, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 6, time = 500, timeUnit = TimeUnit.MILLISECONDS)
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
public abstract class ClosedLoopBenchmark {}

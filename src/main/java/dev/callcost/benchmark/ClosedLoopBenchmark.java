package dev.callcost.benchmark;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The timing regime of calls that are in flight at the same time, to handlers that simulate work. Iterations are long enough for many calls, because
 * calls in flight at an iteration's ends count only in part.
 *
 * <p>The warm-up ends when the fork is warm by its compiler, classes and scores; JMH by itself takes the annotated 3 s.
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

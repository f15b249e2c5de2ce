package dev.callcost.benchmark;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The regime without warm-up: one invocation an iteration, one iteration a fork, ten forks. What is asked is what the first runs
 * in a fresh JVM do, or one call that a pause has come before.
 *
 * <p>A fork that is to be looked at over time has more iterations; read the raw data then, for a mean over them says nothing.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
@Fork(
        value = 10,
        jvmArgsAppend = {
            // one heap size from start to end, so that no resizing falls into an iteration; not touched beforehand as
            // in the other
            // regimes, because the first calls of a JVM do pay for the fresh memory they take
            "-Xms1g",
            "-Xmx1g",
            // named, because the JVM's own choice depends on CPUs and memory
            "-XX:+UseG1GC",
            // a stub carries its host's name; here it must lead back to loopback
            "-Djava.rmi.server.hostname=127.0.0.1"
        })
public abstract class SingleShotBenchmark {}

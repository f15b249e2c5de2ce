package dev.callcost.benchmark;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The regime without warm-up: one invocation per iteration, one iteration per fork, ten forks. It answers what the
 * first runs in a fresh JVM cost, or one call after a pause. Where a fork has more iterations, read its raw data,
 * because a mean over them has no meaning.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
@Fork(
        value = 10,
        jvmArgsAppend = {
            // one heap size from start to end, so that no resizing falls into an iteration; not touched beforehand as
            // in the other regimes, because the first calls of a JVM pay for the fresh memory that they take
            "-Xms1g",
            "-Xmx1g",
            // named, because the JVM's own choice depends on CPUs and memory
            "-XX:+UseG1GC",
            // a stub carries its host's name; here it must lead back to loopback
            "-Djava.rmi.server.hostname=127.0.0.1"
        })
public abstract class SingleShotBenchmark {}

package dev.callcost.benchmark;

import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;

/**
 * What the timing regimes of warm forks share: the mean time of an operation as the score of an iteration, and the
 * fork's JVM.
 */
@BenchmarkMode(Mode.AverageTime)
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
public abstract class FixedHeapBenchmark {}

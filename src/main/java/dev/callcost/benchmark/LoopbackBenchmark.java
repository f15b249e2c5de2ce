package dev.callcost.benchmark;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The timing regime of the loopback tier, like {@link NanosecondBenchmark} except that JMH by itself warms up for 8 s.
 * Each benchmark thread has one call in flight. The score is the time from the caller's request object to its reply.
 */
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 80, time = 100, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 60, time = 50, timeUnit = TimeUnit.MILLISECONDS)
@Fork(
        value = 3,
        jvmArgsAppend = {
            // as in the other regimes
            "-Xms1g",
            "-Xmx1g",
            "-XX:+AlwaysPreTouch",
            "-XX:+UseG1GC",
            // a stub carries its host's name; here it must lead back to loopback
            "-Djava.rmi.server.hostname=127.0.0.1"
        })
public abstract class LoopbackBenchmark extends FixedHeapBenchmark {}

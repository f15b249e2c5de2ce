package dev.callcost.benchmark;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The timing regime of calls at a rate. An iteration is a window of a schedule, and an operation sends one call. The
 * samples are the latencies from when calls were due to their replies, and not the durations of operations;
 * {@code -prof dev.callcost.agent.Latencies} puts them in place. Windows of 2 s have enough calls for p99 from 500 a
 * second on. Tails differ from fork to fork more than mean times, hence five forks. JMH by itself warms up for 18 s, as
 * for gRPC over loopback, with one call in flight.
 */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 180, time = 100, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 10, time = 2)
@Fork(
        value = 5,
        jvmArgsAppend = {
            // as in the other regimes
            "-Xms1g",
            "-Xmx1g",
            "-XX:+AlwaysPreTouch",
            "-XX:+UseG1GC",
            // a stub carries its host's name; here it must lead back to loopback
            "-Djava.rmi.server.hostname=127.0.0.1"
        })
public abstract class OpenLoopBenchmark extends FixedHeapBenchmark {}

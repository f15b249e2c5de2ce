package dev.callcost.benchmark.local;

import dev.callcost.agent.Latencies;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Hands over the same latencies in each iteration: 1024 us for most calls, 8192 us for one of a hundred. */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(2)
@Warmup(iterations = 0)
@Measurement(iterations = 3, time = 20, timeUnit = TimeUnit.MILLISECONDS)
public class HandingBenchmark {
    @State(Scope.Benchmark)
    public static class Handing {
        @TearDown(Level.Iteration)
        public void hand() {
            long[] latencies = new long[200];
            long[] fromSend = new long[200];
            for (int call = 0; call < latencies.length; call++) {
                latencies[call] = call % 100 == 0 ? 8_192_000 : 1_024_000;
                fromSend[call] = 512_000;
            }
            Map<String, Double> values = Map.of(Latencies.CPU, 90.5, Latencies.MADE, 1000.0, Latencies.UNSENT, 2.0);
            Latencies.hand(new Latencies.LatencyWindow(latencies, fromSend, new long[] {256_000}, values));
        }
    }

    @Benchmark
    public void handing(Handing state) throws InterruptedException {
        Thread.sleep(1);
    }
}

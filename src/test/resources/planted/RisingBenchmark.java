package dev.callcost.benchmark.experiment;

import dev.callcost.agent.Latencies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** The first fork misses its rate, and all forks at the rate 400 fail. */
@BenchmarkMode(Mode.SampleTime)
@Warmup(iterations = 0)
@Measurement(iterations = 1, time = 20, timeUnit = java.util.concurrent.TimeUnit.MILLISECONDS)
public class RisingBenchmark {
    @State(Scope.Benchmark)
    public static class Rising {
        @Param({"200", "300", "400", "500"})
        public String rate;

        private double met;

        @Setup
        public void setUp() throws IOException {
            if (rate.equals("400")) {
                throw new IllegalStateException("planted failure");
            }
            Path attempts = Path.of(System.getProperty("planted.attempts"));
            met = Files.exists(attempts) ? 1 : 0;
            Files.writeString(attempts, rate);
        }

        @TearDown(Level.Iteration)
        public void hand() {
            long[] one = {1_000_000};
            Map<String, Double> values = Map.of(Latencies.CPU, 90.5, Latencies.MADE, 100.0, Latencies.MET, met);
            Latencies.hand(new Latencies.Window(one, one, one, values));
        }
    }

    @Benchmark
    public void rising(Rising state) throws InterruptedException {
        Thread.sleep(1);
    }
}

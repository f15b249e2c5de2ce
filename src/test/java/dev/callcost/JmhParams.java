package dev.callcost;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.SampleTimeResult;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.util.SampleBuffer;

/** Parameters as JMH passes them to states and profilers of a fork. */
public final class JmhParams {
    private JmhParams() {}

    public static IterationParams iteration(IterationType type, int count, TimeValue length) {
        return new IterationParams(type, count, length, 1);
    }

    /** A benchmark with one warm-up iteration and two measured ones. */
    public static BenchmarkParams benchmark(Mode mode, int threads, TimeValue length) {
        return new BenchmarkParams(
                "a.B.c",
                "a.B_c",
                true,
                threads,
                new int[] {threads},
                List.of(),
                1,
                0,
                iteration(IterationType.WARMUP, 1, length),
                iteration(IterationType.MEASUREMENT, 2, length),
                mode,
                new WorkloadParams(),
                TimeUnit.MICROSECONDS,
                1,
                "java",
                List.of(),
                "17",
                "VM",
                "17",
                "1.37",
                TimeValue.minutes(1));
    }

    /** The result of an iteration in mode sample: each thread has one operation of 1.024 ms. */
    public static IterationResult sampled(int threads) {
        IterationResult result = new IterationResult(null, null, null);
        for (int i = 0; i < threads; i++) {
            SampleBuffer operation = new SampleBuffer();
            operation.add(1_024_000);
            result.addResult(new SampleTimeResult(ResultRole.PRIMARY, "call", operation, TimeUnit.MICROSECONDS));
        }
        return result;
    }
}

package dev.callcost;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.options.TimeValue;

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
                TimeUnit.NANOSECONDS,
                1,
                "java",
                List.of(),
                "17",
                "VM",
                "17",
                "1.37",
                TimeValue.minutes(1));
    }
}

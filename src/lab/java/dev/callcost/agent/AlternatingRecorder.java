package dev.callcost.agent;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * The recorder, on for some iterations of a fork and off for others, which shows what it costs: a coin decides for five
 * iterations. While the recorder is on, a thread parks for 10 ms at a time, as the host's thread that watches for
 * hiccups does. This thread is in the fork, which costs at least as much. The metric {@code recorder} is 1 or 0, and
 * {@code recorder.between} is the time that the recorder took between iterations.
 *
 * <p>It needs JMH's own main class, because the suite's run loop records every iteration:
 *
 * <pre>
 * mvn package
 * mvn -Plab test-compile
 * java -cp benchmarks.jar:target/test-classes org.openjdk.jmh.Main InlineCallBenchmark.latency -f 10 -wi 20 -i 200 -r 50ms \
 *     -prof dev.callcost.agent.AlternatingRecorder -jvmArgsPrepend -Dcallcost.record=target/record \
 *     -rf json -rff results.json
 * </pre>
 */
public final class AlternatingRecorder implements InternalProfiler {
    private static final int BLOCK = 5;
    private static final long NAP = TimeUnit.MILLISECONDS.toNanos(10);

    private final SplittableRandom coin =
            new SplittableRandom(ProcessHandle.current().pid());
    private final IterationRecorder recorder = new IterationRecorder(System.getProperty(CellRecord.PROPERTY, ""));
    private final Thread napping = new Thread(this::nap, "callcost-napping");
    private int iterations;
    private long between;
    private volatile boolean on;

    /** For JMH, which makes it by name, in the host too. */
    public AlternatingRecorder() {
        napping.setDaemon(true);
    }

    @Override
    public String getDescription() {
        return "the recorder on and off in turn";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        if (iterations == 0) {
            napping.start();
        }
        if (iterations++ % BLOCK == 0) {
            on = coin.nextBoolean();
        }
        if (on) {
            LockSupport.unpark(napping);
            long start = System.nanoTime();
            recorder.beforeIteration(benchmark, iteration);
            between = System.nanoTime() - start;
        }
    }

    @Override
    public Collection<? extends Result> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        List<Result<?>> told = new ArrayList<>();
        told.add(new ScalarResult("recorder", on ? 1 : 0, "on", AggregationPolicy.AVG));
        if (on) {
            long start = System.nanoTime();
            recorder.afterIteration(benchmark, iteration, result);
            between += System.nanoTime() - start;
            told.add(new ScalarResult("recorder.between", between / 1e6, "ms", AggregationPolicy.AVG));
        }
        return told;
    }

    private void nap() {
        while (true) {
            if (on) {
                LockSupport.parkNanos(NAP);
            } else {
                LockSupport.park(this);
            }
        }
    }
}

package dev.callcost.benchmark.experiment.keyvalue;

import dev.callcost.benchmark.ClosedLoopBenchmark;
import dev.callcost.state.LoopCounters;
import dev.callcost.state.keyvalue.KeyValueState;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does a key-value service gain from a concurrent map - and what from not waiting inside a lock?
 *
 * <p>The author replaced a {@code synchronized} map with a ConcurrentHashMap and went from 24 to 2,450 calls a second.
 * In the same step the simulated work, a sleep of 10 ms to read and 50 ms to write, left the lock. {@code store} has
 * the steps one by one: SYNCHRONIZED works inside the lock, SYNCHRONIZED_NARROW outside of it with the same map,
 * CONCURRENT is the author's last step without his retry loop. {@code work=SPIN} takes CPU instead of sleeping,
 * {@code NONE} does no work.
 *
 * <p>Held equal: operations drawn a quarter each from one seed, exponential keys and values, one connection, any CPU.
 * The score is the time per call, the inverse of throughput. The closed loop limits throughput to min(in flight,
 * servers) / E[work] calls a second, where servers are 1 behind a lock, the CPUs for SPIN, the pool's threads for
 * FIXED. {@code workMicros} is the mean work of the executed mix.
 *
 * <p>Counted: ok, alreadyExists, notFound; any other end of a call fails the fork. Each call replaces one that has
 * ended: the first ones are sent before the iteration begins.
 *
 * <p>Expected: SLEEP is at its bound with each map; NARROW and CONCURRENT do not differ significantly.
 *
 * <p>{@code java -jar benchmarks.jar KeyValueBenchmark -p store=SYNCHRONIZED,SYNCHRONIZED_NARROW,CONCURRENT}
 */
@Warmup(iterations = 2, time = 3)
@Measurement(iterations = 5, time = 4, timeUnit = TimeUnit.SECONDS)
public class KeyValueBenchmark extends ClosedLoopBenchmark {
    @Benchmark
    public long operation(KeyValueState cell, KeyValueState.Counters outcomes, LoopCounters counters)
            throws InterruptedException {
        return cell.operate();
    }
}

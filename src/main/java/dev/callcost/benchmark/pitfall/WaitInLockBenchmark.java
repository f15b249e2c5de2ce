package dev.callcost.benchmark.pitfall;

import com.google.protobuf.ByteString;
import dev.callcost.benchmark.ClosedLoopBenchmark;
import dev.callcost.state.keyvalue.KeyValueState;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Threads;

/**
 * Is it the locked map that is slow, or the wait inside its lock?
 *
 * <p>The mistake: a handler sleeps inside {@code synchronized}, a concurrent map replaces the lock and the map, and the gain is attributed to the
 * map. {@link #insideLock} waits 1 ms in each retrieve with the lock held; {@link #outsideLock} waits before it takes the lock. Held equal: ten
 * threads, the same key, a {@code HashMap} behind one monitor; neither has a concurrent map.
 *
 * <p>The JIT has no effect: nearly all of the time the threads are parked. Inside the lock one wait follows another, so at most 1,000 a second;
 * outside ten waits overlap. Expected: at least five times as many outside.
 *
 * <p>{@code java -jar benchmarks.jar pitfall.WaitInLock}
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Threads(10)
public class WaitInLockBenchmark extends ClosedLoopBenchmark {
    /** Wrong: the wait is inside the lock. */
    @Benchmark
    public ByteString insideLock(KeyValueState.WaitingStores stores) {
        return stores.retrieveInsideLock();
    }

    /** Right: the wait ends before the lock is taken. */
    @Benchmark
    public ByteString outsideLock(KeyValueState.WaitingStores stores) {
        return stores.retrieveOutsideLock();
    }
}

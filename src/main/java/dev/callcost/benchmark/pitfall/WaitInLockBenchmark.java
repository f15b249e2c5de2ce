package dev.callcost.benchmark.pitfall;

import com.google.protobuf.ByteString;
import dev.callcost.benchmark.ClosedLoopBenchmark;
import dev.callcost.state.keyvalue.WaitingStoresState;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Threads;

/**
 * Is it the locked map that is slow, or the wait inside its lock?
 *
 * <p>The mistake: a handler sleeps inside {@code synchronized}, the lock and the map are replaced by a concurrent map, and the gain is
 * put down to the map. {@link #insideLock} waits 1 ms for each retrieve with the lock held; {@link #outsideLock} waits before it
 * takes the lock. Held equal: ten threads, the same key, a {@code HashMap} behind one monitor in both: there is no concurrent map here.
 *
 * <p>The JIT has no part in it: nearly all of the time is spent parked. Inside the lock one wait after another is possible, so 1,000 a
 * second at most; outside ten at once. Expected: outside five times as many or more.
 *
 * <p>{@code java -jar benchmarks.jar pitfall.WaitInLock}
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Threads(10)
public class WaitInLockBenchmark extends ClosedLoopBenchmark {
    /** Wrong: the wait is inside the lock. */
    @Benchmark
    public ByteString insideLock(WaitingStoresState stores) {
        return stores.retrieveInsideLock();
    }

    /** Right: the wait is over before the lock is taken. */
    @Benchmark
    public ByteString outsideLock(WaitingStoresState stores) {
        return stores.retrieveOutsideLock();
    }
}

package dev.callcost.benchmark.experiment.delay;

import dev.callcost.benchmark.ClosedLoopBenchmark;
import dev.callcost.state.DelayState;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;

/**
 * What does each wire format gain from a large heap?
 *
 * <p>{@link SmallHeapBenchmark} with 256 MB. The rows show what the formats cost while the collector has room, and whether the thousand longs alone
 * make the difference that the author attributed to the small heap.
 *
 * <p>{@code java -jar benchmarks.jar HeapBenchmark -prof gc}
 */
@Fork(
        value = 3,
        jvmArgsAppend = {"-Xms256m", "-Xmx256m", "-XX:+AlwaysPreTouch", "-XX:+UseG1GC"})
public class LargeHeapBenchmark extends ClosedLoopBenchmark {
    @Benchmark
    public int unary(DelayState.ForHeap cell) {
        return cell.call();
    }
}

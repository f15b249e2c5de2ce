package dev.callcost.benchmark.experiment.delay;

import dev.callcost.benchmark.ClosedLoopBenchmark;
import dev.callcost.state.delay.HeapState;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;

/**
 * What does a large heap give each wire format?
 *
 * <p>The other half of {@link SmallHeapBenchmark}, where the question and what is held equal stand: 256 MB, and the same messages,
 * client and server. Its rows say what the formats cost while the collector has room, and whether the thousand longs alone, without the
 * small heap, make the difference between them that the author laid to the heap.
 *
 * <p>{@code java -jar benchmarks.jar HeapBenchmark -prof gc}
 */
@Fork(
        value = 3,
        jvmArgsAppend = {"-Xms256m", "-Xmx256m", "-XX:+AlwaysPreTouch", "-XX:+UseG1GC"})
public class LargeHeapBenchmark extends ClosedLoopBenchmark {
    /** One unary call, answered by an echo. */
    @Benchmark
    public int unary(HeapState cell) {
        return cell.call();
    }
}

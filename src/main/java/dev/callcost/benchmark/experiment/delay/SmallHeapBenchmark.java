package dev.callcost.benchmark.experiment.delay;

import dev.callcost.benchmark.ClosedLoopBenchmark;
import dev.callcost.state.DelayState;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;

/**
 * What does a small heap cost each wire format?
 *
 * <p>The author's sequel compared Gson, protobuf and Chronicle Wire with 256 MB of heap and then with 20 MB, and between the two tables changed the
 * message from a greeting to a thousand random longs. Here both messages run on both heaps: this class has 20 MB, {@link LargeHeapBenchmark} 256.
 * Client and server share the heap, as in his experiment, with the harness, whose part is small.
 *
 * <p>Held equal: one blocking client without delay, one connection, any CPU, G1. Gson writes a random long as some 20 characters, protobuf as nine or
 * ten bytes, the author's marshaller as eight, copied twice per message. So the large message should separate the formats on any heap, and the
 * question is whether the small heap widens the gap.
 *
 * <p>The JIT can remove as little as in the ladder's gRPC rows. Expected: no difference between the heaps for the greeting. There is one
 * (results/epyc-vm-jdk17-heap), and the pauses that {@code -prof gc} counts are only a part of it. Live objects fill so much of 20 MB that G1 marks
 * the heap again and again, on threads that compete for the CPU. The serial collector does not do that.
 *
 * <p>{@code java -jar benchmarks.jar HeapBenchmark -prof gc}
 */
@Fork(
        value = 3,
        jvmArgsAppend = {"-Xms20m", "-Xmx20m", "-XX:+AlwaysPreTouch", "-XX:+UseG1GC"})
public class SmallHeapBenchmark extends ClosedLoopBenchmark {
    @Benchmark
    public int unary(DelayState.ForHeap cell) {
        return cell.call();
    }
}

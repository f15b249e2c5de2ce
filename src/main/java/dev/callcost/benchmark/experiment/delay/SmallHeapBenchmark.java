package dev.callcost.benchmark.experiment.delay;

import dev.callcost.benchmark.ClosedLoopBenchmark;
import dev.callcost.state.delay.HeapState;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;

/**
 * What does a small heap cost each wire format?
 *
 * <p>The author's sequel compared Gson, protobuf and Chronicle Wire with 256 MB of heap and then with 20 MB, and between the two tables changed
 * the message from a greeting to a thousand random longs. Here both messages run on both heaps: this class has 20 MB, {@link
 * LargeHeapBenchmark} 256. Client and server share it, as his did, with the harness, whose part is small.
 *
 * <p>Held equal: one blocking client without delay, one connection, any CPU, G1. Gson writes a random long as some 20 characters, protobuf as nine
 * or ten bytes, the author's marshaller as eight, copied twice a message; so the large message is expected to set the formats apart on any heap.
 * Whether the small heap widens that is the question.
 *
 * <p>The JIT has as little to remove as in the ladder's gRPC rows. Expected was no difference of heaps for the greeting. There is one
 * (results/epyc-vm-jdk17-heap), and the pauses that {@code -prof gc} counts are a part of it only: what lives takes so much of 20 MB that G1 marks the
 * heap again and again, beside threads that would need the CPU. The serial collector does not.
 *
 * <p>{@code java -jar benchmarks.jar HeapBenchmark -prof gc}
 */
@Fork(
        value = 3,
        jvmArgsAppend = {"-Xms20m", "-Xmx20m", "-XX:+AlwaysPreTouch", "-XX:+UseG1GC"})
public class SmallHeapBenchmark extends ClosedLoopBenchmark {
    /** One unary call, answered by an echo. */
    @Benchmark
    public int unary(HeapState cell) {
        return cell.call();
    }
}

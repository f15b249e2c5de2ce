package dev.callcost.benchmark.loopback.rmi;

import dev.callcost.benchmark.LoopbackBenchmark;
import dev.callcost.state.PinnedCaller;
import dev.callcost.state.RmiState;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * What does the function cost behind RMI on loopback?
 *
 * <p>The same arguments and the same answer as the local rungs. What the boundary adds: a dynamic proxy, Java serialization of
 * two ints, a TCP round trip and a server thread that blocks in read. RMI does not multiplex: one socket and one server thread
 * a concurrent call. One CPU for client and server; {@link RmiPinningBenchmark} has the other pinnings, {@link
 * RmiServerHostBenchmark} a server in a JVM of its own.
 *
 * <p>The set-up makes sure that the call came in over the server's own loopback socket. Nine tenths of the time are the kernel's
 * (write, wake-up, read; results/epyc-vm-jdk17-bill), and next to nothing is the JIT's to remove.
 *
 * <p>Above a ping-pong of the same bytes over TCP on the ladder.
 *
 * <p>{@code java -jar benchmarks.jar RmiBenchmark}
 */
public class RmiBenchmark extends LoopbackBenchmark {
    /** One round trip. */
    @Benchmark
    public int call(RmiState cell, PinnedCaller caller) {
        return cell.call();
    }
}

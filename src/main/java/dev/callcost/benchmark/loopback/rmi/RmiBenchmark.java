package dev.callcost.benchmark.loopback.rmi;

import dev.callcost.benchmark.LoopbackBenchmark;
import dev.callcost.state.MeasuredThread;
import dev.callcost.state.RmiState;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * What does the function cost behind RMI on loopback?
 *
 * <p>Arguments and answer are those of the local rungs. The boundary adds a dynamic proxy, Java serialization of two
 * ints, a TCP round trip and a server thread that blocks in read. RMI does not multiplex: each concurrent call has a
 * socket and a server thread. One CPU for client and server; {@link RmiPinningBenchmark} has the other pinnings.
 *
 * <p>The set-up checks that the call arrives over the server's own loopback socket. Nine tenths of the time are the
 * kernel's (write, wake-up, read; results/epyc-vm-jdk17-bill), and the JIT can remove next to nothing. Expected on the
 * ladder: above a ping-pong of the same bytes over TCP.
 *
 * <p>{@code java -jar benchmarks.jar RmiBenchmark}
 */
public class RmiBenchmark extends LoopbackBenchmark {
    @Benchmark
    public int call(RmiState cell, MeasuredThread.PinnedThread caller) {
        return cell.call();
    }
}

package dev.callcost.benchmark.rate;

import dev.callcost.benchmark.OpenLoopBenchmark;
import dev.callcost.state.rate.RmiPacer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.infra.Control;

/**
 * How long does a caller of RMI wait when calls come at a rate?
 *
 * <p>The schedule, the windows and what is checked of them are those of {@link GrpcRateBenchmark}, and the call is that of {@code RmiBenchmark}. An RMI
 * call blocks its thread and its socket until the reply. Calls that are in flight together therefore need threads: the pacer hands each call to a pool of
 * at most 256 threads. The hand-off wakes a thread, and is part of the latency; {@code HandOffBenchmark} has what it costs by itself. Calls that find 256
 * in flight wait for a thread.
 *
 * <p>The server has its own JVM and no thread is pinned, as for a user. The set-up checks that the call arrives over the server's loopback socket, and
 * fails where the answer is wrong. Expected: above {@code RmiBenchmark} by two wake-ups, below {@link GrpcRateBenchmark}, and longer at 100 calls a second
 * than at 1,000, because idle CPUs wake slowly.
 *
 * <p>{@code java -jar benchmarks.jar RmiRate -p rate=100,1000}
 */
public class RmiRateBenchmark extends OpenLoopBenchmark {
    @Benchmark
    public void call(RmiPacer.Cell cell, RmiPacer pacer, Control control) {
        pacer.call(control);
    }
}

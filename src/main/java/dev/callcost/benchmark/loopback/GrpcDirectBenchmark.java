package dev.callcost.benchmark.loopback;

import dev.callcost.benchmark.GrpcLoopbackBenchmark;
import dev.callcost.state.GrpcState;
import dev.callcost.state.MeasuredThread;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * What does a unary gRPC call cost over each transport without a hand-off in the server?
 *
 * <p>{@link GrpcTransportBenchmark} with a direct executor: the handler runs in the thread that receives the bytes, the
 * server's event loop, or in-process the caller. The difference between the two classes is the server's executor: its
 * queue, and a thread that is woken for each call. A handler that blocks or computes for long must not run so, because
 * all calls of its connection wait for it. The set-up checks on which thread it runs.
 *
 * <p>IN_PROCESS is then gRPC's own code only: stub, call, context, listeners, and no thread but the caller's. Expected:
 * below {@code GrpcTransportBenchmark} on each transport, and by the same amount on all that have sockets.
 *
 * <p>{@code java -jar benchmarks.jar GrpcDirect}
 */
public class GrpcDirectBenchmark extends GrpcLoopbackBenchmark {
    @Benchmark
    public int unary(GrpcState.DirectByTransport cell, MeasuredThread.PinnedThread caller) {
        return cell.call();
    }
}

package dev.callcost.benchmark.loopback;

import dev.callcost.benchmark.GrpcLoopbackBenchmark;
import dev.callcost.state.GrpcState;
import dev.callcost.state.PinnedCaller;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * What does a unary gRPC call cost over each transport when nobody hands it over in the server?
 *
 * <p>{@link GrpcTransportBenchmark} with a direct executor: the handler runs in the thread that brings the bytes, the server's event loop, or in-process the
 * caller itself. The difference between the two is the server's executor: its queue, and a thread that is woken for each call. A handler that blocks or
 * computes for long must not run so, as all calls of its connection wait for it; this one does neither. The set-up sees on which thread it runs.
 *
 * <p>IN_PROCESS then is gRPC's own code and nothing else: stub, call, context, listeners, no thread but the caller's. Expected: below
 * {@code GrpcTransportBenchmark} on each transport, and by the same amount on all that have sockets.
 *
 * <p>{@code java -jar benchmarks.jar GrpcDirect}
 */
public class GrpcDirectBenchmark extends GrpcLoopbackBenchmark {
    /** One unary call. */
    @Benchmark
    public int unary(GrpcState.DirectByTransport cell, PinnedCaller caller) {
        return cell.call();
    }
}

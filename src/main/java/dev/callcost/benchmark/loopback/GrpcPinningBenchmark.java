package dev.callcost.benchmark.loopback;

import dev.callcost.benchmark.GrpcLoopbackBenchmark;
import dev.callcost.state.GrpcState;
import dev.callcost.state.MeasuredThread;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * How much of a gRPC call is waking up another CPU?
 *
 * <p>The base cell with each pinning. ONE_CPU is the length of the serialized path: caller, event loops and handler
 * alternate on one CPU, which never halts in between. FREE is what a user waits on this machine: the threads are on
 * several CPUs, and each hand-over may have to wake an idle one. TWO_CPUS gives client and server a CPU each: the same
 * wake-ups between the sides, and no thread moves.
 *
 * <p>Expected on virtual machines: FREE above ONE_CPU, with the wider interval. Compare ONE_CPU rows for the cost of a
 * code change, FREE rows for what a caller waits.
 *
 * <p>{@code java -jar benchmarks.jar GrpcPinning}
 */
public class GrpcPinningBenchmark extends GrpcLoopbackBenchmark {
    @Benchmark
    public int unary(GrpcState.GrpcByPinning cell, MeasuredThread.PinnedThread caller) {
        return cell.call();
    }
}

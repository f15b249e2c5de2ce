package dev.callcost.benchmark.loopback.rmi;

import dev.callcost.benchmark.LoopbackBenchmark;
import dev.callcost.state.MeasuredThread;
import dev.callcost.state.RmiState;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * How much of an RMI call is waking up another CPU?
 *
 * <p>{@link RmiBenchmark} with each pinning, as in {@code GrpcPinningBenchmark}. With client and server on two CPUs,
 * each hand-over has to wake an idle one, which on a virtual machine costs tens of microseconds and changes from fork
 * to fork.
 *
 * <p>Expected on virtual machines: FREE above ONE_CPU, with the wider interval.
 *
 * <p>{@code java -jar benchmarks.jar RmiPinning}
 */
public class RmiPinningBenchmark extends LoopbackBenchmark {
    @Benchmark
    public int call(RmiState.RmiByPinning cell, MeasuredThread.PinnedThread caller) {
        return cell.call();
    }
}

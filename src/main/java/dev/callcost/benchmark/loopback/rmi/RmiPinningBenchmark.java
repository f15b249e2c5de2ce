package dev.callcost.benchmark.loopback.rmi;

import dev.callcost.benchmark.LoopbackBenchmark;
import dev.callcost.state.MeasuredThread;
import dev.callcost.state.RmiState;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * How much of an RMI call is waking up another CPU?
 *
 * <p>{@link RmiBenchmark} with each pinning. ONE_CPU is the length of the serialized path: client and server alternate on one CPU, which never halts
 * in between. FREE is what a user waits on this machine: when client and server are on two CPUs, each hand-over has to wake an idle one, which on a
 * virtual machine costs tens of microseconds and changes from fork to fork. TWO_CPUS keeps them there: the same wake-ups, and no thread moves.
 *
 * <p>Expected on virtual machines: FREE above ONE_CPU, with the wider interval.
 *
 * <p>{@code java -jar benchmarks.jar RmiPinning}
 */
public class RmiPinningBenchmark extends LoopbackBenchmark {
    @Benchmark
    public int call(RmiState.ByPinning cell, MeasuredThread.Caller caller) {
        return cell.call();
    }
}

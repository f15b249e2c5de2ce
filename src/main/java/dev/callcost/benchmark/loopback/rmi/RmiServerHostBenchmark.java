package dev.callcost.benchmark.loopback.rmi;

import dev.callcost.benchmark.LoopbackBenchmark;
import dev.callcost.state.MeasuredThread;
import dev.callcost.state.RmiState;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * Does an RMI server in its own JVM change the caller's cost?
 *
 * <p>{@link RmiBenchmark} with client and server in one JVM, and with the server in a child process of the same JVM and arguments, pinned to the same
 * CPU. One heap becomes two, so B/op is the client's only, and the JIT compiler sees one side of serialization only. The child reports the CPUs of the
 * thread that answers.
 *
 * <p>Expected: a little above SAME_JVM, because a hand-over between two processes changes the address space; nine tenths of an RMI call are the
 * kernel's anyway (results/epyc-vm-jdk17-bill).
 *
 * <p>{@code java -jar benchmarks.jar RmiServerHost}
 */
public class RmiServerHostBenchmark extends LoopbackBenchmark {
    @Benchmark
    public int call(RmiState.ByServerHost cell, MeasuredThread.Caller caller) {
        return cell.call();
    }
}

package dev.callcost.benchmark.part;

import dev.callcost.benchmark.LoopbackBenchmark;
import dev.callcost.state.MeasuredThread;
import dev.callcost.state.PartState;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * What does an answer from another thread of the same JVM cost?
 *
 * <p>The function's arguments go to a thread and its result comes back, in each of Java's ways: fields and park, a
 * SynchronousQueue each way, a task for an executor of one thread, a new virtual thread per task. No bytes and no
 * socket: every remote call waits for at least one such round trip, and gRPC with its default executors for several.
 *
 * <p>PARK is the least that wakes a thread: two unparks and two context switches on one CPU. EXECUTOR adds a queue, a
 * task and a future. SYNCHRONOUS_QUEUE does not park at once, and takes 0.58 [0.57, 0.60] times as long as PARK on JDK
 * 17 and 3.0 [2.9, 3.1] times on 25 (results/epyc-vm-jdk17-rungs and -jdk25-rungs). On 17 it yields: strace shows two
 * sched_yield per call and next to no futex, where PARK and EXECUTOR have six futex calls. On 25 it stays on the CPU
 * before it yields: three fifths of its CPU time are outside the kernel. A virtual thread is created for each task, run
 * by a carrier and unmounted. The set-up checks that another thread answers, on the named CPUs.
 *
 * <p>Expected on one CPU: PARK no slower than EXECUTOR and VIRTUAL. TWO_CPUS adds the cost of waking an idle CPU.
 *
 * <p>{@code java -jar benchmarks.jar HandOff -p pinning=ONE_CPU,TWO_CPUS}
 */
public class HandOffBenchmark extends LoopbackBenchmark {
    @Benchmark
    public int call(PartState.ByHandOff part, MeasuredThread.PinnedThread caller) {
        return part.call();
    }
}

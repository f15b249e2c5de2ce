package dev.callcost.benchmark.part;

import dev.callcost.benchmark.LoopbackBenchmark;
import dev.callcost.state.PartState;
import dev.callcost.state.PinnedCaller;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * What does it cost to have another thread of the same JVM answer?
 *
 * <p>The function's arguments go to a thread and its result comes back, in the ways that Java has: fields and park, a SynchronousQueue
 * each way, a task for an executor of one thread, a new virtual thread a task, fields and spinning. No bytes and no socket: every remote call
 * waits for at least one such round trip, and gRPC with its default executors for several.
 *
 * <p>PARK is the least that wakes a thread: two unparks and two switches of context on one CPU. EXECUTOR adds a queue, a task and a future.
 * SYNCHRONOUS_QUEUE does not park at once, and takes 0.58 [0.57, 0.60] of PARK on JDK 17 and 3.0 [2.9, 3.1] times on 25
 * (results/epyc-vm-jdk17-rungs and -jdk25-rungs). On 17 it yields: with strace there are two sched_yield a call and next to no futex, where PARK
 * and EXECUTOR have six futex calls. On 25 it stays on the CPU before it gives it up: three fifths of its CPU time are not the kernel's. A virtual
 * thread is made for each task, run by a carrier and unmounted. SPIN wakes nobody: it is the time that a cache line takes to another CPU and back,
 * and needs two CPUs: with {@code pinning=ONE_CPU}, the default, it is skipped, since two spinning threads on one CPU wait for the end of each
 * other's time slice. The set-up sees to it that another thread answers, on the CPUs named.
 *
 * <p>Expected on one CPU: PARK no slower than EXECUTOR and VIRTUAL. TWO_CPUS shows what waking an idle CPU costs on top.
 *
 * <p>{@code java -jar benchmarks.jar HandOff -p pinning=ONE_CPU,TWO_CPUS}
 */
public class HandOffBenchmark extends LoopbackBenchmark {
    /** One round trip. */
    @Benchmark
    public int call(PartState.ByHandOff part, PinnedCaller caller) {
        return part.call();
    }
}

package dev.callcost.benchmark.rate;

import dev.callcost.benchmark.OpenLoopBenchmark;
import dev.callcost.state.rate.LocalPacer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.infra.Control;

/**
 * How much of a latency at a rate is the machine's?
 *
 * <p>The schedule and the pacer of {@link GrpcRateBenchmark}, with an empty call that is answered in the pacer's
 * thread. What remains is how much too late the machine wakes a thread: the scheduler, an idle CPU that wakes up, other
 * processes, a hypervisor that runs another guest. A row of a call at the same rate waits for the same wake-ups. Where
 * a quantile of a call is hardly above this one, most of it is the machine's.
 *
 * <p>The pacer parks with a timer slack of 1 ns, which the record has as {@code timerSlack}; with Linux's 50 us each
 * call would be about 50 us later. With more than two CPUs it spins for the last 40 us. Nothing is left for the JIT
 * compiler to remove: the end of each call is recorded with its time. Expected: tens of microseconds at the median,
 * lower at higher rates, and a tail of milliseconds on a shared machine. A window is met whatever its lateness, because
 * here the lateness is what is measured.
 *
 * <p>{@code java -jar benchmarks.jar LocalRate -p rate=100,1000,5000}
 */
public class LocalRateBenchmark extends OpenLoopBenchmark {
    @Benchmark
    public void call(LocalPacer pacer, Control control) {
        pacer.call(control);
    }
}

package dev.callcost.benchmark.pitfall;

import dev.callcost.benchmark.OpenLoopBenchmark;
import dev.callcost.state.rate.StalledServer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.infra.Control;

/**
 * How long do callers wait when their server stalls for 100 ms once a second?
 *
 * <p>The mistake: one caller sends each call after the last reply, as JMH's mode SampleTime does, and its percentiles count as those of all callers.
 * While the server stalls, this caller waits in one call and sends no other. A second with thousands of short calls has one long call, so p99 does
 * not have the stall (coordinated omission). {@link #flatOut} does that. In {@link #openLoop} 1,000 calls a second are due whether or not earlier
 * calls have ended, and a latency begins when its call was due: a tenth of the calls is due in a stall. Held equal: server, connection and request.
 * Windows of 2 s have whole stalls.
 *
 * <p>The JIT has no effect: the 99th percentile of the open loop is the handlers' wait. Expected: p99 of the open loop is at least 50 times as long.
 *
 * <p>{@code java -jar benchmarks.jar pitfall.StalledServer}
 */
public class StalledServerBenchmark extends OpenLoopBenchmark {
    /** Wrong: one caller, as fast as replies come. */
    @Benchmark
    public int flatOut(StalledServer server) {
        return server.call();
    }

    /** Right: calls are due whether or not earlier calls have ended. */
    @Benchmark
    public void openLoop(StalledServer server, StalledServer.OpenLoop pacer, Control control) {
        pacer.call(control);
    }
}

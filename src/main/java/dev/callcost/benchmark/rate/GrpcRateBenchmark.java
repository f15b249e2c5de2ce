package dev.callcost.benchmark.rate;

import dev.callcost.benchmark.OpenLoopBenchmark;
import dev.callcost.state.rate.GrpcPacer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.infra.Control;

/**
 * How long does a caller of gRPC wait when calls come at a rate?
 *
 * <p>Calls are due at times of a schedule, whether or not earlier calls have ended, as from many independent callers. A
 * latency is the time from when a call was due to its reply. A closed loop sends the next call after the last reply:
 * when the server stops, its caller stops too, and the calls that should have come meanwhile are missing from its
 * samples. {@code fromSend} is the latency from the real send, and {@code late} is how much later than due calls were
 * sent.
 *
 * <p>The call and the cell's parameters are those of {@code GrpcBenchmark}, with an asynchronous stub. The server has
 * its own JVM and no thread is pinned, as for a user. {@code -p pinning=ONE_CPU} repeats better. The set-up checks that
 * what runs is the named cell. A window is met ({@code rate.met}) when all of its calls were sent and answered, the
 * pacer was not late and no queue grew.
 *
 * <p>The kernel wakes an idle thread, and often an idle CPU, several times per call; the JIT compiler cannot change
 * that. Expected: well above {@code GrpcBenchmark}, longer at 100 calls a second than at 1,000, and longer again near
 * the capacity, which {@code -p rate=max} shows with 100 calls in flight.
 *
 * <p>{@code java -jar benchmarks.jar GrpcRate -p rate=100,1000,5000}
 */
public class GrpcRateBenchmark extends OpenLoopBenchmark {
    @Benchmark
    public void unary(GrpcPacer.PacedCell cell, GrpcPacer pacer, Control control) {
        pacer.call(control);
    }
}

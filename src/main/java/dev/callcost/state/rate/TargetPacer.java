package dev.callcost.state.rate;

import dev.callcost.state.TargetState;
import dev.callcost.transport.Pinning;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;

/** Sends calls of a service that the user names. */
public class TargetPacer extends Pacer {
    @Setup(Level.Iteration)
    public final void setUp(TargetState target, BenchmarkParams benchmark, IterationParams iteration) {
        begin(end -> target.send(end::answered, end::failed), Pinning.FREE, benchmark, iteration);
    }
}

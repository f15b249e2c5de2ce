package dev.callcost.state.rate;

import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.Control;
import org.openjdk.jmh.infra.IterationParams;

/**
 * Sends calls when they are due. A nested or other subclass has a set-up of an iteration that takes the state with the calls and calls {@link #begin}.
 */
@State(Scope.Benchmark)
public abstract class Pacer {
    /** Calls a second; {@code max} for as many as come back with 100 in flight. */
    @Param("1000")
    public String rate;

    @Param("POISSON")
    public Arrivals arrivals;

    /** Prepares an iteration. */
    protected final void begin(Calls calls, BenchmarkParams benchmark, IterationParams iteration) {
        throw new UnsupportedOperationException("to be written");
    }

    /** One operation: waits until the next call is due and sends it. */
    public final void call(Control control) {
        throw new UnsupportedOperationException("to be written");
    }
}

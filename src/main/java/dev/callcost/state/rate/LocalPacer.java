package dev.callcost.state.rate;

import dev.callcost.agent.CellRecord;
import dev.callcost.agent.Latencies;
import dev.callcost.transport.Pinning;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;

/**
 * Sends calls that are answered at once, in the pacer's thread: what remains is how late the machine wakes the pacer.
 */
public class LocalPacer extends Pacer {
    @Setup(Level.Iteration)
    public final void setUp(BenchmarkParams benchmark, IterationParams iteration) {
        begin(CellRecord.openOrSkip(this::calls), Pinning.FREE, benchmark, iteration);
    }

    private Calls calls() {
        if (rate.equals(Latencies.MAX)) {
            throw new UnsupportedOperationException("an empty call has no capacity");
        }
        return Calls.Callback::answered;
    }

    @Override
    boolean isFloor() {
        return true;
    }
}

package dev.callcost.state;

import dev.callcost.agent.CellRecord;
import dev.callcost.transport.Pinning;
import dev.callcost.transport.Pinning.Side;
import java.util.Map;

/**
 * A benchmark thread that waits for nobody: on one CPU, that of the ladder's ONE_CPU rows, when it is the only one and the system lets it be
 * pinned. Several, by {@code -t}, are free.
 */
public class LocalCaller extends MeasuredThread {
    @Override
    protected final Pinning pin(boolean alone) {
        if (!alone) {
            return Pinning.FREE;
        }
        try {
            Pinning.ONE_CPU.pin(Side.CLIENT);
            CellRecord.add(Map.of("cpu", Pinning.ONE_CPU.cpu(Side.CLIENT)));
            return Pinning.ONE_CPU;
        } catch (UnsupportedOperationException e) {
            return Pinning.FREE;
        }
    }
}

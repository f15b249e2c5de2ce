package dev.callcost.state;

import dev.callcost.agent.CellRecord;
import dev.callcost.transport.Pinning;
import dev.callcost.transport.Pinning.Side;
import java.util.Map;

/**
 * A benchmark thread that waits for no other thread. A single thread is pinned to the CPU of the ladder's ONE_CPU rows, where the system allows that;
 * several threads ({@code -t}) are free.
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

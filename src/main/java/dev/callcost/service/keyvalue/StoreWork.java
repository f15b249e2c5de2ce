package dev.callcost.service.keyvalue;

import dev.callcost.service.Delay;
import java.util.function.LongConsumer;

/**
 * What an operation does in addition to the map's operation, which only takes time. The source takes 10 ms to read and
 * 50 ms to write, so 40 ms on average over its equal mix.
 *
 * @param writeNanos the work of a create, an update or a delete
 * @param taken takes the real duration of each work, in nanoseconds
 */
public record StoreWork(Delay delay, long readNanos, long writeNanos, LongConsumer taken) {
    void read() {
        pass(readNanos);
    }

    void write() {
        pass(writeNanos);
    }

    private void pass(long nanos) {
        try {
            taken.accept(delay.pass(nanos));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted at work", e);
        }
    }
}

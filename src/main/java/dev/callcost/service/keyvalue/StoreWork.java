package dev.callcost.service.keyvalue;

import dev.callcost.service.Delay;
import dev.callcost.service.DelayMeter;

/** What an operation does in addition to the map's operation. The store decides whether this is inside its lock. */
public interface StoreWork {
    StoreWork NONE = new StoreWork() {};

    default void read() {}

    /** The work of a create, an update or a delete. */
    default void write() {}

    /** Work that only takes time. The source takes 10 ms to read and 50 ms to write, so 40 ms on average over its equal mix. */
    record Simulated(Delay delay, long readNanos, long writeNanos, DelayMeter meter) implements StoreWork {
        @Override
        public void read() {
            pass(readNanos);
        }

        @Override
        public void write() {
            pass(writeNanos);
        }

        private void pass(long nanos) {
            try {
                meter.add(delay.pass(nanos));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted at work", e);
            }
        }
    }
}

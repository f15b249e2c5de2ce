package dev.callcost.launch;

import dev.callcost.data.RowKey;
import java.time.Duration;

/** A row that both sides of a comparison run. */
public record RowPair(RowKey key, SideRow base, SideRow head) {
    /** The row with a longer warm-up, where its length is not fixed. */
    public RowPair warmingUpAtLeast(Duration time) {
        return new RowPair(key, base.warmingUp(it -> it.atLeast(time)), head.warmingUp(it -> it.atLeast(time)));
    }

    /** The row with a shorter cap of its warm-up, where its length is not fixed: for pairs that only choose rows. */
    public RowPair warmingUpAtMost(Duration time) {
        return new RowPair(key, base.warmingUp(it -> it.atMost(time)), head.warmingUp(it -> it.atMost(time)));
    }

    /** What the larger fork of both sides takes of the memory, with its host, in bytes. */
    public long memory() {
        return Math.max(base.memory(), head.memory());
    }
}

package dev.callcost.state.keyvalue;

import dev.callcost.state.keyvalue.Operation.Kind;
import dev.callcost.state.keyvalue.Operation.Outcome;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts how calls ended, each method by itself; keeps the first failure that is no {@link Outcome}.
 *
 * <p>Thread-safe. While calls are still coming in, two counts need not be of the same moment.
 */
public final class Outcomes {
    private final LongAdder[][] counts = new LongAdder[Kind.values().length][Outcome.values().length];
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    /** All counts 0, no failure. */
    public Outcomes() {
        for (LongAdder[] ofKind : counts) {
            for (int n = 0; n < ofKind.length; n++) {
                ofKind[n] = new LongAdder();
            }
        }
    }

    /** Counts a call of a method, by how it ended. */
    public void add(Kind kind, Outcome outcome) {
        counts[kind.ordinal()][outcome.ordinal()].increment();
    }

    /** Keeps why a call did not end in one of the outcomes; of several the first. */
    public void fail(Throwable unexpected) {
        failure.compareAndSet(null, unexpected);
    }

    /** How many calls of a method ended so. */
    public long count(Kind kind, Outcome outcome) {
        return counts[kind.ordinal()][outcome.ordinal()].sum();
    }

    /** How many calls ended so, whatever their method. */
    public long count(Outcome outcome) {
        long count = 0;
        for (Kind kind : Kind.values()) {
            count += count(kind, outcome);
        }
        return count;
    }

    /** How many calls did what was asked. */
    public long ok() {
        return count(Outcome.OK);
    }

    /**
     * Sees to it that each call ended in an outcome.
     *
     * @throws IllegalStateException with the first failure as its cause
     */
    public void check() {
        Throwable unexpected = failure.get();
        if (unexpected != null) {
            throw new IllegalStateException("a call to the key-value service failed", unexpected);
        }
    }
}

package dev.callcost.state.keyvalue;

import dev.callcost.state.keyvalue.Operation.Kind;
import dev.callcost.state.keyvalue.Operation.Outcome;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the outcomes of calls per method, and keeps the first failure that is no {@link Outcome}.
 *
 * <p>Thread-safe. While calls are in flight, two counts may belong to different moments.
 */
public final class Outcomes {
    private final LongAdder[][] counts = new LongAdder[Kind.values().length][Outcome.values().length];
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    public Outcomes() {
        for (LongAdder[] ofKind : counts) {
            for (int n = 0; n < ofKind.length; n++) {
                ofKind[n] = new LongAdder();
            }
        }
    }

    public void add(Kind kind, Outcome outcome) {
        counts[kind.ordinal()][outcome.ordinal()].increment();
    }

    /** Keeps an unexpected failure, if it is the first. */
    public void fail(Throwable unexpected) {
        failure.compareAndSet(null, unexpected);
    }

    public long count(Kind kind, Outcome outcome) {
        return counts[kind.ordinal()][outcome.ordinal()].sum();
    }

    public long count(Outcome outcome) {
        long count = 0;
        for (Kind kind : Kind.values()) {
            count += count(kind, outcome);
        }
        return count;
    }

    public long ok() {
        return count(Outcome.OK);
    }

    /**
     * @throws IllegalStateException when a call ended unexpectedly, with the first failure as its cause
     */
    public void check() {
        Throwable unexpected = failure.get();
        if (unexpected != null) {
            throw new IllegalStateException("a call to the key-value service failed", unexpected);
        }
    }
}

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

    /**
     * Counts a call.
     *
     * @param kind its method
     * @param outcome how it ended
     */
    public void add(Kind kind, Outcome outcome) {
        counts[kind.ordinal()][outcome.ordinal()].increment();
    }

    /**
     * Keeps a failure; of several the first.
     *
     * @param unexpected why a call did not end in one of the outcomes
     */
    public void fail(Throwable unexpected) {
        failure.compareAndSet(null, unexpected);
    }

    /**
     * How many calls of a method ended so.
     *
     * @param kind the method
     * @param outcome how it ended
     */
    public long count(Kind kind, Outcome outcome) {
        return counts[kind.ordinal()][outcome.ordinal()].sum();
    }

    /**
     * How many calls of a method were executed, refused ones included, for they do the same work: the executed mix.
     *
     * @param kind the method
     */
    public long executed(Kind kind) {
        long executed = 0;
        for (Outcome outcome : Outcome.values()) {
            executed += count(kind, outcome);
        }
        return executed;
    }

    /**
     * How many calls ended so, whatever their method.
     *
     * @param outcome how they ended
     */
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

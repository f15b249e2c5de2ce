package dev.callcost.agent;

import java.util.concurrent.atomic.AtomicReference;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;

/**
 * What a state does once between warm-up and measurement. In an iteration's set-up profilers would count it as part of
 * the first measured iteration. Each profiler here that counts something therefore runs it first.
 */
public final class Settling {
    private static final AtomicReference<Runnable> WORK = new AtomicReference<>();

    private Settling() {}

    /** Sets the work that JMH's main thread does once, before the next measured iteration. */
    public static void beforeMeasurement(Runnable work) {
        WORK.set(work);
    }

    static void settle(IterationParams iteration) {
        if (WORK.get() != null && iteration.getType() == IterationType.MEASUREMENT) {
            WORK.getAndSet(null).run();
        }
    }
}

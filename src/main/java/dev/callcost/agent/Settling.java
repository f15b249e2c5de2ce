package dev.callcost.agent;

import java.util.concurrent.atomic.AtomicReference;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;

/**
 * What a state does between warm-up and measurement. In the set-up of an iteration, JMH's profilers and those of this suite would count it as part of the
 * first measured iteration. Each profiler here that counts something lets it run first.
 */
public final class Settling {
    private static final AtomicReference<Runnable> WORK = new AtomicReference<>();

    private Settling() {}

    /** Has work run once, by JMH's main thread, before the next measured iteration. */
    public static void beforeMeasurement(Runnable work) {
        WORK.set(work);
    }

    static void settle(IterationParams iteration) {
        if (WORK.get() != null && iteration.getType() == IterationType.MEASUREMENT) {
            WORK.getAndSet(null).run();
        }
    }
}

package dev.callcost.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.Threads;
import dev.callcost.service.InFlightGauge.Snapshot;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class InFlightGaugeTest {
    private static final int THREADS = 4;
    private static final int TURNS = 100_000;

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 50);
    private final InFlightGauge gauge = new InFlightGauge(now::get);

    @Test
    void theMeanIsWeightedByTime() {
        Snapshot start = gauge.snapshot();
        gauge.enter();
        now.addAndGet(10);
        gauge.enter();
        now.addAndGet(20);
        Snapshot withTwo = gauge.snapshot();
        gauge.leave();
        now.addAndGet(40);
        gauge.leave();
        now.addAndGet(30);
        Snapshot end = gauge.snapshot();

        assertThat(withTwo.handlerNanos()).isEqualTo(1 * 10 + 2 * 20);
        assertThat(withTwo.inFlight()).isEqualTo(2);
        assertThat(end.handlerNanos()).isEqualTo(1 * 10 + 2 * 20 + 1 * 40);
        assertThat(end.atNanos() - start.atNanos()).isEqualTo(100);
        assertThat(end.entered()).isEqualTo(2);
        assertThat(end.inFlight()).isZero();
        assertThat(end.maximum()).isEqualTo(2);
    }

    @Test
    void nobodyLeavesWhoDidNotEnter() {
        gauge.enter();
        gauge.leave();
        assertThatThrownBy(gauge::leave).isInstanceOf(IllegalStateException.class);
        assertThat(gauge.snapshot().inFlight()).isZero();
    }

    /** The clock ticks with each reading and tells the reader's thread, so the stays can be summed without the gauge. */
    @Test
    void theIntegralIsTheSumOfAllStaysOfAllThreads() throws Exception {
        AtomicLong ticks = new AtomicLong();
        ThreadLocal<Long> read = new ThreadLocal<>();
        InFlightGauge shared = new InFlightGauge(() -> {
            read.set(ticks.incrementAndGet());
            return read.get();
        });
        CyclicBarrier start = new CyclicBarrier(THREADS);
        long stays = Threads.run(THREADS, thread -> {
                    long sum = 0;
                    start.await(30, TimeUnit.SECONDS);
                    for (int turn = 0; turn < TURNS; turn++) {
                        shared.enter();
                        sum -= read.get();
                        shared.leave();
                        sum += read.get();
                    }
                    return sum;
                })
                .stream()
                .mapToLong(Long::longValue)
                .sum();
        Snapshot end = shared.snapshot();

        assertThat(end.handlerNanos()).isEqualTo(stays);
        assertThat(end.entered()).isEqualTo(THREADS * TURNS);
        assertThat(end.inFlight()).isZero();
        assertThat(end.maximum()).isBetween(1, THREADS);
    }
}

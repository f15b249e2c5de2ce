package dev.callcost.state.delay;

import dev.callcost.service.Delay;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A semaphore with a permit for each of ten clients, shared by all threads. */
@State(Scope.Benchmark)
public class TenPermitsState {
    /** Permits. */
    public static final int CLIENTS = 10;

    /** How long a call waits, in nanoseconds. */
    public static final long WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private Semaphore permits;

    /** Makes the semaphore. */
    @Setup(Level.Trial)
    public void make() {
        permits = new Semaphore(CLIENTS);
    }

    /**
     * Waits with a permit, in place of a call.
     *
     * @return the nanoseconds that the wait took
     */
    public long call() throws InterruptedException {
        permits.acquire();
        try {
            return Delay.PARK.pass(WAIT_NANOS);
        } finally {
            permits.release();
        }
    }
}

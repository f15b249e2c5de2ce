package dev.callcost.state.delay;

import java.util.concurrent.Semaphore;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The author's clients: permits of a semaphore, all taken by one thread, which waits for each call before it asks for the next. */
@State(Scope.Benchmark)
public class PermitState {
    /** Permits, called clients in the author's table. */
    @Param({"1", "10", "100"})
    public int clients;

    private Semaphore permits;

    /** Makes the semaphore. */
    @Setup(Level.Trial)
    public void make() {
        permits = new Semaphore(clients);
    }

    /** A call with a permit. */
    public int call(DelayState cell) throws InterruptedException {
        permits.acquire();
        try {
            return cell.call();
        } finally {
            permits.release();
        }
    }
}

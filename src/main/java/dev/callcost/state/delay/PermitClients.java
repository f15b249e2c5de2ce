package dev.callcost.state.delay;

import dev.callcost.service.Delay;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Clients that are permits of a semaphore; the number of threads decides how many work at once. */
public final class PermitClients {
    private PermitClients() {}

    /** The author's clients: one thread takes all permits and waits for each call before the next. */
    @State(Scope.Benchmark)
    public static class Authors {
        /** The number of permits, called clients in the author's table. */
        @Param({"1", "10", "100"})
        public int clients;

        private Semaphore permits;

        @Setup(Level.Trial)
        public void make() {
            permits = new Semaphore(clients);
        }

        public int call(DelayState cell) throws InterruptedException {
            permits.acquire();
            try {
                return cell.call();
            } finally {
                permits.release();
            }
        }
    }

    /** A semaphore with ten permits, shared by all threads. */
    @State(Scope.Benchmark)
    public static class Ten {
        public static final int CLIENTS = 10;
        public static final long WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

        private Semaphore permits;

        @Setup(Level.Trial)
        public void make() {
            permits = new Semaphore(CLIENTS);
        }

        /** Waits with a permit, in place of a call; returns the duration of the wait in nanoseconds. */
        public long call() throws InterruptedException {
            permits.acquire();
            try {
                return Delay.PARK.pass(WAIT_NANOS);
            } finally {
                permits.release();
            }
        }
    }
}

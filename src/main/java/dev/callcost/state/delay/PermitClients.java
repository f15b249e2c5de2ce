package dev.callcost.state.delay;

import dev.callcost.service.Delay;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Clients that are permits of a semaphore: how many are at work at once is up to the threads that take them. */
public final class PermitClients {
    private PermitClients() {}

    /** The author's clients: permits of a semaphore, all taken by one thread, which waits for each call before it asks for the next. */
    @State(Scope.Benchmark)
    public static class Authors {
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

    /** A semaphore with a permit for each of ten clients, shared by all threads. */
    @State(Scope.Benchmark)
    public static class Ten {
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
}

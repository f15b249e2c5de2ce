package dev.callcost.doctor;

import java.util.concurrent.locks.LockSupport;

/** Two threads that wake each other up: the one that makes this, and a partner that parks until it is called and then answers. */
final class PingPong implements AutoCloseable {
    private final Thread caller = Thread.currentThread();
    private final Thread partner = new Thread(this::answer, "callcost-ping-pong");
    private volatile boolean called;
    private volatile boolean ended;

    /** Starts the partner, which inherits the CPUs that the calling thread may use now. */
    PingPong() {
        partner.setDaemon(true);
        partner.start();
    }

    /** The times of so many round trips, in nanoseconds: two wake-ups each. Only the thread that made this may call it. */
    long[] roundTrips(int trips) {
        long[] times = new long[trips];
        for (int trip = 0; trip < trips; trip++) {
            long start = System.nanoTime();
            called = true;
            LockSupport.unpark(partner);
            while (called) {
                LockSupport.park(this);
            }
            times[trip] = System.nanoTime() - start;
        }
        return times;
    }

    private void answer() {
        while (!ended) {
            if (called) {
                called = false;
                LockSupport.unpark(caller);
            } else {
                LockSupport.park(this);
            }
        }
    }

    @Override
    public void close() {
        ended = true;
        LockSupport.unpark(partner);
    }
}

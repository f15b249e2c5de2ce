package dev.callcost.transport.part;

import java.util.concurrent.locks.LockSupport;

/** Where an event loop puts what a caller waits for: a field, and a parked thread, as gRPC's blocking stub has it. */
final class Reply {
    private Thread caller;
    private int result;
    private String failure;
    private volatile boolean waiting;

    /** Begins to wait, in the caller's thread. */
    void expect() {
        caller = Thread.currentThread();
        waiting = true;
    }

    /** Waits until something has come, in the caller's thread. */
    int await() {
        while (waiting) {
            LockSupport.park(this);
        }
        if (failure != null) {
            throw new IllegalStateException(failure);
        }
        return result;
    }

    /** The answer is there, in the event loop's thread. */
    void arrived(int value) {
        result = value;
        end();
    }

    /** No answer will come. */
    void failed(String why) {
        failure = why;
        if (waiting) {
            end();
        }
    }

    private void end() {
        Thread waiter = caller;
        waiting = false;
        LockSupport.unpark(waiter);
    }
}

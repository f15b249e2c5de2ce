package dev.callcost.transport.part;

import java.util.concurrent.locks.LockSupport;

/** Passes an answer from an event loop to a parked caller through a field, as gRPC's blocking stub does. */
final class Reply {
    private Thread caller;
    private int result;
    private String failure;
    private volatile boolean waiting;

    /** Called by the caller before it sends. */
    void expect() {
        caller = Thread.currentThread();
        waiting = true;
    }

    /** Called by the caller: parks until the answer or a failure. */
    int await() {
        while (waiting) {
            LockSupport.park(this);
        }
        if (failure != null) {
            throw new IllegalStateException(failure);
        }
        return result;
    }

    /** Called by the event loop. */
    void arrived(int value) {
        result = value;
        end();
    }

    /** Called by the event loop when no answer will come. */
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

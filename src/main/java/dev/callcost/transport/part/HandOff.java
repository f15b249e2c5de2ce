package dev.callcost.transport.part;

import dev.callcost.service.CallFunction;
import dev.callcost.transport.CallExecutor;
import dev.callcost.transport.Pinning;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * How a thread hands a call to another thread of the same JVM and waits for the answer: a remote call without bytes.
 */
public enum HandOff {
    /**
     * A field each way. The writer calls {@link LockSupport#unpark}, the reader {@link LockSupport#park}: the least
     * that wakes a thread.
     */
    PARK(SharedFields::new),
    /** A {@link SynchronousQueue} each way. */
    SYNCHRONOUS_QUEUE(Queues::new),
    /** A task for an executor of one thread; the caller waits for its future. */
    EXECUTOR(pinning -> new Tasks(pinning, Executors.newSingleThreadExecutor(AnsweringThread.threads(pinning)))),
    /** A new virtual thread for each task; the caller waits for its future (JDK 21 and later). */
    VIRTUAL(pinning ->
            new Tasks(pinning, (ExecutorService) CallExecutor.VIRTUAL.open(AnsweringThread.threads(pinning))));

    private final RoundTrip.Opening opening;

    HandOff(RoundTrip.Opening opening) {
        this.opening = opening;
    }

    /**
     * Starts the thread that answers, and pins the calling thread as the client's.
     *
     * @throws UnsupportedOperationException with the reason, when this JVM or machine has no such hand-off
     */
    public RoundTrip open(Pinning pinning) {
        return new RoundTrip(pinning, opening);
    }

    /** Arguments and result in fields, published by a volatile one. */
    private static final class SharedFields extends AnsweringThread {
        private int k;
        private int i;
        private int result;
        private volatile boolean asked;
        private volatile Thread caller;

        SharedFields(Pinning pinning) {
            super(pinning);
            thread.start();
        }

        @Override
        public int call(int k, int i) {
            if (caller != Thread.currentThread()) {
                caller = Thread.currentThread();
            }
            this.k = k;
            this.i = i;
            asked = true;
            LockSupport.unpark(thread);
            while (asked) {
                LockSupport.park();
            }
            return result;
        }

        @Override
        void serve() {
            while (!Thread.currentThread().isInterrupted()) {
                if (asked) {
                    result = CallFunction.apply(k, i);
                    asked = false;
                    LockSupport.unpark(caller);
                } else {
                    LockSupport.park();
                }
            }
        }
    }

    private static final class Queues extends AnsweringThread {
        private final SynchronousQueue<int[]> requests = new SynchronousQueue<>();
        private final SynchronousQueue<Integer> replies = new SynchronousQueue<>();

        Queues(Pinning pinning) {
            super(pinning);
            thread.start();
        }

        @Override
        public int call(int k, int i) throws InterruptedException {
            requests.put(new int[] {k, i});
            return replies.take();
        }

        @Override
        void serve() throws InterruptedException {
            while (true) {
                int[] arguments = requests.take();
                replies.put(CallFunction.apply(arguments[0], arguments[1]));
            }
        }
    }

    /** A task for each call. */
    private record Tasks(Pinning pinning, ExecutorService executor) implements RoundTrip.Way {
        @Override
        public int call(int k, int i) throws ExecutionException, InterruptedException {
            return executor.submit(() -> CallFunction.apply(k, i)).get();
        }

        @Override
        public String answerer() throws ExecutionException, InterruptedException {
            return executor.submit(pinning::currentThread).get();
        }

        @Override
        public void close() throws InterruptedException {
            executor.shutdown();
            executor.awaitTermination(10, TimeUnit.SECONDS);
        }
    }
}

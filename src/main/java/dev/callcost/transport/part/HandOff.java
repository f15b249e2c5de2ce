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
import java.util.function.Consumer;

/** How a thread hands a call to another thread of the same JVM and waits for the answer: a remote call without bytes. */
public enum HandOff {
    /** A field each way. The writer calls {@link LockSupport#unpark}, the reader {@link LockSupport#park}: the least that wakes a thread. */
    PARK(pinning -> new SharedFields(pinning, LockSupport::park, LockSupport::unpark)),
    /** A {@link SynchronousQueue} each way. */
    SYNCHRONOUS_QUEUE(Queues::new),
    /** A task for an executor of one thread; the caller waits for its future. */
    EXECUTOR(pinning -> new Tasks(pinning, Executors.newSingleThreadExecutor(AnsweringThread.threads(pinning)))),
    /** A new virtual thread for each task; the caller waits for its future (JDK 21 and later). */
    VIRTUAL(pinning ->
            new Tasks(pinning, (ExecutorService) CallExecutor.VIRTUAL.open(AnsweringThread.threads(pinning)))),
    /** A field each way. The reader spins with {@link Thread#onSpinWait}: no thread sleeps, and two CPUs are busy. */
    SPIN(HandOff::spin);

    private final RoundTrip.Opening opening;

    HandOff(RoundTrip.Opening opening) {
        this.opening = opening;
    }

    private static RoundTrip.Way spin(Pinning pinning) {
        // TWO_CPUS has pinned two CPUs already, and a pinned thread counts one
        boolean hasOne = pinning == Pinning.FREE && Runtime.getRuntime().availableProcessors() < 2;
        if (pinning == Pinning.ONE_CPU || hasOne) {
            throw new UnsupportedOperationException(
                    "two threads that spin on one CPU wait for the end of each other's time slice");
        }
        return new SharedFields(pinning, Thread::onSpinWait, sleeper -> {});
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
        private final Runnable waiting;
        private final Consumer<Thread> waking;
        private int k;
        private int i;
        private int result;
        private volatile boolean asked;
        private volatile Thread caller;

        SharedFields(Pinning pinning, Runnable waiting, Consumer<Thread> waking) {
            super(pinning);
            this.waiting = waiting;
            this.waking = waking;
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
            waking.accept(thread);
            while (asked) {
                waiting.run();
            }
            return result;
        }

        @Override
        void serve() {
            while (!Thread.currentThread().isInterrupted()) {
                if (asked) {
                    result = CallFunction.apply(k, i);
                    asked = false;
                    waking.accept(caller);
                } else {
                    waiting.run();
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

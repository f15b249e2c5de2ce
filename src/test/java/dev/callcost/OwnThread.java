package dev.callcost;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Runs what pins the thread it runs on in a thread of its own, so that no other test inherits the CPU. */
public final class OwnThread {
    private OwnThread() {}

    /**
     * Runs a task to its end.
     *
     * @return its result
     * @throws Exception what the task threw
     */
    public static <T> T call(Callable<T> task) throws Exception {
        FutureTask<T> future = new FutureTask<>(task);
        Thread thread = new Thread(future, "own-thread");
        thread.start();
        try {
            return future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw new CompletionException(e.getCause());
        }
    }
}

package dev.callcost.state.rate;

import dev.callcost.state.RmiState;
import dev.callcost.transport.Opened;
import dev.callcost.transport.Pinning;
import dev.callcost.transport.ServerHost;
import java.io.UncheckedIOException;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;

/** Hands RMI calls to threads that make them. */
public class RmiPacer extends Pacer {
    @Setup(Level.Iteration)
    public final void setUp(Cell cell, BenchmarkParams benchmark, IterationParams iteration) {
        begin(cell.calls(), cell.pinning, benchmark, iteration);
    }

    /** An RMI call blocks its thread, so each call in flight has one, at most {@value #MOST_CALLERS}. */
    @State(Scope.Benchmark)
    public static class Cell extends RmiState {
        private static final int MOST_CALLERS = 256;
        private static final long KEPT_SECONDS = 60;

        @Param("FREE")
        public Pinning pinning;

        @Param("OWN_JVM")
        public ServerHost server;

        private ThreadPoolExecutor callers;

        @Override
        protected Pinning pinning() {
            return pinning;
        }

        @Override
        protected ServerHost server() {
            return server;
        }

        Calls calls() {
            if (callers == null) {
                callers = new ThreadPoolExecutor(
                        0,
                        MOST_CALLERS,
                        KEPT_SECONDS,
                        TimeUnit.SECONDS,
                        new Waiting(),
                        task -> {
                            Thread caller = new Thread(task, Opened.THREADS + "rmi-caller");
                            caller.setDaemon(true);
                            return caller;
                        },
                        (task, pool) -> pool.getQueue().add(task));
                part(callers::shutdownNow);
            }
            return this::send;
        }

        private void send(Calls.End end) {
            callers.execute(() -> {
                try {
                    call();
                    end.answered();
                } catch (UncheckedIOException e) {
                    end.failed(e.getCause().getClass().getSimpleName());
                }
            });
        }
    }

    /** Takes a call only when a thread waits for one, so that the pool starts a thread for it otherwise; beyond the most threads calls wait here. */
    private static final class Waiting extends LinkedTransferQueue<Runnable> {
        private static final long serialVersionUID = 1;

        @Override
        public boolean offer(Runnable call) {
            return tryTransfer(call);
        }

        @Override
        public boolean add(Runnable call) {
            return super.offer(call);
        }
    }
}

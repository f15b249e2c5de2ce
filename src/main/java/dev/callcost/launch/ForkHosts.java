package dev.callcost.launch;

import static java.util.Collections.nCopies;

import dev.callcost.agent.ForkGate;
import dev.callcost.host.Cpus;
import dev.callcost.host.KernelFiles;
import dev.callcost.host.Limits;
import dev.callcost.launch.ForkPlan.ForkOutcome;
import dev.callcost.text.CommandException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * The loop of {@code run}, {@code compare} and {@code bill}: it runs the forks that a plan names, round by round. A
 * {@link ForkHost} starts them, one after the other; forks that run at once, or on other CPUs, have a host each. Ctrl-C
 * and SIGTERM end running forks and their hosts: JMH alone leaves a fork running until it next writes to its host.
 */
public final class ForkHosts implements AutoCloseable {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long RETRY_MILLIS = 20;

    /** Idle hosts that stay: two for each CPU, and for several jars on few CPUs. */
    private static final int MOST_IDLE = Math.max(8, 2 * Runtime.getRuntime().availableProcessors());

    private static final List<ForkOutcome> STOPPED = List.of(new ForkOutcome.Stopped());

    private final Path folder;
    private final Optional<Consumer<String>> lines;
    private final Map<String, String> environment;
    private final Set<ForkHost> hosts = new LinkedHashSet<>();
    private final Set<ForkHost> taken = new HashSet<>();
    private final Thread hook = new Thread(this::stop, "callcost-end-forks");

    /** How many rows have forks that run. */
    private int running;

    private boolean stopping;

    /**
     * @param folder takes what hosts and forks write
     * @param lines takes each line that hosts and forks print; without it the details of a failed fork hold the last
     *     lines
     */
    public ForkHosts(Path folder, Optional<Consumer<String>> lines) {
        this(folder, lines, Map.of());
    }

    /**
     * @param environment variables of hosts and forks, in addition to those of this process; unlike arguments, other
     *     users cannot read them
     * @throws CommandException see {@link #checkLoopback}
     */
    public ForkHosts(Path folder, Optional<Consumer<String>> lines, Map<String, String> environment) {
        checkLoopback();
        this.folder = folder;
        this.environment = environment;
        this.lines = lines.map(taker -> line -> pass(line, taker));
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException e) {
            startNoMore(); // this process is ending already
        }
    }

    /** @throws CommandException (failure) when no connection to {@value ForkGate#ADDRESS} can be made */
    public static void checkLoopback() {
        try (ServerSocket door = new ServerSocket(0, 1, InetAddress.getByName(ForkGate.ADDRESS));
                Socket guest = new Socket(door.getInetAddress(), door.getLocalPort())) {
            door.accept().close();
        } catch (IOException e) {
            throw CommandException.failure("this system has no loopback network: " + ForkGate.ADDRESS + ": "
                    + e.getMessage() + " (as root, `ip link set lo up` gives one)");
        }
    }

    /** A fork that is ended on Ctrl-C may print why. */
    private synchronized void pass(String line, Consumer<String> taker) {
        if (!stopping) {
            taker.accept(line);
        }
    }

    /** Forks that start from now on do not count. */
    synchronized void startNoMore() {
        stopping = true;
    }

    private synchronized void stop() {
        startNoMore();
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        try {
            // repeated, because a fork that is just starting is not among the descendants yet
            while (running > 0 && System.nanoTime() < deadline) {
                ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
                wait(RETRY_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * How many forks that need no CPU of their own run at once: as many as there are CPUs, where the free memory has
     * room for them, and one at least.
     */
    public static int most(long forkBytes) {
        return (int) Math.max(
                1,
                Math.min(Runtime.getRuntime().availableProcessors(), Limits.idleMemory(KernelFiles.HERE) / forkBytes));
    }

    /** Notes that forks are about to run. Returns false when this process is ending. */
    private synchronized boolean begin() {
        running += stopping ? 0 : 1;
        return !stopping;
    }

    private synchronized void ended() {
        running--;
        notifyAll();
    }

    private synchronized boolean isStopping() {
        return stopping;
    }

    /**
     * Follows a plan to its end.
     *
     * @return false when this process was told to end (Ctrl-C, SIGTERM) before the plan was over
     */
    public <R> boolean follow(ForkPlan<R> plan) {
        PlanProgress<R> course = new PlanProgress<>(plan);
        return plan.atOnce() == 1 ? measure(plan, course) : measureAtOnce(plan, course);
    }

    private <R> boolean measureAtOnce(ForkPlan<R> plan, PlanProgress<R> course) {
        ExecutorService threads = Executors.newFixedThreadPool(plan.atOnce());
        Callable<Boolean> measurer = () -> measure(plan, course);
        try {
            boolean isComplete = true;
            for (Future<Boolean> ended : threads.invokeAll(nCopies(plan.atOnce(), measurer))) {
                isComplete &= ended.get();
            }
            return isComplete;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw interrupted();
        } finally {
            threads.shutdown();
        }
    }

    private static CommandException interrupted() {
        return CommandException.failure("interrupted while forks ran");
    }

    private record Begun<R>(R row, CpuShares.Share cpus, List<ForkPlan.ForkCommand> forks) {}

    /** How far a plan has come. Its lock is the plan's. */
    private static final class PlanProgress<R> {
        private final ForkPlan<R> plan;
        private final CpuShares cpus;
        private final List<R> waiting = new ArrayList<>();
        private int running;
        private boolean isOver;

        PlanProgress(ForkPlan<R> plan) {
            this.plan = plan;
            cpus = new CpuShares(plan.cpus());
        }

        /** Begins the next row, as soon as one can begin; empty when none is left. */
        Optional<Begun<R>> next() {
            synchronized (plan) {
                while (!isOver) {
                    fill();
                    // a row that needs few CPUs does not wait for one that needs more than are idle
                    for (R row : waiting) {
                        Optional<CpuShares.Share> share = cpus.take(plan.cpus(row));
                        if (share.isPresent()) {
                            return Optional.of(begin(row, share.get()));
                        }
                    }
                    if (!isOver) {
                        await();
                    }
                }
                plan.notifyAll();
                return Optional.empty();
            }
        }

        private void fill() {
            if (plan.isOver()) {
                waiting.clear();
            }
            if (waiting.isEmpty()) {
                waiting.addAll(plan.nextRound());
                if (waiting.isEmpty() || plan.isOver()) {
                    waiting.clear();
                    isOver = running == 0;
                }
            }
        }

        private Begun<R> begin(R row, CpuShares.Share share) {
            waiting.remove(row);
            running++;
            plan.begins(row);
            return new Begun<>(row, share, plan.forks(row));
        }

        private void await() {
            try {
                plan.wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw interrupted();
            }
        }

        /** @param release its hosts can run what begins next */
        void ended(Begun<R> begun, List<ForkOutcome> outcomes, Runnable release) {
            synchronized (plan) {
                running--;
                cpus.release(begun.cpus);
                plan.ended(begun.row, outcomes);
                release.run();
                plan.notifyAll();
            }
        }

        /** Begins no further row. */
        void end() {
            synchronized (plan) {
                isOver = true;
                plan.notifyAll();
            }
        }
    }

    /** Runs the forks of rows until none is left. Returns false when this process is ending. */
    private <R> boolean measure(ForkPlan<R> plan, PlanProgress<R> course) {
        List<ForkHost> own = new ArrayList<>();
        try {
            for (Optional<Begun<R>> begun = course.next(); begun.isPresent(); begun = course.next()) {
                List<ForkOutcome> outcomes = outcomes(plan, begun.get(), own);
                if (outcomes.stream().anyMatch(ForkOutcome.Stopped.class::isInstance)) {
                    course.end();
                    return false;
                }
                course.ended(begun.get(), outcomes, () -> release(own));
            }
            return true;
        } catch (RuntimeException e) {
            course.end();
            throw e;
        } finally {
            release(own);
        }
    }

    /**
     * The outcomes of forks. When this process is ending, the forks do not start, or their results are dropped.
     *
     * @param own receives their hosts, which stay taken until what the forks wrote has been read
     */
    private <R> List<ForkOutcome> outcomes(ForkPlan<R> plan, Begun<R> begun, List<ForkHost> own) {
        if (!begin()) {
            return STOPPED;
        }
        try {
            List<ForkOutcome> outcomes = run(plan, begun, own);
            return isStopping() ? STOPPED : outcomes;
        } catch (CommandException e) {
            if (isStopping()) {
                return STOPPED; // a process was killed while it started
            }
            throw e;
        } finally {
            ended();
        }
    }

    /** The outcomes in the order of the commands; the first one's alone when the second did not begin. */
    private <R> List<ForkOutcome> run(ForkPlan<R> plan, Begun<R> begun, List<ForkHost> started) {
        List<ForkPlan.ForkCommand> commands = begun.forks;
        for (ForkPlan.ForkCommand fork : commands) {
            started.add(take(begun.cpus, fork));
        }
        synchronized (plan) {
            plan.starts(begun.row, started.get(0).place());
        }
        if (plan.inTurns() && started.size() > 1) {
            return Turns.run(started, commands);
        }
        List<ForkOutcome> outcomes = new ArrayList<>();
        for (int i = 0; i < commands.size(); i++) {
            started.get(i).begin(commands.get(i));
            ForkOutcome outcome = started.get(i).end();
            outcomes.add(outcome);
            if (!(outcome instanceof ForkOutcome.Measured)) {
                break;
            }
        }
        return outcomes;
    }

    /** A host that runs no fork; it is taken until it is released. */
    private synchronized ForkHost take(CpuShares.Share cpus, ForkPlan.ForkCommand fork) {
        // what a host starts is confined like the host
        List<String> command = new ArrayList<>(cpus.command());
        command.addAll(fork.host(folder));
        for (ForkHost host : List.copyOf(hosts)) {
            if (!host.isOfUse() && !taken.contains(host)) { // what a taken one wrote is still read
                hosts.remove(host);
                host.close();
            } else if (host.isOfUse() && host.command().equals(command) && taken.add(host)) {
                return host;
            }
        }
        endIdle();
        ForkHost host = new ForkHost(command, fork, folder, lines, environment);
        hosts.add(host);
        taken.add(host);
        return host;
    }

    /** Ends the oldest of many idle hosts, because each takes memory. */
    private void endIdle() {
        List<ForkHost> idle =
                hosts.stream().filter(host -> !taken.contains(host)).toList();
        for (ForkHost host : idle.subList(0, Math.max(0, idle.size() - MOST_IDLE))) {
            hosts.remove(host);
            host.close();
        }
    }

    private synchronized void release(List<ForkHost> own) {
        own.forEach(taken::remove);
        own.clear();
    }

    @Override
    public void close() {
        hosts.forEach(ForkHost::close);
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // this process is ending, and the hook runs
        }
    }

    /**
     * Shares out CPUs to rows with forks at the same time. A share of n CPUs begins at a multiple of n: there are few
     * different shares, and few hosts.
     */
    static final class CpuShares {
        private final List<Integer> cpus;
        private final BitSet taken = new BitSet();

        /** @param cpus their numbers; with none, every row gets a share at once, and is not confined */
        CpuShares(List<Integer> cpus) {
            this.cpus = cpus;
        }

        /**
         * @param from the first place in the list of all
         * @param command what confines a process, before its command line; none for all CPUs, which confine to nothing
         */
        record Share(int from, int to, List<String> command) {}

        /** Takes the first share of so many CPUs that are idle. */
        Optional<Share> take(int count) {
            Optional<Share> share = IntStream.iterate(
                            0, from -> from + count <= cpus.size(), from -> from + Math.max(1, count))
                    .filter(from -> taken.get(from, from + count).isEmpty())
                    .mapToObj(from -> new Share(
                            from,
                            from + count,
                            count == cpus.size() ? List.of() : Cpus.confining(cpus.subList(from, from + count))))
                    .findFirst();
            share.ifPresent(it -> taken.set(it.from, it.to));
            return share;
        }

        void release(Share share) {
            taken.clear(share.from, share.to);
        }
    }
}

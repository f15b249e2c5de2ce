package dev.callcost.launch;

import dev.callcost.agent.ForkGate;
import dev.callcost.text.CommandException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/**
 * The loop of {@code run}, {@code compare} and {@code bill}: it runs the forks that a plan names, round by round. A {@link ForkHost} starts them, one after
 * the other; forks that run at once have a host each. Ctrl-C and SIGTERM end running forks and their hosts: JMH alone leaves a fork running until it next writes to its host.
 */
public final class ForkHosts implements AutoCloseable {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long RETRY_MILLIS = 20;
    private static final List<ForkOutcome> STOPPED = List.of(new ForkOutcome.Stopped());

    private final Path folder;
    private final Optional<Consumer<String>> lines;
    private final Map<String, String> environment;
    private final List<ForkHost> hosts = new ArrayList<>();
    private final Thread hook = new Thread(this::stop, "callcost-end-forks");
    private boolean running;
    private boolean stopping;

    /**
     * @param folder takes what hosts and forks write
     * @param lines takes each line that hosts and forks print; without it the details of a failed fork hold the last lines
     */
    public ForkHosts(Path folder, Optional<Consumer<String>> lines) {
        this(folder, lines, Map.of());
    }

    /** @param environment variables of hosts and forks, in addition to those of this process; unlike arguments, other users cannot read them */
    public ForkHosts(Path folder, Optional<Consumer<String>> lines, Map<String, String> environment) {
        this.folder = folder;
        this.environment = environment;
        this.lines = lines.map(taker -> line -> pass(line, taker));
        Runtime.getRuntime().addShutdownHook(hook);
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
            while (running && System.nanoTime() < deadline) {
                ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
                wait(RETRY_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Notes whether forks run. Returns false when this process is ending. */
    private synchronized boolean run(boolean isRunning) {
        running = isRunning;
        notifyAll();
        return !stopping;
    }

    /**
     * Follows a plan to its end.
     *
     * @return false when this process was told to end (Ctrl-C, SIGTERM) before the plan was over
     */
    public <R> boolean follow(Plan<R> plan) {
        for (List<R> round = plan.nextRound(); !round.isEmpty(); round = plan.nextRound()) {
            for (R row : round) {
                if (plan.isOver()) {
                    break;
                }
                if (plan.skips(row)) {
                    continue;
                }
                plan.begins(row);
                List<Plan.Command> forks = plan.forks(row);
                List<ForkOutcome> outcomes;
                int dropped = plan.warmUpForks(row);
                do {
                    outcomes = outcomes(plan, row, forks);
                } while (dropped-- > 0 && outcomes.stream().allMatch(ForkOutcome.Measured.class::isInstance));
                if (outcomes.stream().anyMatch(ForkOutcome.Stopped.class::isInstance)) {
                    return false;
                }
                plan.ended(row, outcomes);
            }
        }
        return true;
    }

    /** The outcomes of forks. When this process is ending, the forks do not start, or their results are dropped. */
    private <R> List<ForkOutcome> outcomes(Plan<R> plan, R row, List<Plan.Command> forks) {
        try {
            List<ForkOutcome> outcomes = run(true) ? run(plan, row, forks) : STOPPED;
            return run(false) ? outcomes : STOPPED;
        } catch (CommandException e) {
            if (run(false)) {
                throw e;
            }
            return STOPPED; // a process was killed while it started
        } finally {
            run(false);
        }
    }

    /** The outcomes in the order of the commands; the first one's alone when the second did not begin. */
    private <R> List<ForkOutcome> run(Plan<R> plan, R row, List<Plan.Command> commands) {
        HostPlace here = new HostPlace(folder, 0);
        Optional<CommandLineOptions> options = commands.get(0).inThisJvm(here);
        if (options.isPresent()) {
            plan.starts(row, here);
            here.clear();
            try {
                return List.of(here.outcome(ForkGate.run(options.get(), here.object(), lines.orElse(line -> {}))));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        List<ForkHost> started = new ArrayList<>();
        commands.forEach(fork -> started.add(host(fork, started)));
        plan.starts(row, started.get(0).place());
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

    /** A host for a fork, none of those that are taken. */
    private ForkHost host(Plan.Command fork, List<ForkHost> taken) {
        List<String> command = fork.host(folder);
        for (ForkHost host : List.copyOf(hosts)) {
            if (!host.isAlive()) {
                hosts.remove(host);
                host.close();
            } else if (host.command().equals(command) && !taken.contains(host)) {
                return host;
            }
        }
        ForkHost host = new ForkHost(command, folder, lines, environment);
        hosts.add(host);
        return host;
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
}

package dev.callcost.launch;

import dev.callcost.agent.ForkGate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/** Runs forks, one alone, two in turns or two in order, each by a {@link ForkHost} that can live from a row's first fork to its last. */
public final class ForkHosts implements AutoCloseable {
    /** Up to so many rows keep their hosts between forks: a host takes some 50 MB. With more rows each fork has a host of its own. */
    private static final int MOST_ROWS = 16;

    private final ForkGuard guard = new ForkGuard();
    private final Path folder;
    private final boolean keeps;
    private final Optional<Consumer<String>> lines;
    private final Map<ForkCommand, ForkHost> hosts = new HashMap<>();

    /**
     * No host is started yet.
     *
     * @param folder takes what hosts and forks write
     * @param rows how many rows there are
     * @param lines takes each line that hosts and forks print; without it a fork that fails has the last lines in its details
     */
    public ForkHosts(Path folder, int rows, Optional<Consumer<String>> lines) {
        this.folder = folder;
        this.keeps = rows <= MOST_ROWS;
        this.lines = lines;
    }

    /**
     * Runs one fork.
     *
     * @param starts is told, before the fork starts, where it writes
     */
    public ForkOutcome run(ForkCommand fork, Consumer<HostPlace> starts) {
        return guarded(() -> {
                    ForkHost host = host(fork);
                    starts.accept(host.place());
                    return List.of(run(host));
                })
                .get(0);
    }

    /**
     * Runs two forks.
     *
     * @param first goes first, and in turns begins
     * @param inTurns whether they alternate by iterations; else the second begins when the first has measured
     * @return how they ended, the first one's first; only the first one's when the second was not begun
     */
    public List<ForkOutcome> run(ForkCommand first, ForkCommand second, boolean inTurns) {
        return guarded(() -> {
            ForkHost one = host(first);
            ForkHost other = host(second);
            if (inTurns) {
                return Turns.run(one, other);
            }
            ForkOutcome outcome = run(one);
            return outcome instanceof ForkOutcome.Measured ? List.of(outcome, run(other)) : List.of(outcome);
        });
    }

    /**
     * Runs a benchmark in this JVM.
     *
     * @param options JMH's, by where it writes
     */
    ForkOutcome runHere(Function<HostPlace, CommandLineOptions> options) {
        return guarded(() -> {
                    HostPlace place = new HostPlace(folder, 0);
                    place.clear();
                    try {
                        return List.of(place.outcome(
                                ForkGate.run(options.apply(place), place.object(), lines.orElse(line -> {}))));
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                })
                .get(0);
    }

    private List<ForkOutcome> guarded(Supplier<List<ForkOutcome>> forks) {
        List<ForkOutcome> stopped = List.of(new ForkOutcome.Stopped());
        if (!guard.begin()) {
            return stopped;
        }
        List<ForkOutcome> outcomes;
        boolean goesOn;
        try {
            if (!keeps) {
                endAll();
            }
            outcomes = forks.get();
        } finally {
            goesOn = guard.end();
        }
        return goesOn ? outcomes : stopped;
    }

    private static ForkOutcome run(ForkHost host) {
        host.begin();
        return host.end();
    }

    private ForkHost host(ForkCommand fork) {
        if (hosts.containsKey(fork) && !hosts.get(fork).isAlive()) {
            end(fork);
        }
        return hosts.computeIfAbsent(fork, it -> new ForkHost(it, folder, lines));
    }

    /** Where a fork that has ended wrote; until the next fork. */
    public HostPlace place(ForkCommand fork) {
        return hosts.get(fork).place();
    }

    /** Ends the host of a row that has no more forks. */
    public void end(ForkCommand fork) {
        ForkHost host = hosts.remove(fork);
        if (host != null) {
            host.close();
        }
    }

    private void endAll() {
        List.copyOf(hosts.keySet()).forEach(this::end);
    }

    @Override
    public void close() {
        endAll();
        guard.close();
    }
}

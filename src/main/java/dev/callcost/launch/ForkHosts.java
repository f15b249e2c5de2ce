package dev.callcost.launch;

import dev.callcost.agent.ForkGate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/** Runs forks. Each has a {@link ForkHost}, which can live from a row's first fork to its last. */
public final class ForkHosts implements AutoCloseable {
    /** A host takes some 50 MB. With more rows than this each fork has a host of its own. */
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
     * @param lines takes each line that hosts and forks print; without it the details of a failed fork hold the last lines
     */
    public ForkHosts(Path folder, int rows, Optional<Consumer<String>> lines) {
        this.folder = folder;
        this.keeps = rows <= MOST_ROWS;
        this.lines = lines;
    }

    /**
     * Runs one fork, or two.
     *
     * @param commands the first goes first, and in turns begins
     * @param inTurns whether two alternate by iterations; else the second begins when the first has measured
     * @param starts gets, before the first starts, where it writes
     * @return how they ended, in the order of the commands; only the first one's when the second was not begun
     */
    List<ForkOutcome> run(List<ForkCommand> commands, boolean inTurns, Consumer<HostPlace> starts) {
        return guarded(() -> {
            HostPlace here = new HostPlace(folder, 0);
            Optional<CommandLineOptions> options = commands.get(0).inThisJvm(here);
            if (options.isPresent()) {
                starts.accept(here);
                return List.of(runHere(options.get(), here));
            }
            List<ForkHost> started = commands.stream().map(this::host).toList();
            starts.accept(started.get(0).place());
            if (inTurns && started.size() > 1) {
                return Turns.run(started.get(0), started.get(1));
            }
            List<ForkOutcome> outcomes = new ArrayList<>();
            for (ForkHost host : started) {
                host.begin();
                outcomes.add(host.end());
                if (!(outcomes.get(outcomes.size() - 1) instanceof ForkOutcome.Measured)) {
                    break;
                }
            }
            return outcomes;
        });
    }

    private ForkOutcome runHere(CommandLineOptions options, HostPlace place) {
        place.clear();
        try {
            return place.outcome(ForkGate.run(options, place.object(), lines.orElse(line -> {})));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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

    private ForkHost host(ForkCommand fork) {
        if (hosts.containsKey(fork) && !hosts.get(fork).isAlive()) {
            end(fork);
        }
        return hosts.computeIfAbsent(fork, it -> new ForkHost(it, folder, lines));
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

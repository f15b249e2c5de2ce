package dev.callcost.launch;

import dev.callcost.agent.ForkGate;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.util.Utils;

/** The forks of a run of this suite, with its own class path. */
public final class SuiteForks implements AutoCloseable {
    private final Arguments arguments;
    private final Path folder;
    private final ForkHosts forks;

    /**
     * No fork has been started.
     *
     * @param arguments the user's command line
     * @param folder takes what hosts and forks write
     * @param rows how many rows there are
     * @param lines takes each line that a fork prints
     */
    public SuiteForks(Arguments arguments, Path folder, int rows, Consumer<String> lines) {
        this.arguments = arguments;
        this.folder = folder;
        this.forks = new ForkHosts(folder, rows, Optional.of(lines));
    }

    /** The JVM of a row's forks: {@code -jvm}, else the benchmark's, else this one. */
    public ForkJvm jvm(PlannedRow row) {
        return ForkJvm.of(
                row.inProcess()
                        ? Utils.getCurrentJvm()
                        : arguments
                                .options()
                                .getJvm()
                                .orElse(row.benchmark().getJvm().orElse(Utils.getCurrentJvm())));
    }

    /**
     * Runs one fork, or the row in this JVM when it is not forked.
     *
     * @param first whether this is the row's first fork, before which its warm-up forks run
     * @param starts is told, before the fork starts, what names it in its JVM's arguments
     */
    ForkOutcome run(PlannedRow row, boolean first, Consumer<String> starts) {
        Consumer<HostPlace> named = place -> starts.accept(place.record().jvmArgument());
        if (row.inProcess()) {
            named.accept(new HostPlace(folder, 0));
            return forks.runHere(place -> jmh(options(row, place)));
        }
        Command command = new Command(row, this);
        for (int i = 0; first && i < row.warmupForks(); i++) {
            ForkOutcome outcome = forks.run(command, named);
            if (!(outcome instanceof ForkOutcome.Measured)) {
                return outcome;
            }
        }
        return forks.run(command, named);
    }

    private static CommandLineOptions jmh(List<String> options) {
        try {
            return new CommandLineOptions(options.toArray(String[]::new));
        } catch (CommandLineOptionException e) {
            throw new IllegalStateException(e); // the same options have been read before
        }
    }

    private List<String> options(PlannedRow row, HostPlace place) {
        List<String> options = new ArrayList<>(place.options(List.of(place.recorder()), row.warmUp()));
        options.addAll(row.options(arguments));
        return options;
    }

    /** Ends the host of a row that has no more forks. */
    void end(PlannedRow row) {
        forks.end(new Command(row, this));
    }

    @Override
    public void close() {
        forks.close();
    }

    /** How a row's forks are started: the host has this JVM's arguments, and keeps JMH's own files in the folder. */
    private record Command(PlannedRow row, SuiteForks suite) implements ForkCommand {
        @Override
        public List<String> command(HostPlace place) {
            List<String> inherited = ManagementFactory.getRuntimeMXBean().getInputArguments();
            List<String> command = new ArrayList<>(List.of(Utils.getCurrentJvm()));
            command.addAll(inherited);
            command.addAll(List.of(
                    "-Djava.io.tmpdir=" + suite.folder,
                    "-cp",
                    System.getProperty("java.class.path"),
                    ForkGate.class.getName(),
                    place.object().toString()));
            command.addAll(suite.options(row, place));
            command.addAll(ForkFlags.of(row, suite.arguments, suite.jvm(row), place.record())
                    .inheriting(inherited)
                    .options(true));
            return command;
        }
    }
}

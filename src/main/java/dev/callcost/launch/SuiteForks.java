package dev.callcost.launch;

import dev.callcost.agent.ForkGate;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.util.Utils;

/** The forks of a run of this suite, with its own class path. The folder takes JMH's own files. */
public record SuiteForks(Arguments arguments, Path folder) {
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

    /** A fork of a row. A row that is not forked runs in this JVM. The host has this JVM's arguments. */
    record Command(PlannedRow row, SuiteForks suite) implements Plan.Command {
        @Override
        public List<String> command(HostPlace place) {
            List<String> inherited = ManagementFactory.getRuntimeMXBean().getInputArguments();
            List<String> command = new ArrayList<>(List.of(Utils.getCurrentJvm()));
            command.addAll(ForkFlags.silence(Runtime.version().feature()));
            command.addAll(inherited);
            command.addAll(List.of(
                    "-Djava.io.tmpdir=" + suite.folder,
                    "-cp",
                    System.getProperty("java.class.path"),
                    ForkGate.class.getName(),
                    place.object().toString()));
            command.addAll(options(place));
            command.addAll(ForkFlags.of(row, suite.arguments, suite.jvm(row), place)
                    .inheriting(inherited)
                    .options(true));
            return command;
        }

        @Override
        public Optional<CommandLineOptions> inThisJvm(HostPlace place) {
            try {
                return row.inProcess()
                        ? Optional.of(new CommandLineOptions(options(place).toArray(String[]::new)))
                        : Optional.empty();
            } catch (CommandLineOptionException e) {
                throw new IllegalStateException(e); // the same options have been read before
            }
        }

        private List<String> options(HostPlace place) {
            List<String> options = new ArrayList<>(place.options(List.of(place.recorder()), row.warmUp()));
            options.addAll(row.options(suite.arguments));
            return options;
        }
    }
}

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

/** A fork of a row of this suite, with this JVM's class path. The host has this JVM's arguments. A row that is not forked runs in this JVM. */
record SuiteFork(PlannedRow row, Arguments arguments) implements Plan.Command {
    @Override
    public List<String> host(Path temporary) {
        List<String> command = new ArrayList<>(List.of(Utils.getCurrentJvm()));
        command.addAll(ForkFlags.silence(Runtime.version().feature()));
        command.addAll(inherited());
        command.addAll(List.of(
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty("java.class.path"),
                ForkGate.class.getName()));
        return command;
    }

    private static List<String> inherited() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments();
    }

    @Override
    public Path result(HostPlace place) {
        return place.object();
    }

    @Override
    public List<String> options(HostPlace place) {
        List<String> options = inAnyJvm(place);
        options.addAll(ForkFlags.of(row, arguments, ForkJvm.of(row, arguments), place)
                .inheriting(inherited())
                .options());
        return options;
    }

    @Override
    public Optional<CommandLineOptions> inThisJvm(HostPlace place) {
        try {
            return row.inProcess()
                    ? Optional.of(new CommandLineOptions(inAnyJvm(place).toArray(String[]::new)))
                    : Optional.empty();
        } catch (CommandLineOptionException e) {
            throw new IllegalStateException(e); // the same options have been read before
        }
    }

    private List<String> inAnyJvm(HostPlace place) {
        List<String> options = place.options(row, arguments, place.recorder());
        options.addAll(row.options(arguments));
        return options;
    }
}

package dev.callcost.launch;

import dev.callcost.agent.ForkGate;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.util.Utils;

/** A fork of a row of this suite, with this JVM's class path. The host has this JVM's arguments. */
record SuiteFork(PlannedRow row, RunArguments arguments) implements ForkPlan.ForkCommand {
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
    public Path result(HostFolder place) {
        return place.object();
    }

    @Override
    public List<String> options(HostFolder place) {
        List<String> options = place.options(row, arguments, place.recorder());
        options.addAll(row.options(arguments));
        options.addAll(ForkFlags.of(row, arguments, ForkJvm.of(row, arguments), place, inherited())
                .inheriting(ForkFlags.left(inherited(), arguments))
                .options());
        return options;
    }
}

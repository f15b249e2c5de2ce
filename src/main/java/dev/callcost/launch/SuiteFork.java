package dev.callcost.launch;

import dev.callcost.agent.ForkGate;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.openjdk.jmh.util.Utils;

/**
 * A fork of a row of this suite, with this JVM's class path. The host has this JVM's arguments.
 *
 * @param counting how a fork counts work; empty of one that is measured
 */
record SuiteFork(PlannedRow row, RunArguments arguments, Optional<ForkCounter.CountingFork> counting)
        implements ForkPlan.ForkCommand {
    static SuiteFork measuring(PlannedRow row, RunArguments arguments) {
        return new SuiteFork(row, arguments, Optional.empty());
    }

    static SuiteFork counting(ForkCounter.CountingFork fork) {
        return new SuiteFork(fork.row(), fork.arguments(), Optional.of(fork));
    }

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
        String profiler = counting.isEmpty() ? place.recorder() : place.workReader();
        List<String> options = place.options(row, arguments, profiler);
        options.addAll(row.options(arguments));
        options.addAll(ForkFlags.of(row, arguments, ForkJvm.of(row, arguments), place, inherited())
                .inheriting(ForkFlags.left(inherited(), arguments))
                .after(counting.map(ForkCounter.CountingFork::agent).orElse(List.of()), row, arguments, inherited())
                .options());
        return options;
    }
}

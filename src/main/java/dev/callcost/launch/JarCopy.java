package dev.callcost.launch;

import dev.callcost.agent.ForkGate;
import dev.callcost.agent.UntilWarm;
import dev.callcost.text.CommandException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.Utils;

/**
 * A copy of a JMH jar, this suite's or any other's, with the agents in it. Forks run from the copy, so a build may replace the original meanwhile.
 *
 * @param original the jar that was named
 * @param path the copy
 * @param checksum the original's
 * @param benchmarks those of the jar
 * @param arguments what selects its rows and is said to JMH
 * @param jvm what its forks run on
 */
public record JarCopy(
        Path original, Path path, String checksum, BenchmarkList benchmarks, Arguments arguments, ForkJvm jvm) {
    /** The agents in the forks of every host. */
    static final List<Class<?>> HOSTED = List.of(ForkGate.class, UntilWarm.class);

    /** The files that a killed process leaves are deleted with the folder of the copies. */
    private static final String TEMPORARY = "-Djava.io.tmpdir=";

    /**
     * Copies a jar.
     *
     * @param copy where to
     * @param agents classes that are added to the benchmarks, without those that every host needs
     * @throws CommandException (bad file) when the jar cannot be read
     */
    public static JarCopy of(Path original, Path copy, List<Class<?>> agents, Arguments arguments, ForkJvm jvm) {
        try {
            Files.copy(original, copy);
            new JmhJar(copy).add(Stream.concat(HOSTED.stream(), agents.stream()).toList());
        } catch (IOException e) {
            throw CommandException.badFile("cannot copy " + original + " to " + copy + ": " + e.getMessage());
        }
        return new JarCopy(original, copy, new JmhJar(original).checksum(), benchmarks(original, copy), arguments, jvm);
    }

    private static BenchmarkList benchmarks(Path original, Path copy) {
        try {
            return new JmhJar(copy).benchmarks();
        } catch (IllegalStateException e) {
            throw CommandException.badFile(original + ": its list of benchmarks is of a JMH too old to be read");
        }
    }

    /** Whether the jar is this suite's, of this version or another. */
    public boolean isSuite() {
        return Selection.isSuite(benchmarks);
    }

    /**
     * The rows that the arguments select.
     *
     * @throws CommandException (usage) see {@link Selection#of(Arguments, BenchmarkList, org.openjdk.jmh.runner.format.OutputFormat)}
     */
    public List<PlannedRow> rows() {
        return Selection.of(
                arguments,
                benchmarks,
                OutputFormatFactory.createFormatInstance(
                        new PrintStream(OutputStream.nullOutputStream(), false), VerboseMode.SILENT));
    }

    /**
     * The command of the host that starts forks of a row.
     *
     * @param first JMH options that go before the user's
     */
    public List<String> command(PlannedRow row, HostPlace place, List<String> first) {
        List<String> command = new ArrayList<>(List.of(
                Utils.getCurrentJvm(),
                TEMPORARY + path.getParent(),
                "-cp",
                path.toString(),
                ForkGate.class.getName(),
                place.json().toString()));
        command.addAll(first);
        boolean isNamed = arguments.options().getJvm().hasValue();
        if (!isNamed && !jvm.executable().equals(Utils.getCurrentJvm())) {
            command.addAll(List.of("-jvm", jvm.executable()));
        }
        ForkFlags flags =
                isSuite() ? ForkFlags.of(row, arguments, jvm, place.record()) : ForkFlags.ofForeign(row, arguments);
        command.addAll(flags.options(isSuite()));
        command.addAll(row.options(arguments));
        return command;
    }

    /** Whether the way a fork is run or its JVM's release needs a JVM argument, and not what the fork measures. */
    public boolean isOwn(String jvmArgument) {
        return jvmArgument.startsWith(TEMPORARY)
                || ForkRecord.isJvmArgument(jvmArgument)
                || isSuite() && ForkFlags.isForRelease(jvmArgument, arguments);
    }

    /** A fork as it measured, without such arguments. */
    public ForkOutcome.Measured withoutOwn(ForkOutcome.Measured measured) {
        JmhForks.keepJvmArguments(measured.line().getAsJsonObject("jmh"), argument -> !isOwn(argument));
        return new ForkOutcome.Measured(measured.line());
    }
}

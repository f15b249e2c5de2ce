package dev.callcost.launch;

import dev.callcost.agent.ForkGate;
import dev.callcost.agent.UntilWarm;
import dev.callcost.agent.Warmth;
import dev.callcost.text.CommandException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.Utils;

/**
 * A JMH jar, this suite's or any other's, as {@link ForkHost}s run it: a copy, whatever becomes of the original meanwhile, with the agents beside its
 * benchmarks.
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
    /** What the forks of every host have beside them. */
    private static final List<Class<?>> HOSTED = List.of(ForkGate.class, UntilWarm.class, Warmth.class);

    private static final String MAIN = "org.openjdk.jmh.Main";

    /** More than a row ever takes: a host is ended when its row needs no more of them. */
    private static final String MOST_FORKS = "1000";

    private static final String IGNORE_LOCK = "-Djmh.ignoreLock=";

    /** What a process that is killed leaves behind goes with the folder of the copies. */
    private static final String TEMPORARY = "-Djava.io.tmpdir=";

    /** Makes the file of the copy. */
    public interface Copying {
        /** Copies a file as it is. */
        Copying PLAIN = Files::copy;

        /**
         * Copies.
         *
         * @throws IOException when the jar cannot be read, or the copy not be written
         */
        void copy(Path jar, Path copy) throws IOException;
    }

    /**
     * Copies a jar.
     *
     * @param copy where to
     * @param copying makes the copy
     * @param agents what is put beside its benchmarks, but for what every {@link ForkHost} needs
     * @throws CommandException (bad file) when the jar cannot be read
     */
    public static JarCopy of(
            Path original, Path copy, Copying copying, List<Class<?>> agents, Arguments arguments, ForkJvm jvm) {
        try {
            copying.copy(original, copy);
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
     * The command of the JMH host that starts forks of a row.
     *
     * @param first JMH options that go before the user's
     */
    public List<String> command(PlannedRow row, HostPlace place, List<String> first) {
        List<String> command = new ArrayList<>(List.of(
                Utils.getCurrentJvm(),
                IGNORE_LOCK + "true",
                TEMPORARY + path.getParent(),
                "-cp",
                path.toString(),
                MAIN));
        command.addAll(first);
        command.addAll(arguments.forkTokens());
        boolean isNamed = arguments.options().getJvm().hasValue();
        if (!isNamed && !jvm.executable().equals(Utils.getCurrentJvm())) {
            command.addAll(List.of("-jvm", jvm.executable()));
        }
        if (isSuite()) {
            ForkFlags flags = ForkFlags.of(row, arguments, jvm, place.record());
            addJvmArguments(command, "jvmArgsPrepend", flags.prepend());
            addJvmArguments(command, "jvmArgs", flags.arguments().orElse(List.of()));
            addJvmArguments(command, "jvmArgsAppend", flags.append());
        } else {
            addJvmArguments(command, "jvmArgsPrepend", arguments.jvmArguments("jvmArgsPrepend"));
            addJvmArguments(command, "jvmArgs", arguments.jvmArguments("jvmArgs"));
            if (!arguments.jvmArguments("jvmArgsAppend").isEmpty()) {
                addJvmArguments(command, "jvmArgsAppend", ForkFlags.append(row, arguments));
            }
        }
        command.addAll(List.of("-bm", row.mode().shortLabel()));
        row.params().forEach((param, value) -> command.addAll(List.of("-p", param + "=" + value)));
        command.addAll(List.of("-f", MOST_FORKS, "-wf", "0", "-foe", "true"));
        command.add("^" + Pattern.quote(row.name()) + "$");
        return command;
    }

    /** Whether a fork has a JVM argument for the sake of how it is run or of its JVM's release, and not of what it measures. */
    public boolean isOwn(String jvmArgument) {
        return jvmArgument.startsWith(IGNORE_LOCK)
                || jvmArgument.startsWith(TEMPORARY)
                || ForkRecord.isJvmArgument(jvmArgument)
                || isSuite() && ForkFlags.isForRelease(jvmArgument, arguments);
    }

    /** A fork as it measured, without such arguments. */
    public ForkOutcome.Measured withoutOwn(ForkOutcome.Measured measured) {
        JmhForks.keepJvmArguments(measured.line().getAsJsonObject("jmh"), argument -> !isOwn(argument));
        return new ForkOutcome.Measured(measured.line());
    }

    /** As one text, which JMH splits at blanks that are not quoted: older ones take no second. */
    private static void addJvmArguments(List<String> command, String option, List<String> values) {
        if (!values.isEmpty()) {
            command.add("-" + option);
            command.add(values.stream()
                    .map(value -> value.contains(" ") ? "\"" + value + "\"" : value)
                    .collect(Collectors.joining(" ")));
        }
    }
}

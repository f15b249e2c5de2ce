package dev.callcost.launch;

import com.google.gson.JsonObject;
import dev.callcost.agent.ForkGate;
import dev.callcost.agent.Latencies;
import dev.callcost.agent.UntilWarm;
import dev.callcost.data.Row;
import dev.callcost.launch.ForkJvm.ForkFlags;
import dev.callcost.launch.ForkPlan.ForkOutcome;
import dev.callcost.launch.RowPair.SideRow;
import dev.callcost.text.CommandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.util.Utils;

/**
 * A copy of a JMH jar, this suite's or another, with the agents in it, and of the jars that its manifest names. Forks
 * run from the copy, so a build may replace the original meanwhile.
 *
 * @param others the copied jars, and the folders that the manifest names, which stay where they are
 */
public record JarCopy(
        JmhJar original,
        Path path,
        List<Path> others,
        String checksum,
        BenchmarkList benchmarks,
        RunArguments arguments,
        ForkJvm jvm) {
    /** The agents in the forks of every host. */
    static final List<Class<?>> HOSTED = List.of(ForkGate.class, UntilWarm.class);

    /** Files that a killed process leaves are deleted with the folder of the copies. */
    private static final String TEMPORARY = "-Djava.io.tmpdir=";

    /**
     * @param agents classes that are added to those that every host needs
     * @throws CommandException (bad file) when the jar cannot be read; (usage) when its class files are of a later Java
     *     than the forks' JVM
     */
    public static JarCopy of(JmhJar original, Path copy, List<Class<?>> agents, RunArguments arguments, ForkJvm jvm) {
        List<Path> others = new ArrayList<>();
        BenchmarkList benchmarks;
        try {
            benchmarks = original.benchmarks();
        } catch (IllegalStateException e) {
            throw CommandException.badFile(original.name() + ": its list of benchmarks is of a JMH too old to be read");
        }
        int release = original.release(benchmarks.getAll(RowSelection.SILENCE, List.of()));
        if (release > jvm.release()) {
            throw CommandException.usage(original.name() + ": class files of Java " + release + ", and forks run JDK "
                    + jvm.version() + ": --jvm names a java of " + release + " or later");
        }
        try {
            Files.copy(original.path(), copy);
            JmhJar jar = new JmhJar(copy);
            for (Path other : original.classPath()) {
                others.add(
                        Files.isDirectory(other)
                                ? other
                                : copied(other, copy.resolveSibling(copy.getFileName() + "." + others.size())));
            }
            if (!others.isEmpty()) {
                jar.setClassPath(others);
            }
            jar.add(Stream.concat(HOSTED.stream(), agents.stream()).toList());
            if (!jar.has(Latencies.class)) {
                jar.add(List.of(Latencies.class)); // never replaced: the jar's own states call it
            }
        } catch (IOException e) {
            throw CommandException.badFile("cannot copy " + original.name() + " to " + copy + ": " + e.getMessage());
        }
        return new JarCopy(original, copy, others, original.checksum(), benchmarks, arguments, jvm);
    }

    /**
     * Into a folder of its own, because a program may read the names of its jars. A class of a signed package cannot
     * come from another jar.
     */
    private static Path copied(Path jar, Path folder) throws IOException {
        Path copy = Files.createDirectory(folder).resolve(jar.getFileName());
        Files.copy(jar, copy);
        new JmhJar(copy).add(Map.of());
        return copy;
    }

    /**
     * Copies this copy, with other files in the jar.
     *
     * @param files by their names in the jar
     * @param other the arguments of the new copy's forks
     * @throws CommandException (bad file) when it cannot be written
     */
    public JarCopy with(Map<String, byte[]> files, Path copy, RunArguments other) {
        try {
            Files.copy(path, copy);
            new JmhJar(copy).add(files);
            return new JarCopy(original, copy, others, checksum, benchmarks, other, jvm);
        } catch (IOException e) {
            throw CommandException.badFile("cannot copy " + path + " to " + copy + ": " + e.getMessage());
        }
    }

    /**
     * Replaces files in the copy and in the jars that its manifest names.
     *
     * @param removed names that none of them has afterwards
     * @param files are added to the jar, by their names
     * @param other the benchmarks that it lists then
     * @throws CommandException (usage) when a folder that the manifest names has one of these files; (bad file) when a
     *     copy cannot be written
     */
    public JarCopy replacing(Collection<String> removed, Map<String, byte[]> files, BenchmarkList other) {
        try {
            new JmhJar(path).remove(removed);
            for (Path jar : others) {
                Optional<String> loose = removed.stream()
                        .filter(name -> Files.exists(jar.resolve(name)))
                        .findFirst();
                if (loose.isPresent()) {
                    throw CommandException.usage("compare: " + jar + " holds " + loose.get()
                            + ", and files of a folder are not replaced: put them into a jar");
                }
                if (!Files.isDirectory(jar)) {
                    new JmhJar(jar).remove(removed);
                }
            }
            new JmhJar(path).add(files);
            return new JarCopy(original, path, others, checksum, other, arguments, jvm);
        } catch (IOException e) {
            throw CommandException.badFile("cannot write to " + path + ": " + e.getMessage());
        }
    }

    /** The copy whose forks have other arguments. */
    public JarCopy with(RunArguments other) {
        return new JarCopy(original, path, others, checksum, benchmarks, other, jvm);
    }

    public boolean isSuite() {
        return RowSelection.isSuite(benchmarks);
    }

    public List<PlannedRow> rows() {
        return RowSelection.of(arguments, List.of(benchmarks)).get(0);
    }

    /** A fork of a row from the copy. */
    public interface JarFork extends ForkPlan.ForkCommand {
        SideRow side();

        /** JMH options that go before all others. */
        List<String> first(HostFolder place);

        /** Whether its host itself runs it, on the JVM and with the arguments that a fork would get. */
        default boolean isInHost() {
            return false;
        }

        /** Arguments of its JVM in addition to those of benchmark and user, which follow and win. */
        default List<String> jvmArguments() {
            return List.of();
        }

        @Override
        default List<String> host(Path temporary) {
            JarCopy jar = side().jar();
            List<String> command = new ArrayList<>();
            command.add(isInHost() ? jar.jvm.executable() : Utils.getCurrentJvm());
            command.add(TEMPORARY + temporary);
            if (isInHost()) {
                PlannedRow row = side().row();
                List<String> host = ForkFlags.ofEnvironment();
                command.addAll(ForkFlags.ofForeign(row, jar.arguments, jar.jvm, host)
                        .after(jvmArguments(), row, jar.arguments, host)
                        .line(row));
            }
            command.addAll(List.of("-cp", jar.path.toString(), ForkGate.class.getName()));
            return command;
        }

        @Override
        default Path result(HostFolder place) {
            return place.json();
        }

        @Override
        default List<String> options(HostFolder place) {
            JarCopy jar = side().jar();
            PlannedRow row = side().row();
            List<String> options = new ArrayList<>(first(place));
            if (!isInHost()) {
                boolean isNamed = jar.arguments.options().getJvm().hasValue();
                if (!isNamed && !jar.jvm.executable().equals(Utils.getCurrentJvm())) {
                    options.addAll(List.of("-jvm", jar.jvm.executable()));
                }
                List<String> host = ForkFlags.ofEnvironment();
                ForkFlags flags = jar.isSuite()
                        ? ForkFlags.of(row, jar.arguments, jar.jvm, place, host)
                        : ForkFlags.ofForeign(row, jar.arguments, jar.jvm, host);
                options.addAll(
                        flags.after(jvmArguments(), row, jar.arguments, host).options());
            }
            options.addAll(row.options(jar.arguments));
            return options;
        }
    }

    /** Whether a JVM argument only serves the start of a fork or its JVM's release. */
    public static boolean isOwn(String jvmArgument) {
        return jvmArgument.startsWith(TEMPORARY) || ForkFlags.isForRelease(jvmArgument);
    }

    /**
     * A fork without the JVM arguments that are callcost's {@linkplain #isOwn own}, and without the argument that forks
     * of another jar have only where they are confined.
     */
    public ForkOutcome.Measured withoutOwn(ForkOutcome.Measured measured) {
        JsonObject jmh = measured.jmh();
        if (!jmh.has(Row.JVM_ARGUMENTS)) {
            return measured;
        }
        ForkJson.keepJvmArguments(
                jmh, argument -> !isOwn(argument) && (isSuite() || !argument.equals(ForkFlags.ALL_CPUS)));
        Row row = measured.fork().row().withJvmArguments(ForkJson.jvmArguments(jmh));
        return new ForkOutcome.Measured(measured.fork().with(row), measured.line());
    }
}

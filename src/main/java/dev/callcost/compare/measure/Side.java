package dev.callcost.compare.measure;

import dev.callcost.agent.TurnTaking;
import dev.callcost.compare.measure.ComparisonRequest.SideRequest;
import dev.callcost.compare.session.Session.SideDescription;
import dev.callcost.data.RowKey;
import dev.callcost.file.SafeFile;
import dev.callcost.launch.ForkJvm;
import dev.callcost.launch.JarCopy;
import dev.callcost.launch.JmhJar;
import dev.callcost.launch.PlannedRow;
import dev.callcost.launch.PlannedRow.ShortTurns;
import dev.callcost.launch.RowPair.SideRow;
import dev.callcost.launch.RowSelection;
import dev.callcost.launch.RunArguments;
import dev.callcost.text.CommandException;
import dev.callcost.text.PathTails;
import dev.callcost.text.Sections;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.openjdk.jmh.runner.options.Options;

/**
 * One side of a comparison, ready to run forks.
 *
 * @param name {@code base} or {@code head}
 * @param jars copies of its jars, with all arguments of the side
 */
record Side(String name, List<JarCopy> jars) {
    private static final int SHORT = 12;

    /**
     * Copies the side's jars.
     *
     * @param name the names of both sides have equal lengths, and so have the paths of the copies, because a path takes
     *     memory in the JVM
     * @param common the arguments of both sides
     * @param folder receives a folder for each jar
     * @throws CommandException (usage) when the arguments or the JVM cannot be used; (bad file) when a jar cannot be
     *     read
     */
    static Side of(String name, SideRequest options, List<RunArguments.Group> common, List<JmhJar> jars, Path folder) {
        List<RunArguments.Group> groups = new ArrayList<>(common);
        groups.addAll(options.args());
        if (!options.jvmArgs().isBlank()) {
            groups.add(new RunArguments.Group(
                    List.of("-jvmArgsAppend", options.jvmArgs().strip()), false));
        }
        RunArguments arguments = RunArguments.of(groups);
        ForkJvm jvm = ForkJvm.of(arguments.options().getJvm().orElse(options.jvm()));
        List<JarCopy> copies = new ArrayList<>();
        for (JmhJar jar : jars) {
            Path own = folder.resolve("" + copies.size());
            SafeFile.createFolder(own, "the temporary folder cannot be used");
            copies.add(JarCopy.of(jar, own.resolve(name + ".jar"), List.of(TurnTaking.class), arguments, jvm));
        }
        return new Side(name, copies);
    }

    RunArguments arguments() {
        return jars.get(0).arguments();
    }

    ForkJvm jvm() {
        return jars.get(0).jvm();
    }

    /** The side with other jars, each made of a jar of another side and the one of this side that belongs to it. */
    Side with(Side other, BinaryOperator<JarCopy> change) {
        return new Side(
                name,
                IntStream.range(0, jars.size())
                        .mapToObj(n -> change.apply(other.jars.get(n), jars.get(n)))
                        .toList());
    }

    /**
     * The rows of each jar that the side's arguments select.
     *
     * @param varied params in which the sides differ on purpose, which are no part of a row's key
     * @throws CommandException (usage) when nothing matches, or several rows of a jar differ in nothing but
     *     {@code varied}
     */
    List<Map<RowKey, SideRow>> rows(Set<String> varied) {
        List<List<PlannedRow>> selected = RowSelection.of(
                arguments(), jars.stream().map(JarCopy::benchmarks).toList());
        return IntStream.range(0, jars.size())
                .mapToObj(n -> rows(jars.get(n), selected.get(n), varied))
                .toList();
    }

    private Map<RowKey, SideRow> rows(JarCopy jar, List<PlannedRow> selected, Set<String> varied) {
        Map<RowKey, SideRow> rows = new LinkedHashMap<>();
        Options user = arguments().options();
        for (PlannedRow planned : selected) {
            PlannedRow row = ShortTurns.of(planned, user)
                    .map(turns -> planned.with(turns, user))
                    .orElse(planned);
            SortedMap<String, String> params = new TreeMap<>(row.params());
            params.keySet().removeAll(varied);
            RowKey key = new RowKey(row.name(), row.mode().shortLabel(), params);
            if (rows.put(key, new SideRow(jar, row)) != null) {
                throw CommandException.usage(name + " has several rows " + key.label() + " that differ in nothing but "
                        + String.join(", ", varied) + ": name one value of it for each side");
            }
        }
        return rows;
    }

    /**
     * The side in one line: its jars, JVM and arguments.
     *
     * @param modules the names of the jars where there are several
     * @param other the line names libraries with another version in this side's jars
     */
    String text(List<String> modules, Side other) {
        boolean isOne = jars.size() == 1;
        return (isOne ? "" : Sections.count(jars.size(), "jar") + ": ")
                + IntStream.range(0, jars.size())
                        .mapToObj(n ->
                                (isOne ? named(jars.get(n)) : modules.get(n)) + text(jars.get(n), other.jars.get(n)))
                        .collect(Collectors.joining("; "))
                + ", " + jvm().name()
                + (measuring().isEmpty() ? "" : ", " + String.join(" ", measuring()));
    }

    private static String text(JarCopy jar, JarCopy other) {
        return " (SHA-256 " + jar.checksum().substring(0, SHORT) + "...)"
                + new JmhJar(jar.path()).versionsUnlike(new JmhJar(other.path()));
    }

    /** The side's jars as the log's first line has them. */
    List<SideDescription> describe() {
        return jars.stream()
                .map(jar -> new SideDescription(
                        named(jar), jar.checksum(), new JmhJar(jar.path()).versions(), jvm().name(), measuring()))
                .toList();
    }

    private static String named(JarCopy jar) {
        return PathTails.cut(Path.of(jar.original().name()).toAbsolutePath().toString());
    }

    private List<String> measuring() {
        return PathTails.cut(arguments().measuring());
    }
}

package dev.callcost.compare.measure;

import dev.callcost.agent.TurnTaking;
import dev.callcost.compare.measure.ComparisonRequest.SideRequest;
import dev.callcost.compare.session.Session.SideDescription;
import dev.callcost.data.RowKey;
import dev.callcost.launch.ForkFlags;
import dev.callcost.launch.ForkJvm;
import dev.callcost.launch.ForkOutcome;
import dev.callcost.launch.HostFolder;
import dev.callcost.launch.JarCopy;
import dev.callcost.launch.JmhJar;
import dev.callcost.launch.PlannedRow;
import dev.callcost.launch.RunArguments;
import dev.callcost.launch.ShortTurns;
import dev.callcost.text.CommandException;
import dev.callcost.text.PathTails;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.util.Utils;

/**
 * One side of a comparison, ready to run forks.
 *
 * @param name {@code base} or {@code head}
 * @param jar a copy of its jar, with all arguments of the side
 */
record Side(String name, JarCopy jar) {
    private static final int SHORT = 12;

    /**
     * Copies the side's jar.
     *
     * @param name the names of both sides have equal lengths, and so have the paths of the copies, because a path takes
     *     memory in the JVM
     * @param common the arguments of both sides
     * @param folder receives the copy
     * @throws CommandException (usage) when the arguments or the JVM cannot be used; (bad file) when the jar cannot be
     *     read
     */
    static Side of(String name, SideRequest options, List<RunArguments.Group> common, Path folder) {
        List<RunArguments.Group> groups = new ArrayList<>(common);
        groups.addAll(
                RunArguments.groups(Utils.splitQuotedEscape(options.args()).toArray(String[]::new)));
        if (!options.jvmArgs().isBlank()) {
            groups.add(new RunArguments.Group(
                    List.of("-jvmArgsAppend", options.jvmArgs().strip()), false));
        }
        RunArguments arguments = RunArguments.of(groups);
        return new Side(
                name,
                JarCopy.of(
                        options.jar(),
                        folder.resolve(name + ".jar"),
                        List.of(TurnTaking.class),
                        arguments,
                        ForkJvm.of(arguments.options().getJvm().orElse(options.jvm()))));
    }

    /**
     * The rows that the side's arguments select.
     *
     * @param varied params in which the sides differ on purpose, which are no part of a row's key
     * @throws CommandException (usage) when nothing matches, or several rows differ in nothing but {@code varied}
     */
    Map<RowKey, PlannedRow> rows(Set<String> varied) {
        Map<RowKey, PlannedRow> rows = new LinkedHashMap<>();
        Options user = jar.arguments().options();
        for (PlannedRow selected : jar.rows()) {
            PlannedRow row = ShortTurns.of(selected, user)
                    .map(turns -> selected.with(turns, user))
                    .orElse(selected);
            SortedMap<String, String> params = new TreeMap<>(row.params());
            params.keySet().removeAll(varied);
            RowKey key = new RowKey(row.name(), row.mode().shortLabel(), params);
            if (rows.put(key, row) != null) {
                throw CommandException.usage(name + " has several rows " + key.label() + " that differ in nothing but "
                        + String.join(", ", varied) + ": name one value of it for each side");
            }
        }
        return rows;
    }

    record SideCommand(Side side, PlannedRow row, boolean isConfined) implements JarCopy.JarFork {
        @Override
        public JarCopy jar() {
            return side.jar;
        }

        @Override
        public List<String> jvmArguments() {
            return isConfined && !side.jar.isSuite() ? List.of(ForkFlags.ALL_CPUS) : List.of();
        }

        @Override
        public List<String> first(HostFolder place) {
            RunArguments arguments = side.jar.arguments();
            List<String> first = place.options(row, arguments, place.turns());
            Options user = arguments.options();
            ShortTurns.of(row, user).ifPresent(turns -> first.addAll(turns.options(user)));
            return first;
        }

        @Override
        public Optional<Duration> longest() {
            return ShortTurns.of(row, side.jar.arguments().options()).flatMap(ShortTurns::longest);
        }
    }

    /** Whether both sides measure a row by the same command. */
    boolean measuresAs(Side other, PlannedRow row, PlannedRow otherRow) {
        HostFolder nowhere = new HostFolder(Path.of(""), 0);
        return jar.checksum().equals(other.jar.checksum())
                && new SideCommand(this, row, false)
                        .options(nowhere)
                        .equals(new SideCommand(other, otherRow, false).options(nowhere));
    }

    /** An outcome without the JVM arguments that {@code compare} added. */
    ForkOutcome checked(ForkOutcome outcome) {
        return outcome instanceof ForkOutcome.Measured measured ? jar.withoutOwn(measured) : outcome;
    }

    /**
     * The side in one line: its jar, JVM and arguments.
     *
     * @param other the line names libraries with another version in this side's jar
     */
    String text(Side other) {
        return named() + " (SHA-256 " + jar.checksum().substring(0, SHORT) + "...)"
                + new JmhJar(jar.path()).versionsUnlike(new JmhJar(other.jar.path())) + ", "
                + jar.jvm().name()
                + (arguments().isEmpty() ? "" : ", " + String.join(" ", arguments()));
    }

    /** The side as the log's first line has it. */
    SideDescription describe() {
        return new SideDescription(
                named(),
                jar.checksum(),
                new JmhJar(jar.path()).versions(),
                jar.jvm().name(),
                arguments());
    }

    private String named() {
        return PathTails.cut(Path.of(jar.original().name()).toAbsolutePath().toString());
    }

    private List<String> arguments() {
        return PathTails.cut(jar.arguments().measuring());
    }
}

package dev.callcost.compare;

import dev.callcost.agent.TurnTaking;
import dev.callcost.data.RowKey;
import dev.callcost.launch.Arguments;
import dev.callcost.launch.ForkCommand;
import dev.callcost.launch.ForkJvm;
import dev.callcost.launch.ForkOutcome;
import dev.callcost.launch.HostPlace;
import dev.callcost.launch.JarCopy;
import dev.callcost.launch.JmhJar;
import dev.callcost.launch.PlannedRow;
import dev.callcost.launch.Selection;
import dev.callcost.text.CommandException;
import dev.callcost.text.PathTails;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One side of a comparison, ready to run forks.
 *
 * @param name {@code base} or {@code head}
 * @param options what the user named for it
 * @param jar its jar, with all of its arguments, those of both sides among them
 */
record Side(String name, SideOptions options, JarCopy jar) {
    private static final int SHORT = 12;

    /**
     * For benchmarks of other projects: short iterations, of which neighbours take turns. JMH's five of 10 s would take a quarter of an hour to a row's first
     * interim analysis.
     */
    private static final Arguments.Group DEFAULTS = new Arguments.Group(List.of("-i", "50", "-r", "100ms"), true);

    /**
     * Copies the side's jar.
     *
     * @param name {@code base} or {@code head}, which are equally long, and so are the paths of the copies: paths have a length in
     *     the memory of a JVM
     * @param common the arguments of both sides
     * @param folder takes the copy
     * @param inTurns whether its forks are to take turns with the other side's
     * @throws CommandException (usage) when the arguments or the JVM cannot be used; (bad file) when the jar cannot be read
     */
    public static Side of(
            String name, SideOptions options, List<Arguments.Group> common, Path folder, boolean inTurns) {
        List<Arguments.Group> groups = new ArrayList<>(common);
        if (!Selection.isSuite(new JmhJar(options.jar()).benchmarks())) {
            groups.add(0, DEFAULTS);
        }
        Arguments arguments = options.arguments(groups);
        ForkJvm jvm = ForkJvm.of(arguments.options().getJvm().orElse(options.jvm()));
        JarCopy copy = JarCopy.of(
                options.jar(),
                folder.resolve(name + ".jar"),
                inTurns ? List.of(TurnTaking.class) : List.of(),
                arguments,
                jvm);
        return new Side(name, options, copy);
    }

    /**
     * The rows that the side's arguments select.
     *
     * @param varied params in which the sides differ on purpose, which are no part of a row's key
     * @throws CommandException (usage) when nothing matches, or several rows differ in nothing but {@code varied}
     */
    Map<RowKey, PlannedRow> rows(Set<String> varied) {
        Map<RowKey, PlannedRow> rows = new LinkedHashMap<>();
        for (PlannedRow row : jar.rows()) {
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

    /**
     * How forks of a row are started.
     *
     * @param inTurns whether they take turns with the other side's
     */
    record Command(Side side, PlannedRow row, boolean inTurns) implements ForkCommand {
        @Override
        public List<String> command(HostPlace place) {
            return side.command(row, place, inTurns);
        }
    }

    private List<String> command(PlannedRow row, HostPlace place, boolean inTurns) {
        return jar.command(row, place, place.options(inTurns ? List.of(place.turns()) : List.of(), row.warmUp()));
    }

    /** Whether one side's row is measured by the very command by which the other's is. */
    boolean measuresAs(Side other, PlannedRow row, PlannedRow otherRow) {
        HostPlace nowhere = new HostPlace(Path.of(""), 0);
        List<String> theirs = other.command(otherRow, nowhere, false);
        theirs.replaceAll(
                word -> word.equals(other.jar.path().toString()) ? jar.path().toString() : word);
        return jar.checksum().equals(other.jar.checksum())
                && command(row, nowhere, false).equals(theirs);
    }

    /** How a fork ended, without what is the comparison's own. */
    ForkOutcome checked(ForkOutcome outcome) {
        return outcome instanceof ForkOutcome.Measured measured ? jar.withoutOwn(measured) : outcome;
    }

    /**
     * The side in one line: its jar, JVM and arguments, those of both sides among them.
     *
     * @param other what it is compared with; libraries of which the jars have different versions are named
     */
    public String text(Side other) {
        return PathTails.cut(options.jar().toAbsolutePath().toString()) + " (SHA-256 "
                + jar.checksum().substring(0, SHORT)
                + "...)" + new JmhJar(jar.path()).versionsUnlike(new JmhJar(other.jar.path())) + ", "
                + jar.jvm().name()
                + (arguments().isEmpty() ? "" : ", " + String.join(" ", arguments()));
    }

    /** Everything about the side, by name. */
    public Map<String, Object> describe() {
        Map<String, Object> described = new LinkedHashMap<>();
        described.put("jar", PathTails.cut(options.jar().toAbsolutePath().toString()));
        described.put("sha256", jar.checksum());
        described.put("versions", new JmhJar(jar.path()).versions());
        described.put("jvm", jar.jvm().name());
        described.put("arguments", arguments());
        return described;
    }

    private List<String> arguments() {
        return PathTails.cut(jar.arguments().measuring());
    }
}

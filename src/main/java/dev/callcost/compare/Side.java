package dev.callcost.compare;

import dev.callcost.agent.TurnTaking;
import dev.callcost.fork.Arguments;
import dev.callcost.fork.ForkFlags;
import dev.callcost.fork.ForkJvm;
import dev.callcost.fork.PlannedRow;
import dev.callcost.fork.Selection;
import dev.callcost.results.RowKey;
import dev.callcost.text.CommandException;
import dev.callcost.text.Numbers;
import dev.callcost.text.PathTails;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * One side of a comparison, ready to run forks.
 *
 * @param name {@code base} or {@code head}
 * @param options what the user named for it
 * @param arguments all of its arguments, those of both sides among them
 * @param jvm what its processes run on
 * @param checksum the jar's
 * @param copy where its processes find the jar, whatever becomes of the original meanwhile
 * @param extraWork how much more work its forks do, relative; empty when the copy has the benchmarks as they are
 */
public record Side(
        String name,
        SideOptions options,
        Arguments arguments,
        ForkJvm jvm,
        String checksum,
        Path copy,
        OptionalDouble extraWork) {
    private static final int SHORT = 12;
    private static final String IGNORE_LOCK = "-Djmh.ignoreLock=";

    /** What a process that is killed leaves behind goes with the folder of the copies. */
    private static final String TEMPORARY = "-Djava.io.tmpdir=";

    /**
     * Copies the side's jar.
     *
     * @param name {@code base} or {@code head}, which are equally long, and so are the paths of the copies: paths have a length in
     *     the memory of a JVM
     * @param common the arguments of both sides
     * @param folder takes the copy
     * @param extraWork how much more work its forks do, relative; empty for benchmarks that are left as they are
     * @param inTurns whether its forks are to take turns with the other side's
     * @throws CommandException (usage) when the arguments or the JVM cannot be used; (bad file) when the jar cannot be read
     */
    public static Side of(
            String name,
            SideOptions options,
            List<Arguments.Group> common,
            Path folder,
            OptionalDouble extraWork,
            boolean inTurns) {
        Arguments arguments = options.arguments(common);
        arguments.options();
        ForkJvm jvm = ForkJvm.ofAnyRelease(options.jvm());
        Path copy = folder.resolve(name + ".jar");
        try {
            if (extraWork.isPresent()) {
                WorkInjector.copy(options.jar(), copy);
            } else {
                Files.copy(options.jar(), copy);
            }
            if (inTurns) {
                AddedClass.into(copy, TurnTaking.NAME);
            }
        } catch (IOException e) {
            throw CommandException.badFile("cannot copy " + options.jar() + " to " + copy + ": " + e.getMessage());
        }
        return new Side(name, options, arguments, jvm, JmhJar.checksum(options.jar()), copy, extraWork);
    }

    /**
     * The rows that the side's arguments select.
     *
     * @param varied params in which the sides differ on purpose, which are no part of a row's key
     * @throws CommandException (usage) when nothing matches, or several rows differ in nothing but {@code varied}
     */
    Map<RowKey, PlannedRow> rows(Set<String> varied) {
        OutputFormat silence = OutputFormatFactory.createFormatInstance(
                new PrintStream(OutputStream.nullOutputStream(), false), VerboseMode.SILENT);
        BenchmarkList benchmarks;
        List<PlannedRow> selected;
        try {
            benchmarks = JmhJar.benchmarks(copy);
            selected = Selection.of(arguments, benchmarks, silence);
        } catch (IllegalStateException e) {
            throw CommandException.badFile(options.jar() + ": its list of benchmarks is of a JMH too old to be read");
        }
        Map<RowKey, PlannedRow> rows = new LinkedHashMap<>();
        for (PlannedRow row : selected) {
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
     * The command that measures one fork of a row.
     *
     * @param results takes JMH's results
     * @param turns the port where a fork that takes turns is to connect; empty for one that does not
     */
    List<String> command(PlannedRow row, Path results, OptionalInt turns) {
        List<String> command = new ArrayList<>(
                List.of(jvm.executable(), IGNORE_LOCK + "true", TEMPORARY + copy.getParent(), "-jar", copy.toString()));
        command.addAll(arguments.forkTokens());
        addJvmArguments(command, "jvmArgsPrepend", arguments.jvmArguments("jvmArgsPrepend"));
        addJvmArguments(command, "jvmArgs", arguments.jvmArguments("jvmArgs"));
        if (!arguments.jvmArguments("jvmArgsAppend").isEmpty()) {
            addJvmArguments(command, "jvmArgsAppend", ForkFlags.append(row, arguments));
        }
        turns.ifPresent(port -> command.addAll(List.of("-prof", TurnTaking.NAME + ":" + port)));
        command.addAll(List.of("-bm", row.mode().shortLabel()));
        row.params().forEach((param, value) -> command.addAll(List.of("-p", param + "=" + value)));
        command.addAll(List.of("-f", "1", "-wf", "0", "-foe", "true", "-rf", "json", "-rff", results.toString()));
        command.add("^" + Pattern.quote(row.name()) + "$");
        return command;
    }

    /** Whether one side's row is measured by the very command by which the other's is. */
    boolean measuresAs(Side other, PlannedRow row, PlannedRow otherRow) {
        Path results = Path.of("");
        List<String> theirs = other.command(otherRow, results, OptionalInt.empty());
        theirs.replaceAll(word -> word.equals(other.copy.toString()) ? copy.toString() : word);
        return checksum.equals(other.checksum)
                && command(row, results, OptionalInt.empty()).equals(theirs);
    }

    /** A fork's JVM arguments without those that its process was started with on the comparison's behalf, nor directories. */
    static String withoutOwn(String jvmArguments) {
        return PathTails.cut(Stream.of(jvmArguments.split(" "))
                .filter(argument -> !argument.startsWith(IGNORE_LOCK) && !argument.startsWith(TEMPORARY))
                .collect(Collectors.joining(" ")));
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

    /**
     * The side in one line: its jar, JVM and options.
     *
     * @param other what it is compared with; libraries of which the jars have different versions are named
     */
    public String text(Side other) {
        return PathTails.cut(options.jar().toAbsolutePath().toString()) + " (SHA-256 " + checksum.substring(0, SHORT)
                + "...)" + JarVersions.differing(copy, other.copy) + ", " + jvm.name() + PathTails.cut(options.text())
                + (extraWork.orElse(0) > 0 ? ", " + Numbers.percent(extraWork.getAsDouble(), 1) + " more work" : "");
    }

    /** Everything about the side, by name. */
    public Map<String, Object> describe() {
        Map<String, Object> described = new LinkedHashMap<>();
        described.put("jar", PathTails.cut(options.jar().toAbsolutePath().toString()));
        described.put("sha256", checksum);
        described.put("versions", JarVersions.of(copy));
        described.put("jvm", jvm.name());
        described.put(
                "arguments",
                PathTails.cut(Stream.concat(
                                arguments.forkTokens().stream(),
                                Stream.of(options.args(), options.jvmArgs()).filter(text -> !text.isBlank()))
                        .toList()));
        return described;
    }
}

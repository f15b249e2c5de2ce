package dev.callcost.compare;

import com.google.gson.JsonParser;
import dev.callcost.agent.ExtraWork;
import dev.callcost.agent.ForkGate;
import dev.callcost.agent.TurnTaking;
import dev.callcost.agent.UntilWarm;
import dev.callcost.agent.Warmth;
import dev.callcost.fork.Arguments;
import dev.callcost.fork.ForkFlags;
import dev.callcost.fork.ForkHost;
import dev.callcost.fork.ForkJvm;
import dev.callcost.fork.ForkOutcome;
import dev.callcost.fork.ForkRecord;
import dev.callcost.fork.PlannedRow;
import dev.callcost.fork.Selection;
import dev.callcost.results.ResultsFile;
import dev.callcost.results.Row;
import dev.callcost.results.RowKey;
import dev.callcost.text.BadFileException;
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
import java.util.Optional;
import java.util.OptionalDouble;
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
import org.openjdk.jmh.util.Utils;

/**
 * One side of a comparison, ready to run forks.
 *
 * @param name {@code base} or {@code head}
 * @param options what the user named for it
 * @param arguments all of its arguments, those of both sides among them
 * @param jvm what its processes run on
 * @param checksum the jar's
 * @param copy where its processes find the jar, whatever becomes of the original meanwhile
 * @param benchmarks those of the jar
 * @param extraWork how much more work its forks do, relative; empty when the copy has the benchmarks as they are
 */
record Side(
        String name,
        SideOptions options,
        Arguments arguments,
        ForkJvm jvm,
        String checksum,
        Path copy,
        BenchmarkList benchmarks,
        OptionalDouble extraWork) {
    private static final int SHORT = 12;
    private static final String MAIN = "org.openjdk.jmh.Main";

    /** More than a row ever takes: a host is ended when its row needs no more of them. */
    private static final String MOST_FORKS = "1000";

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
        ForkJvm jvm = ForkJvm.of(arguments.options().getJvm().orElse(options.jvm()));
        Path copy = folder.resolve(name + ".jar");
        try {
            if (extraWork.isPresent()) {
                WorkInjector.copy(options.jar(), copy);
            } else {
                Files.copy(options.jar(), copy);
            }
            List<Class<?>> beside = new ArrayList<>(List.of(ForkGate.class, UntilWarm.class, Warmth.class));
            if (inTurns) {
                beside.add(TurnTaking.class);
            }
            new JmhJar(copy).add(beside);
        } catch (IOException e) {
            throw CommandException.badFile("cannot copy " + options.jar() + " to " + copy + ": " + e.getMessage());
        }
        return new Side(
                name,
                options,
                arguments,
                jvm,
                new JmhJar(options.jar()).checksum(),
                copy,
                benchmarks(options, copy),
                extraWork);
    }

    private static BenchmarkList benchmarks(SideOptions options, Path copy) {
        try {
            return new JmhJar(copy).benchmarks();
        } catch (IllegalStateException e) {
            throw CommandException.badFile(options.jar() + ": its list of benchmarks is of a JMH too old to be read");
        }
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
        Map<RowKey, PlannedRow> rows = new LinkedHashMap<>();
        for (PlannedRow row : Selection.of(arguments, benchmarks, silence)) {
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
     * The command of the JMH host that starts forks of a row.
     *
     * @param inTurns whether its forks take turns with the other side's
     */
    List<String> command(PlannedRow row, ForkHost.Place place, boolean inTurns) {
        List<String> command = new ArrayList<>(List.of(
                Utils.getCurrentJvm(),
                IGNORE_LOCK + "true",
                TEMPORARY + copy.getParent(),
                "-cp",
                copy.toString(),
                MAIN));
        command.addAll(place.options(inTurns, row.warmUp()));
        command.addAll(arguments.forkTokens());
        boolean isNamed = arguments.options().getJvm().hasValue();
        if (!isNamed && !jvm.executable().equals(Utils.getCurrentJvm())) {
            command.addAll(List.of("-jvm", jvm.executable()));
        }
        if (Selection.isSuite(benchmarks)) {
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

    /** What the environment of a host and its forks has besides. */
    Map<String, String> environment(ForkHost.Place place) {
        return extraWork.isEmpty()
                ? Map.of()
                : Map.of(
                        ExtraWork.SHARE_VARIABLE,
                        Double.toString(extraWork.getAsDouble()),
                        ExtraWork.REPORT_VARIABLE,
                        place.extraWork().toString());
    }

    /** Whether one side's row is measured by the very command by which the other's is. */
    boolean measuresAs(Side other, PlannedRow row, PlannedRow otherRow) {
        ForkHost.Place nowhere = new ForkHost.Place(Path.of(""), 0);
        List<String> theirs = other.command(otherRow, nowhere, false);
        theirs.replaceAll(word -> word.equals(other.copy.toString()) ? copy.toString() : word);
        return checksum.equals(other.checksum) && command(row, nowhere, false).equals(theirs);
    }

    /** How a fork ended: one whose scores cannot be used, or that was to do more work and did none, has failed. */
    ForkOutcome checked(ForkOutcome outcome) {
        try {
            if (outcome instanceof ForkOutcome.Measured fork) {
                row(fork);
                if (doesMore()
                        && extraWork(fork).filter(work -> work.share() > 0).isEmpty()) {
                    return new ForkOutcome.Failed("it did no more work than base", List.of());
                }
            }
            return outcome;
        } catch (BadFileException e) {
            return new ForkOutcome.Failed("it gave no result: " + e.getMessage(), List.of());
        }
    }

    private boolean doesMore() {
        return extraWork.orElse(0) > 0;
    }

    /**
     * What a fork measured, without what is the comparison's own.
     *
     * @throws BadFileException when its scores are none
     */
    Row row(ForkOutcome.Measured fork) {
        Row row = ResultsFile.row(fork.row().json(), options.jar().getFileName());
        SortedMap<String, String> settings = new TreeMap<>(row.settings());
        settings.computeIfPresent("jvmArgs", (name, jvmArguments) -> withoutOwn(jvmArguments));
        return new Row(
                row.benchmark(), row.mode(), row.threads(), row.params(), row.primary(), row.secondary(), settings);
    }

    /** The more work that a fork did; empty when it was not to do more. */
    Optional<MoreWork> extraWork(ForkOutcome.Measured fork) {
        return Optional.ofNullable(fork.facts().get(ForkHost.EXTRA_WORK))
                .filter(share -> doesMore())
                .map(JsonParser::parseString)
                .flatMap(MoreWork::of);
    }

    private static String withoutOwn(String jvmArguments) {
        return PathTails.cut(Stream.of(jvmArguments.split(" "))
                .filter(argument -> !argument.startsWith(IGNORE_LOCK)
                        && !argument.startsWith(TEMPORARY)
                        && !ForkRecord.isJvmArgument(argument))
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
                + "...)" + new JmhJar(copy).versionsUnlike(new JmhJar(other.copy)) + ", " + jvm.name()
                + PathTails.cut(options.text())
                + (extraWork.orElse(0) > 0 ? ", " + Numbers.percent(extraWork.getAsDouble(), 1) + " more work" : "");
    }

    /** Everything about the side, by name. */
    public Map<String, Object> describe() {
        Map<String, Object> described = new LinkedHashMap<>();
        described.put("jar", PathTails.cut(options.jar().toAbsolutePath().toString()));
        described.put("sha256", checksum);
        described.put("versions", new JmhJar(copy).versions());
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

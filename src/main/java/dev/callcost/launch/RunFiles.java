package dev.callcost.launch;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import dev.callcost.agent.WorkReader.UncountedNames;
import dev.callcost.data.Fork;
import dev.callcost.data.Fork.LostFork;
import dev.callcost.data.ForkLine;
import dev.callcost.data.Log;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.ResultsFile.RunLog;
import dev.callcost.file.SafeFile;
import dev.callcost.host.KernelFiles;
import dev.callcost.host.Machine;
import dev.callcost.host.Machine.SystemSettings;
import dev.callcost.host.Versions;
import dev.callcost.launch.ForkJson.MergedForks;
import dev.callcost.launch.ForkPlan.ForkOutcome;
import dev.callcost.text.JsonDocument;
import dev.callcost.text.PathTails;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All files of a run. A run that is killed leaves all forks that have ended.
 *
 * <ul>
 *   <li>The {@link Log} has a line for each fork that measured, failed or was skipped. Its first line has the settings
 *       as they were typed, which {@code --resume} needs. The end of the run adds the member {@code end}, and removes
 *       directories from the settings.
 *   <li>The results file is JMH's JSON, put together from that of the forks in the log.
 *   <li>The environment has what a results file lacks: machine, JVMs, versions, command line, seed. The first line of
 *       the log has the same.
 * </ul>
 */
public final class RunFiles {
    static final String SETTINGS = "settings";

    private static final String END = "end";

    private final Path results;
    private final RunSettings settings;
    private final Path log;
    private final JsonObject environment = new JsonObject();
    private final Map<PlannedRow, SortedMap<Integer, Logged>> forks = new LinkedHashMap<>();
    private final List<Fork> inOrder = new ArrayList<>();
    private final List<LostFork> lost = new ArrayList<>();

    /** The rows of the results file, which have forks. */
    private final Map<PlannedRow, JsonObject> merged = new HashMap<>();

    private boolean hasLog;

    /** Whether this process has written the first line. */
    private boolean begun;

    private Instant start;

    /** @param jmh see {@link ForkLine#jmh} */
    private record Logged(Fork fork, JsonObject jmh) {}

    /**
     * An earlier run's log stays until the first fork starts, and its results file until a fork has a result.
     *
     * @param resumed whether the log is of the run that this process resumes
     * @param jvms of the rows' forks, in the order of the results file
     */
    public RunFiles(Path results, RunSettings settings, boolean resumed, Map<PlannedRow, ForkJvm> jvms) {
        this.results = results;
        this.settings = settings;
        this.log = ResultsFile.beside(results, Log.NAME);
        this.hasLog = resumed;
        jvms.keySet().forEach(row -> forks.put(row, new TreeMap<>()));
        describe("commit", Versions.commit());
        describe("commandLine", PathTails.cut(settings.commandLine()));
        describe("start", settings.start());
        describe("resumed", resumed ? utc() : null);
        describe(END, null);
        describe("seed", settings.seed());
        describe(
                "rounds",
                forks.keySet().stream().mapToInt(PlannedRow::rounds).max().orElse(0));
        describe("machine", Machine.describe());
        describe("device", Map.of("settings", SystemSettings.read(KernelFiles.HERE)));
        describe(
                "forkJvms", jvms.values().stream().map(ForkJvm::name).distinct().toList());
        describe("versions", Versions.libraries());
        describe("rows", forks.keySet().stream().map(PlannedRow::key).toList());
    }

    private void describe(String name, Object value) {
        environment.add(name, JsonDocument.GSON.toJsonTree(value));
    }

    public Path results() {
        return results;
    }

    /** Whether the log is this run's. Before the first fork it may be an earlier run's. */
    public boolean hasLog() {
        return hasLog;
    }

    public boolean hasResults() {
        return !merged.isEmpty();
    }

    /** The command that measures what an unfinished run lacks. */
    public String resuming() {
        return "java -jar benchmarks.jar --resume " + ResultsFile.named(results);
    }

    /** Notes that a fork starts. */
    void begins() {
        start = Instant.now();
        if (!begun) {
            begun = true;
            rewriteLog(JsonDocument.GSON.toJsonTree(settings));
            writeEnvironment();
        }
    }

    void ended(PlannedRow row, int round, ForkOutcome outcome) {
        Instant end = Instant.now();
        SafeFile.append(log, line(row, round, outcome, end));
        note(
                row,
                round,
                outcome instanceof ForkOutcome.Measured it
                        ? new ForkOutcome.Measured(it.fork().at(round, start, end), it.line())
                        : outcome);
        writeResults();
    }

    private String line(PlannedRow row, int round, ForkOutcome outcome, Instant end) {
        JsonObject line = new JsonObject();
        line.addProperty("round", round);
        line.addProperty("start", start.toString());
        line.addProperty(END, end.toString());
        if (outcome instanceof ForkOutcome.Measured measured) {
            measured.line().asMap().forEach(line::add);
            ForkJson.texts(line.getAsJsonObject(Fork.JMH))
                    .replaceAll((label, text) -> new JsonPrimitive(PathTails.cut(text.getAsString())));
            return Log.line(Log.FORK, line);
        }
        boolean isSkip = outcome instanceof ForkOutcome.Skipped;
        line.add("row", JsonDocument.GSON.toJsonTree(row.key()));
        line.addProperty("message", PathTails.cut(outcome.message()));
        return Log.line(isSkip ? LostFork.SKIPPED : LostFork.FAILED, line);
    }

    void note(PlannedRow row, int round, ForkOutcome outcome) {
        if (outcome instanceof ForkOutcome.Measured measured) {
            inOrder.add(measured.fork());
            forks.get(row).put(round, new Logged(measured.fork(), ForkLine.jmh(measured.line())));
            merged.put(
                    row,
                    MergedForks.json(
                            forks.get(row).values().stream().map(Logged::jmh).toList()));
        } else {
            boolean isSkip = outcome instanceof ForkOutcome.Skipped;
            lost.add(new LostFork(row.key(), round, PathTails.cut(outcome.message()), isSkip));
        }
    }

    private void writeResults() {
        if (hasResults()) {
            List<JsonObject> rows = forks.keySet().stream()
                    .map(merged::get)
                    .filter(Objects::nonNull)
                    .toList();
            SafeFile.write(results, out -> out.print(JsonDocument.of(rows)));
        }
    }

    private void writeEnvironment() {
        Path file = ResultsFile.beside(results, ResultsFile.ENVIRONMENT);
        SafeFile.write(file, out -> out.print(JsonDocument.of(environment)));
    }

    /** The environment as files have it. */
    private JsonObject described() {
        JsonObject known = environment.deepCopy();
        known.entrySet().removeIf(member -> member.getValue().isJsonNull());
        return known;
    }

    /**
     * Writes a new first line, with these settings, and the forks so far. This removes a line that was cut off, so the
     * next line begins at a line's start.
     */
    private void rewriteLog(JsonElement kept) {
        JsonObject first = described();
        first.add(SETTINGS, kept);
        SafeFile.write(log, out -> {
            out.print(Log.first(Log.Command.RUN, first));
            if (hasLog) {
                Log.read(log, Log.Command.RUN, before -> {}, (type, line) -> out.print(line + "\n"));
            }
        });
        hasLog = true;
    }

    /** Closes the files. A run that is not complete can be resumed. */
    public void end(boolean complete) {
        if (complete) {
            describe(END, utc());
            writeResults();
            if (hasLog) {
                rewriteLog(JsonParser.parseString(PathTails.cut(JsonDocument.GSON.toJson(settings))));
            }
            writeEnvironment();
        }
    }

    /** The forks that measured, in the order they ran. */
    public List<Fork> forks() {
        return List.copyOf(inOrder);
    }

    /**
     * What the results file and the log hold; empty when no fork measured.
     *
     * @throws dev.callcost.file.BadFileException when no row has scores that can be used
     */
    public Optional<ResultsFile> measured() {
        List<List<Fork>> rows = forks.values().stream()
                .filter(ofRow -> !ofRow.isEmpty())
                .map(ofRow -> ofRow.values().stream().map(Logged::fork).toList())
                .toList();
        return rows.isEmpty()
                ? Optional.empty()
                : Optional.of(ResultsFile.of(results, rows, new RunLog(inOrder, lost, Optional.of(described()))));
    }

    /** The classes and methods of all rows whose work could not be counted. */
    public SortedSet<String> uncounted() {
        return forks.values().stream()
                .flatMap(ofRow -> ofRow.values().stream())
                .flatMap(fork -> Optional.ofNullable(ForkJson.texts(fork.jmh).get(UncountedNames.LABEL)).stream())
                .flatMap(text -> text.getAsString().lines())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Reports of profilers as text, such as perfasm's, of all forks of each row. */
    public List<String> texts() {
        List<String> texts = new ArrayList<>();
        forks.forEach((row, measured) -> {
            Map<String, String> joined = new TreeMap<>();
            measured.values()
                    .forEach(fork -> ForkJson.texts(fork.jmh)
                            .forEach((label, text) ->
                                    joined.merge(label, PathTails.cut(text.getAsString()), String::concat)));
            joined.remove(UncountedNames.LABEL);
            joined.values().removeIf(String::isBlank);
            joined.forEach(
                    (label, text) -> texts.add(row.key().label() + ", " + label + ":\n" + text.stripTrailing() + "\n"));
        });
        return texts;
    }

    /** The current time in UTC, to the second. */
    private static String utc() {
        return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /**
     * The settings of a run that {@code --resume} adopts, and the conditions that must be the same.
     *
     * @param arguments the command line with its presets read
     * @param start the time when the run began
     * @param seed the seed of the rows' order
     * @param conditions the build, the machine, the JVMs and the rows, by name
     */
    public record RunSettings(
            List<String> commandLine,
            List<RunArguments.Group> arguments,
            String start,
            long seed,
            Map<String, String> conditions) {
        /** The settings of a run that begins now, with a random seed. */
        public static RunSettings now(
                List<String> commandLine, List<RunArguments.Group> arguments, Map<String, String> conditions) {
            return new RunSettings(commandLine, arguments, utc(), new Random().nextInt(Integer.MAX_VALUE), conditions);
        }

        /** The settings with words added to the command line. Later words win. */
        public RunSettings with(List<String> words, List<RunArguments.Group> groups) {
            return new RunSettings(joined(commandLine, words), joined(arguments, groups), start, seed, conditions);
        }

        private static <T> List<T> joined(List<T> before, List<T> after) {
            return Stream.concat(before.stream(), after.stream()).toList();
        }

        public static SortedMap<String, String> conditions(List<PlannedRow> rows, List<ForkJvm> jvms) {
            Path jar = Versions.jar();
            String checksum = Files.isDirectory(jar) ? "" : " " + new JmhJar(jar).checksum(); // tests run without a jar
            Stream<String> arguments = ManagementFactory.getRuntimeMXBean().getInputArguments().stream();
            return new TreeMap<>(Map.of(
                    "build",
                    Versions.commit() + checksum,
                    "machine",
                    Machine.describe().toString(),
                    "JVM",
                    sorted(jvms.stream().map(jvm -> jvm.vm() + " " + jvm.version() + " of " + jvm.vendor())),
                    "host's JVM arguments",
                    sorted(arguments.map(PathTails::cut)),
                    "selection of rows",
                    sorted(rows.stream().map(row -> row.key().fullLabel()))));
        }

        /** The first condition that has changed, with both values, in words. */
        public Optional<String> difference(SortedMap<String, String> now) {
            return Stream.concat(conditions.keySet().stream(), now.keySet().stream())
                    .sorted()
                    .filter(name -> !Objects.equals(conditions.get(name), now.get(name)))
                    .findFirst()
                    .map(name -> "the " + name + " was " + conditions.getOrDefault(name, "empty") + ", and is "
                            + now.getOrDefault(name, "empty") + " now");
        }

        private static String sorted(Stream<String> texts) {
            return texts.sorted().collect(Collectors.joining(", "));
        }
    }
}

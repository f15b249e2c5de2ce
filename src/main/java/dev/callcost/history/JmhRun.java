package dev.callcost.history;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.callcost.data.ForkValue;
import dev.callcost.data.Metric;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.history.HistoryRun.Value;
import dev.callcost.text.PathTails;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A results file of JMH, or the log of a run, as a run of a history. */
final class JmhRun {
    private static final String UNKNOWN = "unknown";
    private static final Pattern ENDING = Pattern.compile("\\.(json|log\\.jsonl)(\\.gz)?$");

    /** Digits alone may be a date. */
    private static final Pattern COMMIT =
            Pattern.compile("(?<![0-9A-Za-z])(?=[0-9]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{7,40}(?![0-9A-Za-z])");

    private JmhRun() {}

    /**
     * @param path a results file or a log, or a folder that holds one of them; {@code environment.json} beside it gives commit, start and machine
     * @param named the path that names the run: the same, or the folder of a file
     * @param notes receives what is wrong with single rows
     * @throws dev.callcost.file.BadFileException as {@link ResultsFile#read}
     */
    static HistoryRun read(Path path, Path named, List<String> notes) {
        ResultsFile file = ResultsFile.read(path);
        JsonObject environment = file.environment().orElseGet(JsonObject::new);
        notes.addAll(file.warnings());
        String name = Files.isDirectory(named)
                ? named.toAbsolutePath().normalize().getFileName().toString()
                : file.name();
        Optional<String> commit =
                text(environment, "commit").or(() -> commit(file.name())).or(() -> commit(name));
        Map<String, String> machine = machine(environment.get("machine"));
        file.rows().stream()
                .map(JmhRun::jvm)
                .filter(jvm -> !jvm.isEmpty())
                .distinct()
                .sorted()
                .reduce((a, b) -> a + " and " + b)
                .ifPresent(jvm -> machine.put(Update.JVM, jvm));
        if (environment.get("device") instanceof JsonObject device
                && device.get("settings") instanceof JsonObject settings) {
            settings.keySet().stream()
                    .filter(setting -> !setting.endsWith("Cpus")) // the numbers of the CPUs, which do not matter
                    .forEach(setting ->
                            text(settings, setting).ifPresent(value -> machine.put("setting " + setting, value)));
        }
        Optional<String> rounds = text(environment, "rounds");
        Map<RowKey, Value> values = new LinkedHashMap<>();
        file.rows().forEach(row -> values.put(row.key(), value(row, rounds)));
        Optional<Instant> start = text(environment, "start").flatMap(JmhRun::instant);
        String label = commit.map(HistoryRun::shortened)
                .orElseGet(() -> ENDING.matcher(name).replaceFirst(""));
        return new HistoryRun(label, commit, start, machine, values);
    }

    /** The commit in the name of a file; empty where it has none. */
    private static Optional<String> commit(String name) {
        return COMMIT.matcher(name).results().map(MatchResult::group).reduce((first, last) -> last);
    }

    /** The CPU's model and the number of CPUs, the system, its kernel and the runner's image from the member of an environment; without what it does not say. */
    static Map<String, String> machine(JsonElement member) {
        Map<String, String> machine = new TreeMap<>();
        if (member instanceof JsonObject known) {
            text(known, "cpu").ifPresent(cpu -> machine.put("CPU", cpu));
            text(known, "cores").ifPresent(cores -> machine.put("CPUs", cores));
            Update.PARTS.forEach(
                    part -> text(known, part.toLowerCase(Locale.ROOT)).ifPresent(value -> machine.put(part, value)));
        }
        return machine;
    }

    private static Optional<String> text(JsonObject json, String name) {
        return json.get(name) instanceof JsonPrimitive value
                ? Optional.of(value.getAsString()).filter(it -> !it.isBlank() && !it.equals(UNKNOWN))
                : Optional.empty();
    }

    /** An instant or a day; empty for other texts. */
    private static Optional<Instant> instant(String text) {
        try {
            return Optional.of(
                    text.contains("T")
                            ? Instant.parse(text)
                            : LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static String jvm(Row row) {
        return Stream.of("jdkVersion", "vmName", "vmVersion")
                .map(row.settings()::get)
                .filter(it -> it != null && !it.isEmpty())
                .distinct()
                .collect(Collectors.joining(", "));
    }

    /** @param rounds how many forks the suite's own run asked for; a precision that is reached, or a fork that fails, makes the row have fewer */
    private static Value value(Row row, Optional<String> rounds) {
        List<List<Double>> forks = row.primary().forks();
        Map<String, String> all = row.settings();
        // a store may hold medians from an earlier version
        String value = row.forkValue() == ForkValue.MEDIAN ? "" : row.forkValue() + " of ";
        String settings = "%s forks, %s%s x %s, warm-up %s x %s, batches of %s, JVM arguments: %s"
                .formatted(
                        rounds.orElseGet(() -> String.valueOf(forks.size())),
                        value,
                        all.getOrDefault("measurementIterations", "?"),
                        all.getOrDefault("measurementTime", "?"),
                        all.getOrDefault("warmupIterations", "?"),
                        all.getOrDefault("warmupTime", "?"),
                        all.getOrDefault("measurementBatchSize", "1"),
                        PathTails.cut(all.getOrDefault("jvmArgs", "none")));
        return Value.of(
                row.mode(),
                row.primary().unit(),
                row.forkLogs(),
                true,
                settings,
                row.bytesPerOp().map(Metric::mean).orElse(OptionalDouble.empty()));
    }
}

package dev.callcost.history;

import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.callcost.data.CountedWork;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.history.HistoryRun.Remarks;
import dev.callcost.history.HistoryRun.Value;
import dev.callcost.text.PathTails;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A results file of JMH, or the log of a run, as a run of a history. */
final class JmhRun {
    private static final String UNKNOWN = "unknown";
    private static final Pattern ENDING = Pattern.compile("\\.(json|log\\.jsonl)(\\.gz)?$");

    /** Digits alone may be a date. */
    private static final Pattern COMMIT =
            Pattern.compile("(?<![0-9A-Za-z])(?=[0-9]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{7,40}(?![0-9A-Za-z])");

    /** How tools write the start of a run, in addition to ISO 8601 with a zone and seconds since 1970. */
    private static final List<DateTimeFormatter> STARTS = List.of(
            DateTimeFormatter.ofPattern(
                    "yyyy-MM-dd[ ]['T']HH:mm[:ss[.SSSSSSSSS][.SSSSSS][.SSS]][ ][XXX][XX][X]", Locale.ROOT),
            DateTimeFormatter.ofPattern("EEE MMM d HH:mm:ss yyyy[ XX]", Locale.ENGLISH),
            DateTimeFormatter.ofPattern("EEE MMM d HH:mm:ss zzz yyyy", Locale.ENGLISH),
            DateTimeFormatter.RFC_1123_DATE_TIME);

    private static final Pattern SECONDS = Pattern.compile("\\d{9,11}");
    private static final Pattern BLANKS = Pattern.compile("\\s+");
    private static final Pattern MAJOR = Pattern.compile("^(?:1\\.)?(\\d+).*");

    /** A compiler that some builds of the JVM have in place of C2; their versions name it. */
    private static final String COMPILER = "jvmci";

    private JmhRun() {}

    /**
     * @param path a results file or a log, or a folder that holds one of them; {@code environment.json} beside it gives
     *     commit, start and machine
     * @param named the path that names the run: the same, or the folder of a file
     * @param remarks receive what is wrong with single rows
     * @throws dev.callcost.file.BadFileException as {@link ResultsFile#read}
     */
    static HistoryRun read(Path path, Path named, Remarks remarks) {
        return of(ResultsFile.read(path), named, remarks);
    }

    /** The run of a results file that has been read; {@code named} is the path that names the run. */
    static HistoryRun of(ResultsFile file, Path named, Remarks remarks) {
        JsonObject environment = file.environment().orElseGet(JsonObject::new);
        String name = Files.isDirectory(named)
                ? named.toAbsolutePath().normalize().getFileName().toString()
                : file.name();
        Optional<String> commit =
                text(environment, "commit").or(() -> commit(file.name())).or(() -> commit(name));
        Map<String, String> machine = new TreeMap<>();
        Map<String, String> software = new TreeMap<>();
        if (environment.get("machine") instanceof JsonObject known) {
            text(known, "cpu").ifPresent(it -> machine.put("CPU", it));
            text(known, "cores").ifPresent(it -> machine.put("CPUs", it));
            text(known, "kernel").ifPresent(it -> software.put("kernel", it));
            text(known, "image").ifPresent(it -> software.put("image", it));
        }
        all(file, JmhRun::jvm).ifPresent(it -> machine.put("JVM", it));
        all(file, row -> row.settings().getOrDefault("jdkVersion", "")).ifPresent(it -> software.put("JVM", it));
        Map<RowKey, Value> values = new LinkedHashMap<>();
        file.rows().forEach(row -> values.put(row.key(), value(row)));
        String label = commit.map(HistoryRun::shortened)
                .orElseGet(() -> ENDING.matcher(name).replaceFirst(""));
        file.refused().forEach(row -> remarks.add("left out, " + row.key().fullLabel() + " " + row.reason(), label));
        file.rows().forEach(row -> row.contradiction().ifPresent(it -> remarks.add(it, row.label())));
        Optional<String> written = text(environment, "start");
        Optional<Instant> start = written.flatMap(JmhRun::start);
        if (start.isEmpty()) {
            written.ifPresent(it -> remarks.add(
                    "environment.json has a start that is no time like 2026-05-01T02:00:00Z", '"' + it + '"', label));
        }
        return new HistoryRun(label, commit, start, machine, software, values, numbers(file.rows()));
    }

    /** The commit in the name of a file; empty where it has none. */
    private static Optional<String> commit(String name) {
        return COMMIT.matcher(name).results().map(MatchResult::group).reduce((first, last) -> last);
    }

    /** The time of a text. A time without a zone is taken for UTC. */
    private static Optional<Instant> start(String text) {
        String start = BLANKS.matcher(text.strip()).replaceAll(" ");
        if (SECONDS.matcher(start).matches()) {
            return Optional.of(Instant.ofEpochSecond(Long.parseLong(start)));
        }
        try {
            return Optional.of(Instant.parse(start));
        } catch (DateTimeException e) {
            return STARTS.stream()
                    .flatMap(format -> start(start, format).stream())
                    .findFirst();
        }
    }

    private static Optional<Instant> start(String start, DateTimeFormatter format) {
        try {
            return Optional.of(format.parse(
                    start,
                    time -> time.isSupported(ChronoField.INSTANT_SECONDS)
                            ? Instant.from(time)
                            : LocalDateTime.from(time).toInstant(ZoneOffset.UTC)));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static Optional<String> text(JsonObject json, String name) {
        return json.get(name) instanceof JsonPrimitive value
                ? Optional.of(value.getAsString()).filter(it -> !it.isBlank() && !it.equals(UNKNOWN))
                : Optional.empty();
    }

    private static String numbers(List<Row> rows) {
        boolean isUnique = rows.stream()
                .map(Row::primary)
                .anyMatch(metric -> metric.forks().stream()
                        .flatMap(List::stream)
                        .anyMatch(score -> HistoryRun.isUnique(score, metric.unit())));
        return isUnique
                ? rows.stream()
                        .map(row -> row.key().fullLabel() + row.primary().forks())
                        .sorted()
                        .collect(Collectors.joining())
                : "";
    }

    /** What the rows of a file have; empty where none has it. */
    private static Optional<String> all(ResultsFile file, Function<Row, String> of) {
        return Optional.of(file.rows().stream()
                        .map(of)
                        .filter(it -> !it.isEmpty())
                        .distinct()
                        .sorted()
                        .collect(Collectors.joining(" and ")))
                .filter(it -> !it.isEmpty());
    }

    /** The JVM without what an update changes: {@code OpenJDK 64-Bit Server VM 17}. */
    private static String jvm(Row row) {
        String version = row.settings().getOrDefault("jdkVersion", "");
        boolean hasCompiler = row.settings().getOrDefault("vmVersion", "").contains(COMPILER);
        return version.isEmpty()
                ? ""
                : row.settings().getOrDefault("vmName", "JVM") + " "
                        + MAJOR.matcher(version).replaceFirst("$1") + (hasCompiler ? " with " + COMPILER : "");
    }

    private static Value value(Row row) {
        Map<String, String> all = row.settings();
        String settings = "%s x %s, warm-up %s x %s, batches of %s, JVM arguments: %s"
                .formatted(
                        all.getOrDefault("measurementIterations", "?"),
                        all.getOrDefault("measurementTime", "?"),
                        all.getOrDefault("warmupIterations", "?"),
                        all.getOrDefault("warmupTime", "?"),
                        all.getOrDefault("measurementBatchSize", "1"),
                        PathTails.cut(all.getOrDefault("jvmArgs", "none")));
        double log = row.forkLogs().stream().mapToDouble(it -> it).average().orElseThrow();
        return Value.of(row.mode(), row.primary().unit(), log, settings, CountedWork.of(row));
    }
}

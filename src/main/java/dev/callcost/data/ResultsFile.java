package dev.callcost.data;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.callcost.data.Fork.LostFork;
import dev.callcost.file.BadFileException;
import dev.callcost.file.Input;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A JMH results file in JSON, or the same rows from the log of a run.
 *
 * @param rows in the order of the results file, at least one; the methods of a group follow the group, see
 *     {@link GroupMethods}
 * @param refused rows whose scores cannot be used
 * @param excluded how many forks do not count and why, see {@link QuietForks}; empty when all count
 * @param log of a file that is a log, which is read once, and of a run that is measured now; empty for a results file,
 *     see {@link Log#forks(ResultsFile)}
 */
public record ResultsFile(
        Path path, List<Row> rows, List<Refused> refused, Optional<String> excluded, Optional<RunLog> log) {
    public static final String NAME = "results.json";

    public static final String PACKED = NAME + Input.GZIP;

    /** The file with machine, JVMs, versions, commit and command line, which a run of the suite writes. */
    public static final String ENVIRONMENT = "environment.json";

    /** Numbers that JSON cannot express, as JMH writes them. */
    public static final Map<String, Double> NO_NUMBERS =
            Map.of("NaN", Double.NaN, "+INF", Double.POSITIVE_INFINITY, "-INF", Double.NEGATIVE_INFINITY);

    /** How results files and logs are named. */
    static final Pattern END = Pattern.compile("(^results\\.json|\\.json|(?<log>(^|\\.)log\\.jsonl))(\\.gz)?$");

    /** The name that JMH's plug-ins give a results file in a folder. */
    private static final String OF_PLUGINS = "jmh-result.json";

    /** A row with a larger number, or with a score below the reciprocal, is refused: ratios and sums would overflow. */
    private static final double LARGEST = 1e100;

    /**
     * A row whose scores cannot be used. The reason is the end of a sentence about it: {@code has the score 0.0, which
     * is not a positive number}.
     */
    public record Refused(RowKey key, String reason) {}

    /**
     * What the log of a run has besides the rows of its results file.
     *
     * @param forks in the order they ran
     * @param lost forks that measured nothing, in the order they ran
     * @param environment see {@link ResultsFile#ENVIRONMENT}; empty where only the file beside the results has it
     */
    public record RunLog(List<Fork> forks, List<LostFork> lost, Optional<JsonObject> environment) {
        public RunLog {
            forks = List.copyOf(forks);
            lost = List.copyOf(lost);
        }
    }

    public ResultsFile {
        rows = List.copyOf(rows);
        refused = List.copyOf(refused);
    }

    public ResultsFile(Path path, List<Row> rows) {
        this(path, rows, List.of(), Optional.empty(), Optional.empty());
    }

    /**
     * The rows of a run from its forks.
     *
     * @param path the results file or the log
     * @param rows the forks of each row, at least one
     * @throws BadFileException when no row has scores that can be used
     */
    public static ResultsFile of(Path path, List<List<Fork>> rows, RunLog log) {
        ResultsFile file = of(
                path,
                rows.stream()
                        .map(forks -> Row.merged(forks.stream().map(Fork::row).toList()))
                        .toList());
        return new ResultsFile(path, file.rows, file.refused, file.excluded, Optional.of(log));
    }

    /** The log of a run takes ten times as much memory as its rows. */
    public ResultsFile withoutLog() {
        return new ResultsFile(path, rows, refused, excluded, Optional.empty());
    }

    /**
     * Reads a results file row by row, or makes its rows from the log of the run.
     *
     * @param path a results file or a log, plain or packed with gzip, {@link Input#STANDARD}, or a folder that holds
     *     one of them, see {@link #find}
     * @throws BadFileException when the file is missing, unreadable, empty, truncated, not UTF-8, not JSON or not
     *     JMH's, has a member or a row twice, or when no row has scores that can be used
     */
    public static ResultsFile read(Path path) {
        Path file = find(path);
        return Log.isLog(file) ? Log.results(file) : of(file, JmhReader.read(file));
    }

    /** Adds the methods of groups, sets rows apart that cannot be used, and leaves out contended forks. */
    static ResultsFile of(Path file, List<Row> all) {
        List<Row> rows = new ArrayList<>();
        List<Refused> refused = new ArrayList<>();
        all.stream()
                .flatMap(row -> row.secondary().values().stream().anyMatch(it -> it.isLike(row.primary()))
                                && fault(row).isEmpty()
                        ? GroupMethods.withGroup(row)
                        : Stream.of(row))
                .forEach(row -> fault(row)
                        .ifPresentOrElse(fault -> refused.add(new Refused(row.key(), fault)), () -> rows.add(row)));
        if (!rows.isEmpty()) {
            List<Row> quiet = QuietForks.in(rows);
            return new ResultsFile(file, quiet, refused, QuietForks.excluded(rows, quiet), Optional.empty());
        }
        throw new BadFileException(
                file,
                refused.isEmpty()
                        ? "holds no rows"
                        : "row 1 (" + refused.get(0).key().benchmark() + ") "
                                + refused.get(0).reason());
    }

    /** Why a row cannot be used, see {@link Refused}; empty when it can. */
    private static Optional<String> fault(Row row) {
        List<Integer> iterations = row.primary().iterations();
        if (iterations.isEmpty() || iterations.contains(0)) {
            return Optional.of(iterations.isEmpty() ? "has no raw data" : "has a fork without iterations");
        }
        return row.primary().first(score -> !(score >= 1 / LARGEST && score <= LARGEST)).stream()
                .mapToObj(score -> "has the score " + score + ", which is "
                        + (!(score > 0 && score < Double.POSITIVE_INFINITY)
                                ? "not a positive number"
                                : "too " + (score < 1 ? "small" : "large") + " to be measured"))
                .findFirst();
    }

    /** A line for each row that was refused, and for each contradiction of modes and units. */
    public List<String> warnings() {
        return Stream.concat(
                        refused.stream().map(row -> "left out, " + row.key().fullLabel() + " " + row.reason()),
                        rows.stream()
                                .flatMap(row -> row.contradiction().stream())
                                .distinct())
                .map(it -> path + ": " + it)
                .toList();
    }

    /**
     * The results file or else the log in a folder, or the only file of JMH's that it holds; any other path as it is.
     * None or several are a {@link BadFileException}.
     */
    public static Path find(Path path) {
        return Files.isDirectory(path) ? in(path).orElseGet(() -> only(path)) : path;
    }

    /** Whether a folder holds what {@link #find} looks for; it may be several files. */
    public static boolean isIn(Path folder) {
        return in(folder).isPresent() || !ofJmh(folder).isEmpty();
    }

    /** The files of JMH's in a folder, whatever their names. */
    private static List<Path> ofJmh(Path folder) {
        try (Stream<Path> inside = Files.list(folder)) {
            return inside.filter(file -> file.toString().matches(".*\\.json(\\.gz)?"))
                    .filter(JmhReader::isResultsFile)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new BadFileException(folder, e);
        }
    }

    private static Path only(Path folder) {
        List<Path> files = ofJmh(folder);
        if (files.size() == 1) {
            return files.get(0);
        }
        String names = files.stream().map(file -> file.getFileName().toString()).collect(Collectors.joining(", "));
        throw new BadFileException(
                folder,
                files.isEmpty()
                        ? "the folder holds no " + NAME + " and no " + Log.NAME
                        : "the folder holds several results files, name one of them: " + names);
    }

    /** The results file or else the log in a folder, by their usual names; faults as of {@link Log#in}. */
    public static Optional<Path> in(Path folder) {
        return existing(folder.resolve(NAME))
                .findFirst()
                .or(() -> Log.in(folder))
                .or(() -> existing(folder.resolve(OF_PLUGINS)).findFirst());
    }

    /** The file, and the same packed. */
    static Stream<Path> existing(Path plain) {
        return Stream.of(plain, plain.resolveSibling(plain.getFileName() + Input.GZIP))
                .filter(Files::exists);
    }

    /** The row of JMH's object, whatever its scores; other faults as of {@link #read}, in the name of a file. */
    public static Row row(JsonObject json, Path from) {
        return JmhReader.row(json, from);
    }

    /** The row, unless its scores cannot be used. */
    public static Row usable(Row row, Path from) {
        fault(row).ifPresent(fault -> {
            throw new BadFileException(from, "it (" + row.benchmark() + ") " + fault);
        });
        return row;
    }

    /** A results file as {@code --resume} takes it: by its folder where it has the usual name. */
    public static Path named(Path results) {
        return results.endsWith(NAME) && results.getParent() != null ? results.getParent() : results;
    }

    /** The name of its folder; its own name when that is not the usual one. */
    public String name() {
        Path absolute = path.toAbsolutePath().normalize();
        boolean isUsual = beside(absolute, NAME).endsWith(NAME) && absolute.getParent() != null;
        return String.valueOf((isUsual ? absolute.getParent() : absolute).getFileName());
    }

    /**
     * The environment of the run, or that beside the file; empty when there is none that can be read: no number depends
     * on it.
     */
    public Optional<JsonObject> environment() {
        Optional<JsonObject> known = log.flatMap(RunLog::environment);
        if (known.isPresent()) {
            return known;
        }
        Path file = beside(path, ENVIRONMENT);
        try {
            return Files.isRegularFile(file)
                    ? Optional.of(JsonParser.parseString(Files.readString(file)).getAsJsonObject())
                    : Optional.empty();
        } catch (IOException | JsonParseException | IllegalStateException e) {
            return Optional.empty();
        }
    }

    /**
     * A file that belongs to a results file or its log: {@code NAME} beside {@code results.json}, {@code X.NAME} beside
     * {@code X.json}, packed or not, and {@code X.csv.NAME} beside {@code X.csv}, because {@code X.json} may be in the
     * same folder.
     *
     * @param name the other file's name in a folder of results
     */
    public static Path beside(Path results, String name) {
        String prefix = END.matcher(results.getFileName().toString()).replaceFirst("");
        return results.resolveSibling(prefix.isEmpty() ? name : prefix + "." + name);
    }
}

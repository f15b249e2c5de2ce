package dev.callcost.launch;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import dev.callcost.data.Fork;
import dev.callcost.data.Log;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.RowKey;
import dev.callcost.text.BadFileException;
import dev.callcost.text.CommandException;
import dev.callcost.text.JsonLines;
import dev.callcost.text.SafeFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The {@link Log} of a run, from which {@link RunFiles} makes the results file. It has lines of forks that measured, failed or were skipped. A line of type
 * {@code starts} names the fork about to start. When the run is resumed, it repeats the fork of a line that was cut off.
 *
 * <p>The first line has the settings as they were typed, which {@code --resume} needs. At the end of the run the first line gets the member {@code end}, the
 * lines of type {@code starts} are removed, and so are the settings if they name directories.
 */
public final class RunLog {
    private static final Gson GSON = new Gson();
    private static final String SETTINGS = "settings";
    private static final String STARTS = "starts";
    static final String SKIPPED = "skipped";
    static final String FAILED = "failed";

    private final Path results;
    private final Path file;
    private final boolean isResumed;
    /** The outcomes of earlier processes' forks by round. */
    private final Map<RowKey, SortedMap<Integer, ForkOutcome>> kept = new HashMap<>();

    private Duration keptTime = Duration.ZERO;
    private RunSettings settings;
    private String end;
    private String lastFork;
    private boolean holdsThisRun;
    /** Whether this process has written the first line. */
    private boolean begun;

    private RunLog(Path results, boolean isResumed) {
        this.results = results;
        this.isResumed = isResumed;
        this.holdsThisRun = isResumed;
        this.file = ResultsFile.beside(results, Log.NAME);
    }

    /** The log of a new run. It replaces the log of an earlier run when the first fork starts. */
    public RunLog(Path results, RunSettings settings) {
        this(results, false);
        this.settings = settings;
    }

    /**
     * Reads the log of a run that can be resumed.
     *
     * @param named the path of its results file, or of the folder with its results.json
     * @throws CommandException (bad file) when there is no log, it cannot be read, or the run ended and left no settings
     */
    public static RunLog reopen(String named) {
        Path path = Path.of(named);
        Path results = Files.isDirectory(path) ? path.resolve(ResultsFile.NAME) : path;
        RunLog log = new RunLog(results, true);
        try {
            Log.beside(results);
            Log.read(log.file, Log.Command.RUN, log::take, log::take);
            if (log.settings == null) {
                throw new BadFileException(
                        log.file, log.hasEnded() + " and did not keep its command line, which named a directory");
            }
        } catch (BadFileException e) {
            throw log.cannotResume(e);
        }
        return log;
    }

    private CommandException cannotResume(BadFileException why) {
        return CommandException.badFile("cannot resume " + results + ": " + why.getMessage());
    }

    private String hasEnded() {
        return "the run came to its end at " + end;
    }

    /** Refuses a run that has ended (bad file). */
    public void checkOpen() {
        if (end != null) {
            throw cannotResume(new BadFileException(file, hasEnded()));
        }
    }

    /** Adds words to the command line of a run that is resumed. Later options win. */
    public void extend(List<String> words, List<Arguments.Group> groups) {
        settings = settings.with(words, groups);
    }

    private void take(JsonObject first) {
        end = first.has("end") ? first.get("end").getAsString() : null;
        settings = GSON.fromJson(first.get(SETTINGS), RunSettings.class);
        if (settings == null && end == null) {
            throw new IllegalArgumentException("does not say how to resume it");
        }
    }

    private void take(String type, JsonObject line) {
        if (type.equals(STARTS)) {
            lastFork = line.get(Log.FORK).getAsString();
            return;
        }
        RowKey row = GSON.fromJson(line.get("row"), RowKey.class);
        ForkOutcome outcome = switch (type) {
            case Log.FORK -> new ForkOutcome.Measured(Fork.of(line), new JsonObject());
            case SKIPPED -> new ForkOutcome.Skipped(line.get("message").getAsString());
            case FAILED -> new ForkOutcome.Failed(line.get("message").getAsString(), List.of());
            default -> throw new IllegalArgumentException(type);
        };
        if (outcome instanceof ForkOutcome.Measured fork) {
            row = fork.fork().key().whateverItsThreads();
        }
        kept.computeIfAbsent(row, it -> new TreeMap<>()).put(line.get("round").getAsInt(), outcome);
        keptTime = keptTime.plus(Duration.between(
                Instant.parse(line.get("start").getAsString()),
                Instant.parse(line.get("end").getAsString())));
    }

    /** Whether the log is this run's. Before the first fork it may be an earlier run's. */
    public boolean holdsThisRun() {
        return holdsThisRun;
    }

    public Path results() {
        return results;
    }

    public RunSettings settings() {
        return settings;
    }

    public boolean isResumed() {
        return isResumed;
    }

    /** The name of the last fork that an earlier process started, as in its JVM's arguments. The fork may still be running. */
    public Optional<String> lastFork() {
        return Optional.ofNullable(lastFork);
    }

    /** The number of forks that ended before this process resumed the run. */
    public int keptForks() {
        return kept.values().stream().mapToInt(SortedMap::size).sum();
    }

    /** The time that those forks took. */
    Duration keptTime() {
        return keptTime;
    }

    /** The last round in which a row had a fork before this process resumed the run; 0 if none. */
    public int lastRound(PlannedRow row) {
        return kept.containsKey(row.key()) ? kept.get(row.key()).lastKey() : 0;
    }

    /** The outcome of a row's fork of a round, if the fork ended before this process resumed the run. */
    Optional<ForkOutcome> kept(PlannedRow row, int round) {
        return Optional.ofNullable(kept.get(row.key())).map(forks -> forks.get(round));
    }

    /** Notes that a fork is about to start, by its name in its JVM's arguments. The description has the first line's members. */
    void starts(String named, JsonObject description) {
        if (!begun) {
            begun = true;
            write(description, true);
        }
        JsonObject line = new JsonObject();
        line.addProperty(Log.FORK, named);
        add(Log.line(STARTS, line));
    }

    void add(String line) {
        SafeFile.append(file, line);
    }

    /** Notes that the run has ended. The description has the first line's members, with {@code end}. */
    void end(JsonObject description) {
        if (holdsThisRun) {
            write(description, !settings.nameDirectories());
        }
    }

    /** Writes a new first line and the forks so far. This removes a line that was cut off, so the next line begins at a line's start. */
    private void write(JsonObject description, boolean withSettings) {
        if (withSettings) {
            description.add(SETTINGS, GSON.toJsonTree(settings));
        }
        SafeFile.write(file, out -> {
            out.print(Log.first(Log.Command.RUN, description));
            if (holdsThisRun) {
                Log.read(file, Log.Command.RUN, first -> {}, (type, line) -> {
                    if (!type.equals(STARTS)) {
                        out.print(JsonLines.line(line));
                    }
                });
            }
        });
        holdsThisRun = true;
    }

    public Path file() {
        return file;
    }
}

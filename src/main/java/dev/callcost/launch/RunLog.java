package dev.callcost.launch;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import dev.callcost.data.ResultsFile;
import dev.callcost.text.BadFileException;
import dev.callcost.text.CommandException;
import dev.callcost.text.JsonLines;
import dev.callcost.text.SafeFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The log of a run, in JSON lines beside the results file, of which the results file is the merge: first a line of type {@code run} with the
 * environment; then, as the run goes on, one of type {@code starts} that names the fork about to start, and one of type {@code fork}
 * ({@link ForkLine}) when it has ended. A line is appended whole, so a run that is killed leaves all lines but the one at hand, whose
 * fork is repeated.
 *
 * <p>The first line holds the settings as they were typed, by which the run can be gone on with. At its end they go if they name
 * directories, the lines of type {@code starts} go, and the environment says {@code end}.
 */
public final class RunLog {
    private static final Gson GSON = new Gson();
    private static final String KIND = "the log of a run";
    private static final String SETTINGS = "settings";

    private final Path results;
    private final Path file;
    private final boolean isResumed;
    private final Map<ForkLine.InRound, ForkOutcome> kept = new HashMap<>();
    private Duration keptTime = Duration.ZERO;
    private RunSettings settings;
    private String end;
    private String lastFork;
    private boolean holdsThisRun;
    /** Whether this process has written the first line. */
    private boolean begun;

    /** What a line has that is not about a fork that ended. */
    private record Entry(String type, String end, RunSettings settings, String fork) {}

    private RunLog(Path results, boolean isResumed) {
        this.results = results;
        this.isResumed = isResumed;
        this.holdsThisRun = isResumed;
        this.file = ResultsFile.beside(results, ResultsFile.LOG);
    }

    /**
     * The log of a new run. What is left of an earlier one goes when the first fork starts.
     *
     * @param results the run's results file
     */
    public RunLog(Path results, RunSettings settings) {
        this(results, false);
        this.settings = settings;
    }

    /**
     * Reads the log of a run that can be gone on with.
     *
     * @param named the path of its results file, or of the folder of its results.json
     * @throws CommandException (bad file) when there is none, it cannot be read, or the run came to its end and left no settings
     */
    public static RunLog reopen(String named) {
        Path path = Path.of(named);
        Path results = Files.isDirectory(path) ? path.resolve(ResultsFile.NAME) : path;
        RunLog log = new RunLog(results, true);
        try {
            log.read();
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

    /**
     * Refuses a run that has nothing left to do.
     *
     * @throws CommandException (bad file) when it came to its end
     */
    public void checkOpen() {
        if (end != null) {
            throw cannotResume(new BadFileException(file, hasEnded()));
        }
    }

    /**
     * Adds to the command line of a run that is gone on with: what is given later wins.
     *
     * @param words as they were typed
     * @param groups the same, presets read
     */
    public void extend(List<String> words, List<Arguments.Group> groups) {
        settings = settings.with(words, groups);
    }

    private void read() {
        JsonLines lines = new JsonLines(file, KIND);
        lines.read(line -> {
            try {
                take(lines, line);
            } catch (BadFileException e) {
                throw e;
            } catch (RuntimeException e) {
                throw lines.bad("lacks a part, or has one of the wrong kind");
            }
        });
    }

    private void take(JsonLines lines, JsonObject line) {
        Entry entry = GSON.fromJson(line, Entry.class);
        if (settings == null) {
            begin(lines, entry);
        } else if ("fork".equals(entry.type)) {
            kept.put(ForkLine.InRound.of(line), ForkLine.outcome(line));
            keptTime = keptTime.plus(ForkLine.time(line));
        } else {
            lastFork = entry.fork;
        }
    }

    private void begin(JsonLines lines, Entry first) {
        if (!"run".equals(first.type)) {
            throw lines.bad("does not describe a run");
        }
        end = first.end;
        if (first.settings == null) {
            throw end == null
                    ? lines.bad("does not say how to go on with it")
                    : new BadFileException(
                            file, hasEnded() + " and did not keep its command line, which named a directory");
        }
        settings = first.settings;
    }

    /** Whether the log is this run's: before its first fork it may still be an earlier one's. */
    public boolean holdsThisRun() {
        return holdsThisRun;
    }

    /** The run's results file. */
    public Path results() {
        return results;
    }

    /** The settings of the run. */
    public RunSettings settings() {
        return settings;
    }

    /** Whether the run began in an earlier process. */
    public boolean isResumed() {
        return isResumed;
    }

    /** What names the last fork that an earlier process started, in its JVM's arguments; it may still be running. */
    public Optional<String> lastFork() {
        return Optional.ofNullable(lastFork);
    }

    /** How many forks ended before this process went on with the run. */
    public int keptForks() {
        return kept.size();
    }

    /** How long those forks took. */
    Duration keptTime() {
        return keptTime;
    }

    /**
     * The last round in which a row had a fork before this process went on with the run; 0 if none.
     *
     * @see #kept
     */
    public int lastRound(PlannedRow row) {
        return kept.keySet().stream()
                .filter(fork -> fork.row().equals(row.key()))
                .mapToInt(ForkLine.InRound::round)
                .max()
                .orElse(0);
    }

    /** How a row's fork of a round ended, if that was before this process went on with the run. */
    Optional<ForkOutcome> kept(PlannedRow row, int round) {
        return Optional.ofNullable(kept.get(ForkLine.InRound.of(row, round)));
    }

    /**
     * Notes that a fork is about to start.
     *
     * @param named what names it in its JVM's arguments
     * @param environment the run's environment, for the first line
     */
    void starts(String named, JsonObject environment) {
        if (!begun) {
            begun = true;
            writeWithSettings(environment);
        }
        JsonObject line = new JsonObject();
        line.addProperty("type", "starts");
        line.addProperty("fork", named);
        add(line);
    }

    void add(JsonObject line) {
        SafeFile.append(file, JsonLines.line(line));
    }

    /**
     * Notes that the run came to its end.
     *
     * @param environment the run's environment, which says so
     */
    void end(JsonObject environment) {
        if (holdsThisRun && settings.nameDirectories()) {
            write(environment);
        } else if (holdsThisRun) {
            writeWithSettings(environment);
        }
    }

    private void writeWithSettings(JsonObject environment) {
        environment.add(SETTINGS, GSON.toJsonTree(settings));
        write(environment);
    }

    /** Writes a first line, and after it the forks that are there. A line that was cut off goes, so the next one begins a line. */
    private void write(JsonObject environment) {
        SafeFile.write(file, out -> {
            out.print(JsonLines.line(JsonLines.typed("run", environment)));
            if (holdsThisRun) {
                new JsonLines(file, KIND).read(line -> {
                    if (line.get("type").getAsString().equals("fork")) {
                        out.print(JsonLines.line(line));
                    }
                });
            }
        });
        holdsThisRun = true;
    }

    /** Where the log is. */
    public Path file() {
        return file;
    }
}

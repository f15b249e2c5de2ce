package dev.callcost.launch;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.callcost.data.Fork;
import dev.callcost.data.Fork.LostFork;
import dev.callcost.data.ForkLine;
import dev.callcost.data.Log;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.RowKey;
import dev.callcost.file.BadFileException;
import dev.callcost.launch.ForkPlan.ForkOutcome;
import dev.callcost.launch.RunFiles.RunSettings;
import dev.callcost.text.CommandException;
import dev.callcost.text.JsonDocument;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The run that {@code --resume} names, as its log has it: settings, and the forks that ended. */
public final class EarlierRun {
    private final Path results;
    private final List<EndedFork> ended = new ArrayList<>();
    private Duration time = Duration.ZERO;
    private RunSettings settings;
    private String end;

    /** A fork that ended. */
    record EndedFork(RowKey row, int round, ForkOutcome outcome) {}

    private EarlierRun(Path results) {
        this.results = results;
    }

    /**
     * @param named the path of the run's results file, or of the folder with its results.json
     * @throws CommandException (bad file) when there is no log, or it cannot be read
     */
    public static EarlierRun read(String named) {
        Path path = Path.of(named);
        EarlierRun run = new EarlierRun(Files.isDirectory(path) ? path.resolve(ResultsFile.NAME) : path);
        try {
            Log.read(run.log(), Log.Command.RUN, run::take, run::take);
        } catch (BadFileException e) {
            throw run.cannotResume(e.getMessage());
        }
        return run;
    }

    private Path log() {
        return ResultsFile.beside(results, Log.NAME);
    }

    private CommandException cannotResume(String why) {
        return CommandException.badFile("cannot resume " + results + ": " + why);
    }

    private void take(JsonObject first) {
        end = first.has("end") ? first.get("end").getAsString() : null;
        settings = JsonDocument.GSON.fromJson(first.get(RunFiles.SETTINGS), RunSettings.class);
        if (settings == null) {
            throw new IllegalArgumentException("does not say how to resume it");
        }
    }

    private void take(String type, String text) {
        JsonObject line = JsonParser.parseString(text).getAsJsonObject();
        ForkOutcome outcome = switch (type) {
            case Log.FORK -> new ForkOutcome.Measured(Fork.of(text), jmh(line));
            case LostFork.SKIPPED -> new ForkOutcome.Skipped(line.get("message").getAsString());
            case LostFork.FAILED -> ForkOutcome.failed(line.get("message").getAsString());
            default -> throw new IllegalArgumentException(type);
        };
        RowKey row = outcome instanceof ForkOutcome.Measured fork
                ? fork.fork().key().whateverItsThreads()
                : RowKey.of(line.getAsJsonObject("row"));
        ended.add(new EndedFork(row, line.get("round").getAsInt(), outcome));
        time = time.plus(Duration.between(
                Instant.parse(line.get("start").getAsString()),
                Instant.parse(line.get("end").getAsString())));
    }

    /** What a results file needs of a line: all iterations of a long run would take much memory. */
    private static JsonObject jmh(JsonObject line) {
        JsonObject kept = new JsonObject();
        kept.add(Fork.JMH, ForkLine.jmh(line));
        return kept;
    }

    public void checkOpen() {
        if (end != null) {
            throw cannotResume(log() + ": the run came to its end at " + end);
        }
    }

    public Path results() {
        return results;
    }

    public RunSettings settings() {
        return settings;
    }

    /** The number of forks that ended. */
    public int forks() {
        return ended.size();
    }

    public Duration time() {
        return time;
    }

    /** In the order they ran. */
    List<EndedFork> ended() {
        return ended;
    }
}

package dev.callcost.run;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.reflect.TypeToken;
import dev.callcost.fork.ForkOutcome;
import dev.callcost.fork.PlannedRow;
import dev.callcost.text.CommandException;
import dev.callcost.text.SafeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a run needs to go on after it was killed: its settings and every fork that ended, in a hidden file beside the results file, a
 * JSON line each, appended as the run goes on. A line that was cut off belongs to a fork that is repeated. The file is there from
 * the first fork until the run comes to its end.
 */
public final class Journal {
    private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();
    private static final TypeToken<Map<String, String>> FACTS = new TypeToken<>() {};

    private final Path results;
    private final Path file;
    private final RunSettings settings;
    private final Map<String, KeptFork> forks = new LinkedHashMap<>();
    private String lastFork;
    private boolean begun;

    /**
     * The journal of a new run. What is left of an earlier one goes when the first fork starts.
     *
     * @param results the run's results file
     */
    public Journal(Path results, RunSettings settings) {
        this.results = results;
        this.file = beside(results);
        this.settings = settings;
    }

    private static Path beside(Path results) {
        return results.resolveSibling("." + results.getFileName() + ".journal");
    }

    /**
     * Opens the journal of a run that did not come to its end.
     *
     * @param named the path of its results file, or of the folder of its results.json
     * @throws CommandException (bad file) when there is none, or it cannot be read
     */
    public static Journal reopen(String named) {
        Path path = Path.of(named);
        Path results = Files.isDirectory(path) ? path.resolve("results.json") : path;
        Path file = beside(results);
        if (!Files.exists(file)) {
            throw CommandException.badFile("cannot resume " + results + ": there is no " + file.getFileName()
                    + " beside it, so a run came to its end there or never began");
        }
        try {
            List<String> lines = Files.readAllLines(file);
            Journal journal = new Journal(results, GSON.fromJson(lines.get(0), RunSettings.class));
            for (String line : lines.subList(1, lines.size())) {
                journal.read(line);
            }
            journal.begun = true;
            journal.endLastLine();
            return journal;
        } catch (IOException | JsonParseException | IllegalStateException | IndexOutOfBoundsException e) {
            throw CommandException.badFile("cannot resume " + results + ": " + file + " is no journal of a run");
        }
    }

    private void read(String line) throws IOException {
        JsonObject entry;
        try {
            entry = JsonParser.parseString(line).getAsJsonObject();
        } catch (JsonParseException | IllegalStateException e) {
            return; // cut off when the run was killed
        }
        if (entry.has("starts")) {
            lastFork = entry.get("starts").getAsString();
        } else {
            JsonObject told = entry.getAsJsonObject("line");
            forks.put(entry.get("turn").getAsString(), new KeptFork(outcome(entry, told), told));
        }
    }

    private static ForkOutcome outcome(JsonObject entry, JsonObject told) throws IOException {
        return switch (told.get("outcome").getAsString()) {
            case "measured" -> {
                SerializedFork fork = SerializedFork.of(entry.get("fork").getAsString());
                JsonElement pid = told.get("pid");
                yield new ForkOutcome.Measured(
                        fork.params(),
                        fork.result(),
                        GSON.fromJson(told.get("facts"), FACTS),
                        pid == null ? OptionalLong.empty() : OptionalLong.of(pid.getAsLong()),
                        told.getAsJsonArray("iterations").asList().stream()
                                .map(JsonElement::toString)
                                .toList());
            }
            case "skipped" -> new ForkOutcome.Skipped(told.get("message").getAsString());
            default -> new ForkOutcome.Failed(told.get("message").getAsString(), List.of());
        };
    }

    /** Sees to it that what is appended begins a line, after one that was cut off. */
    private void endLastLine() throws IOException {
        if (!Files.readString(file).endsWith("\n")) {
            SafeFile.append(file, "\n");
        }
    }

    /** The results file of the run. */
    public Path results() {
        return results;
    }

    /** The settings of the run. */
    public RunSettings settings() {
        return settings;
    }

    /** What names the last fork that was started, in its JVM's arguments; it may still be running. */
    public Optional<String> lastFork() {
        return Optional.ofNullable(lastFork);
    }

    /** The forks that ended, in their order. */
    public List<KeptFork> forks() {
        return List.copyOf(forks.values());
    }

    /** A row's fork of a round, if it ended. */
    public Optional<KeptFork> fork(PlannedRow row, int round) {
        return Optional.ofNullable(forks.get(turn(row, round)));
    }

    /**
     * Notes that a fork is about to start.
     *
     * @param named what names it in its JVM's arguments
     */
    public void starts(String named) {
        if (!begun) {
            begun = true;
            SafeFile.write(file, out -> out.print(line(settings)));
        }
        JsonObject entry = new JsonObject();
        entry.addProperty("starts", named);
        SafeFile.append(file, line(entry));
    }

    /**
     * Notes how a fork ended.
     *
     * @param line its line of the record beside the results file
     */
    public void ended(PlannedRow row, int round, ForkOutcome outcome, JsonObject line) {
        JsonObject entry = new JsonObject();
        entry.addProperty("turn", turn(row, round));
        entry.add("line", line);
        if (outcome instanceof ForkOutcome.Measured fork) {
            Optional<String> text = new SerializedFork(fork.params(), fork.result()).text();
            if (text.isEmpty()) {
                return;
            }
            entry.addProperty("fork", text.get());
        }
        SafeFile.append(file, line(entry));
    }

    private static String turn(PlannedRow row, int round) {
        return "round " + round + " of " + row.label();
    }

    private static String line(Object entry) {
        return GSON.toJson(entry) + "\n";
    }

    /** Removes the file: the run came to its end. */
    public void delete() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw CommandException.badFile("cannot delete " + file + ": " + e.getMessage());
        }
    }
}

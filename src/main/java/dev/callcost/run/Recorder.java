package dev.callcost.run;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import dev.callcost.results.ResultsFile;
import dev.callcost.run.warning.RunRecord;
import dev.callcost.text.SafeFile;
import java.nio.file.Path;
import java.util.List;

/**
 * The record of a run, in a file of JSON lines beside the results file: first a line of type {@code run} with the environment, the
 * seed and the rows; then, as the run goes on, one of type {@code fork} for each fork, with its round and its place in it, what the
 * canary said before it, start and end, the worst hiccup of the host meanwhile, JVM and process, how it ended, and every iteration,
 * warm-up included. A line is written whole, so a run that is killed leaves all lines but the one at hand.
 */
final class Recorder {
    private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();

    private final Path file;
    private final Environment environment;
    private boolean begun;

    /**
     * The record of a run that has not begun; a file that was there is replaced when the first fork has ended.
     *
     * @param results the results file it lies beside
     * @param environment machine, versions, seed, rows
     */
    Recorder(Path results, Environment environment) {
        this.file = ResultsFile.beside(results, RunRecord.NAME);
        this.environment = environment;
    }

    /** Begins the file anew, with the forks that are kept from a run which was killed and none else. */
    void begin(List<JsonObject> forks) {
        begun = true;
        SafeFile.write(file, out -> {
            out.print(text(run()));
            forks.forEach(fork -> out.print(text(fork)));
        });
    }

    /** Adds a fork's line. */
    void add(JsonObject fork) {
        if (!begun) {
            begin(List.of());
        }
        SafeFile.append(file, text(fork));
    }

    private JsonObject run() {
        JsonObject line = new JsonObject();
        line.addProperty("type", "run");
        environment.json().entrySet().forEach(member -> line.add(member.getKey(), member.getValue()));
        return line;
    }

    private static String text(JsonObject line) {
        return GSON.toJson(line) + "\n";
    }

    Path file() {
        return file;
    }
}

package dev.callcost.launch;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.callcost.data.Fork;
import dev.callcost.data.Iteration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A run's log as the tests look at it. */
record LoggedRun(List<JsonObject> lines) {

    static LoggedRun read(Path file) throws IOException {
        return new LoggedRun(Files.readAllLines(file).stream()
                .map(line -> JsonParser.parseString(line).getAsJsonObject())
                .toList());
    }

    JsonObject run() {
        return lines.get(0);
    }

    List<JsonObject> forks() {
        return lines.stream()
                .filter(line -> line.get("type").getAsString().equals("fork"))
                .toList();
    }

    /** The lines of all forks that ended. */
    List<JsonObject> ended() {
        return lines.stream().filter(line -> line.has("round")).toList();
    }

    /** The scores of a fork's measured iterations. */
    static List<Double> measured(JsonObject fork) {
        return Fork.of(fork).measured().stream().map(Iteration::score).toList();
    }
}

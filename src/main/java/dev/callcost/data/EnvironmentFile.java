package dev.callcost.data;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** What a run of the suite writes beside its results file: machine, JVMs, versions, commit, command line. Files of others have none. */
public final class EnvironmentFile {
    /** Its name in a folder of results. */
    public static final String NAME = "environment.json";

    private EnvironmentFile() {}

    /** Where that of a results file is, or would be. */
    public static Path path(Path results) {
        return ResultsFile.beside(results, NAME);
    }

    /** Its members; empty when there is none, or none that can be read: it says nothing of the numbers. */
    public static Optional<JsonObject> read(ResultsFile results) {
        Path file = path(results.path());
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(JsonParser.parseString(Files.readString(file)).getAsJsonObject());
        } catch (IOException | JsonParseException | IllegalStateException e) {
            return Optional.empty();
        }
    }
}

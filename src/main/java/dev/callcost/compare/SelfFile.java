package dev.callcost.compare;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import dev.callcost.results.RowKey;
import dev.callcost.text.JsonLines;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The file of {@code compare --self}: a line for each session. */
public final class SelfFile {
    private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();

    private SelfFile() {}

    /** The line of a session. */
    public static String line(SelfSession session) {
        return GSON.toJson(session) + "\n";
    }

    /**
     * Reads all sessions of a file.
     *
     * @throws dev.callcost.text.BadFileException when it cannot be read or is of another kind
     */
    public static List<SelfSession> read(Path file) {
        List<SelfSession> sessions = new ArrayList<>();
        JsonLines lines = new JsonLines(file, "a file of compare --self");
        lines.read(line -> {
            try {
                sessions.add(session(line));
            } catch (NullPointerException | IllegalArgumentException | JsonParseException e) {
                throw lines.bad("has no verdicts of rows");
            }
        });
        return sessions;
    }

    private static SelfSession session(JsonObject line) {
        SelfSession session = GSON.fromJson(line, SelfSession.class);
        session.rows().stream().map(SelfRow::row).forEach(RowKey::label);
        session.rows().stream().map(SelfRow::verdict).forEach(Objects::requireNonNull);
        return session;
    }
}

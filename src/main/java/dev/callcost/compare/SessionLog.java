package dev.callcost.compare;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import dev.callcost.data.Log;
import dev.callcost.text.CommandException;
import dev.callcost.text.SafeFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The log of a session, which grows with every pair; {@link Session#read} reads it. */
record SessionLog(Path file) {
    private static final Gson GSON = new Gson();

    /**
     * @param folder is created if it does not exist
     * @param more further members of the first line
     * @throws CommandException (bad file) when it cannot be written, or the folder holds a log already
     */
    static SessionLog begin(Path folder, Session.Header header, Map<String, ?> more) {
        return new SessionLog(Log.begin(folder, Log.Command.COMPARE, description(header, more)));
    }

    static JsonObject description(Session.Header header, Map<String, ?> more) {
        JsonObject description = json(header);
        more.forEach((name, value) -> description.add(name, GSON.toJsonTree(value)));
        return description;
    }

    /**
     * The lines of a pair: the fork that went first, the other, and the pair.
     *
     * @param base what the fork measured, as members of its line
     * @param machine what the machine did meanwhile
     */
    static String lines(Pair pair, int round, JsonObject base, JsonObject head, JsonObject machine) {
        String ofBase = fork(round, "base", base);
        String ofHead = fork(round, "head", head);
        JsonObject line =
                json(new Session.PairLine(pair.row(), round, pair.excluded().orElse(null)));
        machine.asMap().forEach(line::add);
        return (pair.headFirst() ? ofHead + ofBase : ofBase + ofHead) + Log.line(Session.PAIR, line);
    }

    private static String fork(int round, String side, JsonObject measured) {
        JsonObject line = new JsonObject();
        line.addProperty("round", round);
        line.addProperty("side", side);
        measured.asMap().forEach(line::add);
        return Log.line(Log.FORK, line);
    }

    void append(String lines) {
        SafeFile.append(file, lines);
    }

    void add(Session.Part part) {
        append(Log.line(part.type(), json(part)));
    }

    /** Adds a fork that failed, with the last lines of its process. */
    void addFailed(Session.Loss loss, List<String> output) {
        JsonObject line = json(loss);
        line.add("output", GSON.toJsonTree(output));
        append(Log.line(loss.type(), line));
    }

    private static JsonObject json(Object content) {
        return GSON.toJsonTree(content).getAsJsonObject();
    }
}

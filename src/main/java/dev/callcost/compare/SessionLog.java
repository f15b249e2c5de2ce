package dev.callcost.compare;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import dev.callcost.data.Log;
import dev.callcost.launch.ForkOutcome;
import dev.callcost.text.CommandException;
import dev.callcost.text.SafeFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The log of a session, which grows with every pair; {@link Session#read} reads it.
 *
 * @param file where it is
 */
record SessionLog(Path file) {
    private static final Gson GSON = new Gson();

    /**
     * Begins a log.
     *
     * @param folder is made if it is not there
     * @param more what else is worth keeping, by name
     * @throws CommandException (bad file) when it cannot be written, or the folder holds a log already
     */
    static SessionLog begin(Path folder, Session.Header header, Map<String, ?> more) {
        return new SessionLog(Log.begin(folder, Log.Command.COMPARE, description(header, more)));
    }

    /** The members of the first line. */
    static JsonObject description(Session.Header header, Map<String, ?> more) {
        JsonObject description = json(header);
        more.forEach((name, value) -> description.add(name, GSON.toJsonTree(value)));
        return description;
    }

    /**
     * Adds the forks of a pair, the first one's line first, and then the pair.
     *
     * @param round the number of the row's pair, from 1 on
     * @param machine what the machine did meanwhile, and from {@code start} to {@code end} when it was
     */
    void add(Pair pair, int round, ForkOutcome.Measured base, ForkOutcome.Measured head, JsonObject machine) {
        append(lines(pair, round, base.line(), head.line(), machine));
    }

    /** The lines of a pair. */
    static String lines(Pair pair, int round, JsonObject base, JsonObject head, JsonObject machine) {
        String ofBase = fork(round, "base", base);
        String ofHead = fork(round, "head", head);
        JsonObject line =
                json(new Session.PairLine(pair.row(), round, pair.setAside().orElse(null)));
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

    /** Adds that a row's difference moved. */
    void addWarming(Session.Warming warming) {
        append(Log.line(Session.WARMING, json(warming)));
    }

    /** Adds a fork that failed, and the last lines that its process wrote. */
    void addFailed(Session.Loss loss, List<String> output) {
        JsonObject line = json(loss);
        line.add("output", GSON.toJsonTree(output));
        append(Log.line(Session.FAILED, line));
    }

    /** Adds a row that a side cannot run here. */
    void addSkipped(Session.Loss loss) {
        append(Log.line(Session.SKIPPED, json(loss)));
    }

    /** Adds a row for which the budget is too short. */
    void addLeftOut(Session.LeftOut leftOut) {
        append(Log.line(Session.LEFT_OUT, json(leftOut)));
    }

    private static JsonObject json(Object content) {
        return GSON.toJsonTree(content).getAsJsonObject();
    }

    private void append(String lines) {
        SafeFile.append(file, lines);
    }
}

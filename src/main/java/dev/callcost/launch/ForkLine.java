package dev.callcost.launch;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.callcost.data.Log;
import dev.callcost.host.Hiccups;
import dev.callcost.text.PathTails;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** Watches the host from when it is made until a fork has ended, and makes the fork's line of the log. */
final class ForkLine {
    static final String SKIPPED = "skipped";
    static final String FAILED = "failed";

    private static final Gson GSON = new Gson();

    private final Instant start = Instant.now();
    private final Hiccups hiccups = new Hiccups();

    /**
     * Ends the watch.
     *
     * @param place the fork's place in its round, from 1
     * @param outcome how the fork ended
     */
    String end(PlannedRow row, int round, int place, ForkOutcome outcome) {
        Instant end = Instant.now();
        hiccups.close();
        JsonObject line = new JsonObject();
        line.addProperty("round", round);
        line.addProperty("place", place);
        line.addProperty("start", start.toString());
        line.addProperty("end", end.toString());
        line.addProperty("worstHiccupNanos", hiccups.worstNanos(start.toEpochMilli(), end.toEpochMilli()));
        if (outcome instanceof ForkOutcome.Measured measured) {
            measured.line().asMap().forEach(line::add);
            cut(line.getAsJsonObject("jmh").getAsJsonObject("texts"));
            addHiccups(line.getAsJsonObject("iterations"));
            return Log.line(Log.FORK, line);
        }
        line.add("row", GSON.toJsonTree(row.key()));
        if (outcome instanceof ForkOutcome.Skipped skip) {
            line.addProperty("message", PathTails.cut(skip.reason()));
            return Log.line(SKIPPED, line);
        }
        line.addProperty("message", PathTails.cut(((ForkOutcome.Failed) outcome).message()));
        return Log.line(FAILED, line);
    }

    private static void cut(JsonObject texts) {
        if (texts != null) {
            texts.entrySet()
                    .forEach(text -> text.setValue(
                            new JsonPrimitive(PathTails.cut(text.getValue().getAsString()))));
        }
    }

    private void addHiccups(JsonObject iterations) {
        if (iterations != null) {
            JsonArray column = new JsonArray();
            JsonArray starts = iterations.getAsJsonArray("startMillis");
            for (int i = 0; i < starts.size(); i++) {
                long from = starts.get(i).getAsLong();
                JsonElement nanos = iterations.getAsJsonArray("nanos").get(i);
                column.add(hiccups.worstNanos(from, from + TimeUnit.NANOSECONDS.toMillis(nanos.getAsLong())));
            }
            iterations.add("hiccupNanos", column);
        }
    }
}

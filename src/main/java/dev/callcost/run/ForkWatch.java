package dev.callcost.run;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.callcost.fork.ForkJvm;
import dev.callcost.fork.ForkOutcome;
import dev.callcost.fork.PlannedRow;
import dev.callcost.host.Hiccups;
import dev.callcost.text.PathTails;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Watches one fork from outside, and tells what it saw as a line of the record. */
public final class ForkWatch {
    private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();

    private final Instant start = Instant.now();
    private final Hiccups hiccups = new Hiccups();

    /** Begins to watch. */
    public ForkWatch() {
        // all of it is in the fields
    }

    /**
     * Ends the watch.
     *
     * @param round the round, from 1
     * @param place the fork's place in it, from 1
     * @param outcome how the fork ended
     * @return the fork's line of the record
     */
    public JsonObject end(PlannedRow row, int round, int place, ForkJvm jvm, ForkOutcome outcome) {
        Instant end = Instant.now();
        hiccups.close();
        JsonObject line = new JsonObject();
        line.addProperty("type", "fork");
        line.addProperty("benchmark", row.name());
        line.addProperty("mode", row.mode().shortLabel());
        line.add("params", GSON.toJsonTree(row.params()));
        line.addProperty("round", round);
        line.addProperty("place", place);
        line.addProperty("start", start.toString());
        line.addProperty("end", end.toString());
        line.addProperty("jvm", PathTails.cut(jvm.executable()) + " " + jvm.version());
        line.addProperty("worstHiccupNanos", hiccups.worstNanos(start.toEpochMilli(), end.toEpochMilli()));
        line.addProperty("outcome", outcome.getClass().getSimpleName().toLowerCase(Locale.ROOT));
        if (outcome instanceof ForkOutcome.Measured fork) {
            measured(line, fork);
        } else if (outcome instanceof ForkOutcome.Skipped skip) {
            line.addProperty("message", PathTails.cut(skip.reason()));
        } else if (outcome instanceof ForkOutcome.Failed failure) {
            line.addProperty("message", PathTails.cut(failure.message()));
        }
        return line;
    }

    private void measured(JsonObject line, ForkOutcome.Measured fork) {
        fork.pid().ifPresent(pid -> line.addProperty("pid", pid));
        line.addProperty("unit", fork.result().getScoreUnit());
        line.addProperty("operationsPerInvocation", fork.params().getOpsPerInvocation());
        JsonObject facts = new JsonObject();
        fork.facts().forEach((name, value) -> facts.addProperty(name, PathTails.cut(value)));
        line.add("facts", facts);
        JsonArray iterations = new JsonArray();
        fork.iterations().forEach(text -> iterations.add(withHiccup(text)));
        line.add("iterations", iterations);
    }

    private JsonObject withHiccup(String text) {
        JsonObject iteration = JsonParser.parseString(text).getAsJsonObject();
        long from = iteration.get("startMillis").getAsLong();
        long to = from + TimeUnit.NANOSECONDS.toMillis(iteration.get("nanos").getAsLong());
        iteration.addProperty("hiccupNanos", hiccups.worstNanos(from, to));
        return iteration;
    }
}

package dev.callcost.launch;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.reflect.TypeToken;
import dev.callcost.data.RowKey;
import dev.callcost.host.Hiccups;
import dev.callcost.text.JsonLines;
import dev.callcost.text.PathTails;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * A fork's line of the log: which row and round it is of, what the host saw meanwhile, how it ended, every iteration with the warm-up, and
 * JMH's row of it. Whoever makes one watches the host from then on until the fork has ended.
 */
final class ForkLine {
    private static final Gson GSON = new Gson();
    private static final TypeToken<Map<String, String>> TEXTS = new TypeToken<>() {};

    private final Instant start = Instant.now();
    private final Hiccups hiccups = new Hiccups();

    /**
     * What a row has in a round: one fork.
     *
     * @param round the round, from 1
     */
    record InRound(RowKey row, int round) {
        static InRound of(PlannedRow row, int round) {
            return new InRound(row.key(), round);
        }

        static InRound of(JsonObject line) {
            return new InRound(
                    GSON.fromJson(line, RowKey.class), line.get("round").getAsInt());
        }
    }

    /**
     * Ends the watch.
     *
     * @param place the fork's place in its round, from 1
     * @param outcome how the fork ended
     */
    JsonObject end(InRound fork, int place, ForkJvm jvm, ForkOutcome outcome) {
        Instant end = Instant.now();
        hiccups.close();
        JsonObject line = JsonLines.typed("fork", GSON.toJsonTree(fork.row()).getAsJsonObject());
        line.addProperty("round", fork.round());
        line.addProperty("place", place);
        line.addProperty("start", start.toString());
        line.addProperty("end", end.toString());
        line.addProperty("jvm", PathTails.cut(jvm.executable()) + " " + jvm.version());
        line.addProperty("worstHiccupNanos", hiccups.worstNanos(start.toEpochMilli(), end.toEpochMilli()));
        line.addProperty("outcome", outcome.getClass().getSimpleName().toLowerCase(Locale.ROOT));
        if (outcome instanceof ForkOutcome.Measured measured) {
            measured(line, measured);
        } else if (outcome instanceof ForkOutcome.Skipped skip) {
            line.addProperty("message", PathTails.cut(skip.reason()));
        } else if (outcome instanceof ForkOutcome.Failed failure) {
            line.addProperty("message", PathTails.cut(failure.message()));
        }
        return line;
    }

    private void measured(JsonObject line, ForkOutcome.Measured fork) {
        fork.pid().ifPresent(pid -> line.addProperty("pid", pid));
        line.addProperty("unit", fork.row().unit());
        line.addProperty("operationsPerInvocation", fork.row().operationsPerInvocation());
        line.add("facts", cut(fork.facts()));
        JsonArray iterations = new JsonArray();
        fork.iterations().forEach(text -> iterations.add(withHiccup(text)));
        line.add("iterations", iterations);
        fork.warmUp().ifPresent(warmUp -> line.add("warmUp", JsonParser.parseString(warmUp)));
        line.add("row", fork.row().json());
        line.add("texts", cut(fork.row().texts()));
    }

    private static JsonObject cut(Map<String, String> texts) {
        JsonObject json = new JsonObject();
        texts.forEach((name, text) -> json.addProperty(name, PathTails.cut(text)));
        return json;
    }

    private JsonObject withHiccup(String text) {
        JsonObject iteration = JsonParser.parseString(text).getAsJsonObject();
        long from = iteration.get("startMillis").getAsLong();
        long to = from + TimeUnit.NANOSECONDS.toMillis(iteration.get("nanos").getAsLong());
        iteration.addProperty("hiccupNanos", hiccups.worstNanos(from, to));
        return iteration;
    }

    /** How long the fork of a line took. */
    static Duration time(JsonObject line) {
        return Duration.between(
                Instant.parse(line.get("start").getAsString()),
                Instant.parse(line.get("end").getAsString()));
    }

    /** How the fork of a line ended. What only the console was told of a failure is gone. */
    static ForkOutcome outcome(JsonObject line) {
        return switch (line.get("outcome").getAsString()) {
            case "measured" ->
                new ForkOutcome.Measured(
                        new JmhRow(line.getAsJsonObject("row"), GSON.fromJson(line.get("texts"), TEXTS)),
                        GSON.fromJson(line.get("facts"), TEXTS),
                        line.has("pid") ? OptionalLong.of(line.get("pid").getAsLong()) : OptionalLong.empty(),
                        line.getAsJsonArray("iterations").asList().stream()
                                .map(JsonElement::toString)
                                .toList(),
                        Optional.ofNullable(line.get("warmUp")).map(JsonElement::toString));
            case "skipped" -> new ForkOutcome.Skipped(line.get("message").getAsString());
            default -> new ForkOutcome.Failed(line.get("message").getAsString(), List.of());
        };
    }
}

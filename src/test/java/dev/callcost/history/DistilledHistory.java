package dev.callcost.history;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.zip.GZIPInputStream;

/** Histories of public projects without messages, names and links, and the way back to the store of github-action-benchmark that they were made of. */
public final class DistilledHistory {
    /** 13 runs of 108 rows, the newest off by 27 %. */
    static final String GROOVY = "groovy-adhoc-throughput-indy.json.gz";

    /** 80 runs of 34 commits and 41 rows, on three kinds of machine, as github-action-benchmark has them. */
    public static final Path JEDIS = Path.of("results/examples/jedis.js.gz");

    private DistilledHistory() {}

    /** The {@code data.js}, as github-action-benchmark writes it. */
    static String dataJs(String resource) throws IOException {
        JsonObject entries = new JsonObject();
        try (Reader text = new InputStreamReader(
                new GZIPInputStream(DistilledHistory.class.getResourceAsStream(resource)), StandardCharsets.UTF_8)) {
            for (JsonElement suite :
                    JsonParser.parseReader(text).getAsJsonObject().getAsJsonArray("suites")) {
                JsonObject all = suite.getAsJsonObject();
                JsonArray runs = new JsonArray();
                for (int n = 0; n < all.getAsJsonArray("runs").size(); n++) {
                    runs.add(entry(all.getAsJsonArray("runs").get(n).getAsJsonArray(), all.getAsJsonArray("rows"), n));
                }
                entries.add(all.get("suite").getAsString(), runs);
            }
        }
        JsonObject data = new JsonObject();
        data.addProperty("lastUpdate", 0);
        data.addProperty("repoUrl", "");
        data.add("entries", entries);
        return "window.BENCHMARK_DATA = " + new Gson().toJson(data);
    }

    private static JsonObject entry(JsonArray run, JsonArray rows, int n) {
        JsonObject commit = new JsonObject();
        commit.add("id", run.get(1));
        commit.add("timestamp", run.get(2));
        JsonArray benches = new JsonArray();
        for (JsonElement element : rows) {
            JsonObject row = element.getAsJsonObject();
            JsonElement value = row.getAsJsonArray("values").get(n);
            if (!value.isJsonNull()) {
                JsonObject bench = new JsonObject();
                bench.add("name", row.get("name"));
                bench.add("value", value);
                bench.add("unit", row.get("unit"));
                bench.addProperty(
                        "extra",
                        "iterations: %s\nforks: %s\nthreads: %s"
                                .formatted(
                                        row.get("iterations").getAsString(),
                                        row.get("forks").getAsString(),
                                        row.get("threads").getAsString()));
                benches.add(bench);
            }
        }
        JsonObject entry = new JsonObject();
        entry.add("commit", commit);
        entry.addProperty(
                "date",
                Instant.parse(run.get(0).getAsString().replace("Z", ":00Z")).toEpochMilli());
        entry.addProperty("tool", "jmh");
        entry.add("benches", benches);
        return entry;
    }
}

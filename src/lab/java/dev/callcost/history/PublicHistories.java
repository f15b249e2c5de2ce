package dev.callcost.history;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.callcost.data.RowKey;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;

/** Reads histories of public projects that were gathered from github-action-benchmark's stores: a file a project, means only. */
final class PublicHistories {
    private PublicHistories() {}

    static History read(Path file) throws IOException {
        try (Reader reader =
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8)) {
            JsonObject suite = JsonParser.parseReader(reader)
                    .getAsJsonObject()
                    .getAsJsonArray("suites")
                    .get(0)
                    .getAsJsonObject();
            List<HistoryRun> runs = new ArrayList<>();
            JsonArray times = suite.getAsJsonArray("runs");
            for (int n = 0; n < times.size(); n++) {
                JsonArray run = times.get(n).getAsJsonArray();
                String commit = run.get(1).getAsString();
                runs.add(new HistoryRun(
                        commit,
                        Optional.of(commit),
                        Optional.of(Instant.parse(run.get(0).getAsString().replace("Z", ":00Z"))),
                        Map.of(),
                        values(suite.getAsJsonArray("rows"), n)));
            }
            String name = file.getFileName().toString().replace(".json.gz", "");
            return new History(name, List.copyOf(runs), List.of());
        }
    }

    private static Map<RowKey, HistoryRun.Value> values(JsonArray rows, int run) {
        Map<RowKey, HistoryRun.Value> values = new LinkedHashMap<>();
        for (JsonElement element : rows) {
            JsonObject row = element.getAsJsonObject();
            JsonElement value = row.getAsJsonArray("values").get(run);
            if (!value.isJsonNull()) {
                String unit = row.get("unit").getAsString();
                boolean isThroughput = unit.startsWith("ops/");
                double log = Math.log(value.getAsDouble());
                values.put(
                        new RowKey(row.get("name").getAsString(), isThroughput ? "thrpt" : "avgt", 1, new TreeMap<>()),
                        new HistoryRun.Value(isThroughput ? -log : log, List.of(), unit, "", OptionalDouble.empty()));
            }
        }
        return values;
    }
}

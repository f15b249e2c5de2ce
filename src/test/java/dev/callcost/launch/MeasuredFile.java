package dev.callcost.launch;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A results file as the tests look at it: JMH's JSON, row by row. */
final class MeasuredFile {
    private final List<JsonObject> rows = new ArrayList<>();

    MeasuredFile(Path file) throws IOException {
        for (JsonElement row : JsonParser.parseString(Files.readString(file)).getAsJsonArray()) {
            rows.add(row.getAsJsonObject());
        }
    }

    int rows() {
        return rows.size();
    }

    JsonObject row(String benchmark, String... params) {
        return rows.stream()
                .filter(row -> row.get("benchmark").getAsString().endsWith(benchmark))
                .filter(row -> List.of(params).stream()
                        .map(param -> param.split("="))
                        .allMatch(param -> row.getAsJsonObject("params")
                                .get(param[0])
                                .getAsString()
                                .equals(param[1])))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no row " + benchmark + " in " + rows));
    }

    /** Forks in all rows, which must be as many as each row says it has. */
    int forks() {
        int forks = 0;
        for (JsonObject row : rows) {
            JsonArray raw = row.getAsJsonObject("primaryMetric").getAsJsonArray("rawData");
            if (raw.size() != row.get("forks").getAsInt()) {
                throw new AssertionError("forks and rawData differ in " + row);
            }
            forks += raw.size();
        }
        return forks;
    }

    /** A row's scores, fork by fork. */
    static List<List<Double>> scores(JsonObject row) {
        return row.getAsJsonObject("primaryMetric").getAsJsonArray("rawData").asList().stream()
                .map(fork -> fork.getAsJsonArray().asList().stream()
                        .map(JsonElement::getAsDouble)
                        .toList())
                .toList();
    }

    static List<String> strings(JsonElement array) {
        List<String> strings = new ArrayList<>();
        array.getAsJsonArray().forEach(element -> strings.add(element.getAsString()));
        return strings;
    }
}

package dev.callcost.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.callcost.data.ResultsFile;
import dev.callcost.text.JsonLines;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Committed results have what other tools take for granted, in whose pages and alerts a row would else be missing, or be taken for another.
 * JMH Visualizer (0.9.6) shows an empty page when a member is missing; github-action-benchmark (1.22.0) reads fewer.
 */
class OtherToolsTest {
    private static final List<String> OF_A_ROW = List.of(
            "benchmark", "mode", "threads", "forks", "measurementIterations", "primaryMetric", "secondaryMetrics");
    private static final List<String> OF_A_METRIC = List.of("score", "scoreError", "scoreUnit");

    static Stream<Path> committed() throws IOException {
        try (Stream<Path> folders = Files.list(Path.of("results"))) {
            return folders
                    .map(folder -> folder.resolve(ResultsFile.PACKED))
                    .filter(Files::exists)
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    private static List<JsonObject> rows(Path results) throws IOException {
        try (Reader text = new InputStreamReader(JsonLines.open(results), StandardCharsets.UTF_8)) {
            return JsonParser.parseReader(text).getAsJsonArray().asList().stream()
                    .map(JsonElement::getAsJsonObject)
                    .toList();
        }
    }

    private static String name(JsonObject row) {
        return row.get("benchmark").getAsString();
    }

    private static Map<String, JsonElement> params(JsonObject row) {
        return row.has("params") ? row.getAsJsonObject("params").asMap() : Map.of();
    }

    @ParameterizedTest
    @MethodSource("committed")
    void findTheirMembers(Path results) throws IOException {
        for (JsonObject row : rows(results)) {
            assertThat(row.keySet()).as(name(row)).containsAll(OF_A_ROW);
            JsonObject metric = row.getAsJsonObject("primaryMetric");
            boolean sampled = row.get("mode").getAsString().equals("sample");
            assertThat(metric.keySet())
                    .as(name(row))
                    .containsAll(OF_A_METRIC)
                    .contains(sampled ? "rawDataHistogram" : "rawData");
            assertThat(metric.get("score").getAsDouble()).as(name(row)).isPositive();
            row.getAsJsonObject("secondaryMetrics")
                    .asMap()
                    .forEach((secondary, value) -> assertThat(
                                    value.getAsJsonObject().keySet())
                            .as("%s: %s", name(row), secondary)
                            .containsAll(OF_A_METRIC)
                            .contains("rawData"));
        }
    }

    /** Neither tool looks at threads, and JMH Visualizer hardly at modes; it cuts names and params apart at blanks and "=". */
    @ParameterizedTest
    @MethodSource("committed")
    void tellRowsApartByNameAndParams(Path results) throws IOException {
        List<JsonObject> rows = rows(results);
        assertThat(rows).extracting(row -> List.of(name(row), params(row))).doesNotHaveDuplicates();
        assertThat(rows)
                .flatExtracting(row -> params(row).values())
                .extracting(JsonElement::getAsString)
                .noneMatch(value -> value.contains(" ") || value.contains("="));
    }

    /** JMH Visualizer lays out all rows of a class as its first one's params say, and falls over one that has none where that has two. */
    @ParameterizedTest
    @MethodSource("committed")
    void layOutAClassByItsFirstRow(Path results) throws IOException {
        Collection<List<JsonObject>> classes = rows(results).stream()
                .collect(Collectors.groupingBy(
                        row -> name(row).substring(0, name(row).lastIndexOf('.'))))
                .values();
        for (List<JsonObject> rows : classes) {
            List<Integer> params =
                    new ArrayList<>(rows.stream().map(row -> params(row).size()).toList());
            int first = params.remove(0);
            assertThat(params).as(name(rows.get(0))).allMatch(others -> first >= 2 ? others >= 1 : others <= first);
        }
    }
}

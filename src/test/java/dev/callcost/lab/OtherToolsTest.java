package dev.callcost.lab;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.callcost.data.Log;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.file.Input;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
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
                    .filter(Files::isDirectory)
                    .flatMap(folder -> Stream.of(folder.resolve(ResultsFile.PACKED))
                            .filter(Files::exists)
                            .findFirst()
                            .or(() -> Log.in(folder).filter(log -> Log.command(log) == Log.Command.RUN))
                            .stream())
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    static Stream<Path> committedJson() throws IOException {
        return committed().filter(file -> !Log.isLog(file));
    }

    private static String name(JsonObject row) {
        return row.get("benchmark").getAsString();
    }

    @ParameterizedTest
    @MethodSource("committedJson")
    void findTheirMembers(Path results) throws IOException {
        for (JsonElement element : JsonParser.parseReader(new InputStreamReader(Input.open(results), UTF_8))
                .getAsJsonArray()) {
            JsonObject row = element.getAsJsonObject();
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
    void separateRowsByNameAndParams(Path results) {
        List<Row> rows = ResultsFile.read(results).rows();
        assertThat(rows)
                .extracting(row -> List.of(row.benchmark(), row.params()))
                .doesNotHaveDuplicates();
        assertThat(rows)
                .flatExtracting(row -> row.params().values())
                .noneMatch(value -> value.contains(" ") || value.contains("="));
    }

    /** JMH Visualizer lays out all rows of a class by its first one's params, and fails on a row that has none where the first has two. */
    @ParameterizedTest
    @MethodSource("committed")
    void layOutAClassByItsFirstRow(Path results) {
        Collection<List<Row>> classes = ResultsFile.read(results).rows().stream()
                .collect(Collectors.groupingBy(row -> row.benchmark().replaceFirst("\\.[^.]+$", "")))
                .values();
        for (List<Row> rows : classes) {
            List<Integer> params = new ArrayList<>(
                    rows.stream().map(row -> row.params().size()).toList());
            int first = params.remove(0);
            assertThat(params)
                    .as(rows.get(0).benchmark())
                    .allMatch(others -> first >= 2 ? others >= 1 : others <= first);
        }
    }
}

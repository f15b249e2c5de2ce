package dev.callcost.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Committed results hold what other tools read of a JMH file: github-action-benchmark's input {@code jmh} the name, params, score and unit, iterations, forks and
 * threads; JMH Visualizer also the mode, error, raw data and secondary metrics.
 */
class OtherToolsTest {
    private static final List<String> OF_A_ROW = List.of(
            "benchmark", "mode", "threads", "forks", "measurementIterations", "primaryMetric", "secondaryMetrics");
    private static final List<String> OF_A_METRIC = List.of("score", "scoreError", "scoreUnit");

    static Stream<Path> committed() throws IOException {
        try (Stream<Path> folders = Files.list(Path.of("results"))) {
            return folders
                    .map(folder -> folder.resolve("results.json"))
                    .filter(Files::exists)
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("committed")
    void findTheirMembers(Path results) throws IOException {
        for (JsonElement element :
                JsonParser.parseString(Files.readString(results)).getAsJsonArray()) {
            JsonObject row = element.getAsJsonObject();
            assertThat(row.keySet()).containsAll(OF_A_ROW);
            JsonObject metric = row.getAsJsonObject("primaryMetric");
            assertThat(metric.keySet()).containsAll(OF_A_METRIC).containsAnyOf("rawData", "rawDataHistogram");
            assertThat(metric.get("score").getAsDouble())
                    .as(row.get("benchmark").getAsString())
                    .isPositive();
        }
    }
}

package dev.callcost.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.callcost.history.CutTest.RankSum;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The figures of an independent implementation of the rule. */
class VectorsTest {
    private static final JsonObject FILE = read();
    private static final double MARGIN = 0.03;

    private static JsonObject read() {
        try (Reader file =
                new InputStreamReader(VectorsTest.class.getResourceAsStream("vectors.json"), StandardCharsets.UTF_8)) {
            return JsonParser.parseReader(file).getAsJsonObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<JsonObject> objects(String name) {
        return FILE.getAsJsonArray(name).asList().stream().map(JsonElement::getAsJsonObject);
    }

    static Stream<JsonObject> series() {
        return objects("vectors").filter(vector -> !vector.has("paces"));
    }

    static Stream<JsonObject> matrices() {
        return objects("vectors").filter(vector -> vector.has("paces"));
    }

    static Stream<JsonObject> rankSums() {
        return objects("rankSum");
    }

    @ParameterizedTest
    @MethodSource("series")
    void aRowIsCutAsExpected(JsonObject vector) {
        JsonObject expected = vector.getAsJsonObject("rule");
        Series series = Series.of(logs(vector.getAsJsonArray("values")), MARGIN);
        assertThat(series.noise()).isCloseTo(expected.get("noise").getAsDouble(), withinPercentage(0.1));
        assertThat(Cuts.of(series.values(), series.noise())).isEqualTo(integers(expected.getAsJsonArray("candidates")));
        assertChanges(series, IntStream.range(0, series.values().length).toArray(), expected);
    }

    /** @param runs the indices of the series' values */
    private static void assertChanges(Series series, int[] runs, JsonObject expected) {
        JsonArray changes = expected.getAsJsonArray("changes");
        List<List<CutTest>> found = Series.changes(series.steps(), MARGIN);
        assertThat(found).hasSameSizeAs(changes);
        for (int n = 0; n < changes.size(); n++) {
            JsonObject change = changes.get(n).getAsJsonObject();
            CutTest cut = found.get(n).get(0);
            assertThat(runs[cut.at()]).isEqualTo(change.get("index").getAsInt());
            assertThat(Math.expm1(cut.change())).isCloseTo(change.get("change").getAsDouble(), within(1e-6));
            assertThat(cut.p()).isCloseTo(change.get("p").getAsDouble(), withinPercentage(0.1));
        }
        int count = series.newest().map(it -> it.end() - it.at()).orElse(0);
        int side = series.newest().map(it -> (int) Math.signum(it.change())).orElse(0);
        assertThat(List.of(count, side)).isEqualTo(integers(expected.getAsJsonArray("newest")));
    }

    private static List<Integer> integers(JsonArray values) {
        return values.asList().stream().map(JsonElement::getAsInt).toList();
    }

    @ParameterizedTest
    @MethodSource("matrices")
    void aRunHasItsPace(JsonObject vector) {
        double[][] runs = vector.getAsJsonArray("values").asList().stream()
                .map(run -> logs(run.getAsJsonArray()))
                .toArray(double[][]::new);
        double[] paces = JudgedRun.paces(runs, JudgedRun.FEWEST_ROWS);
        JsonArray expected = vector.getAsJsonArray("paces");
        for (int run = 0; run < paces.length; run++) {
            assertThat(paces[run]).isCloseTo(expected.get(run).getAsDouble(), within(1e-6));
        }
        for (int row = 0; row < runs[0].length; row++) {
            int r = row;
            int[] judged = IntStream.range(0, runs.length)
                    .filter(run -> !JudgedRun.isElsewhere(paces[run]) && !Double.isNaN(runs[run][r]))
                    .toArray();
            double[] values = IntStream.of(judged)
                    .mapToDouble(run -> runs[run][r] - paces[run])
                    .toArray();
            assertChanges(
                    Series.of(values, MARGIN),
                    judged,
                    vector.getAsJsonObject("rule").getAsJsonObject("row" + row));
        }
    }

    @ParameterizedTest
    @MethodSource("rankSums")
    void aRankSumIsExact(JsonObject vector) {
        assertThat(RankSum.p(numbers(vector.getAsJsonArray("a")), numbers(vector.getAsJsonArray("b"))))
                .isCloseTo(vector.get("scipyExact").getAsDouble(), withinPercentage(0.1));
    }

    private static double[] logs(JsonArray times) {
        return Arrays.stream(numbers(times)).map(Math::log).toArray();
    }

    private static double[] numbers(JsonArray values) {
        return values.asList().stream()
                .mapToDouble(value -> value.isJsonNull() ? Double.NaN : value.getAsDouble())
                .toArray();
    }
}

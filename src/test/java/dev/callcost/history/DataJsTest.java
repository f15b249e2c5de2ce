package dev.callcost.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.data.RowKey;
import dev.callcost.file.BadFileException;
import dev.callcost.history.HistoryRun.Remarks;
import dev.callcost.text.CommandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DataJsTest {
    private static final String BENCH =
            "{\"name\":\"a.B.add\",\"value\":2,\"unit\":\"us/op\",\"extra\":\"iterations: 5\\nforks: 2\\nthreads: 1\"}";

    private static final String ENTRY = entry(BENCH);

    @TempDir
    Path directory;

    private final Remarks remarks = new Remarks();

    private static String entry(String... benches) {
        return "{\"commit\":{\"id\":\"532d385770000000000000000000000000000000\",\"message\":\"m\"},"
                + "\"date\":1770000000000,"
                + "\"tool\":\"jmh\",\"benches\":[" + String.join(",", benches) + "]}";
    }

    /** @param suites {@code "name":[entries]}, with commas between them */
    private static String data(String suites) {
        return "window.BENCHMARK_DATA = {\"lastUpdate\":1,\"repoUrl\":\"\",\"entries\":{" + suites + "}}";
    }

    private List<HistoryRun> read(String text, String suite) throws IOException {
        return DataJs.read(Files.writeString(directory.resolve("data.js"), text), Optional.ofNullable(suite), remarks);
    }

    private HistoryRun only(String entry) throws IOException {
        return read(data("\"S\":[" + entry + "]"), null).get(0);
    }

    private static RowKey key(String mode, int threads, Map<String, String> params) {
        return new RowKey("a.B.add", mode, threads, new TreeMap<>(params));
    }

    @Test
    void anEntryIsARunInTheOrderOfArrival() {
        assertThat(DataJs.isOne(MadeUpResults.JEDIS)).isTrue();
        List<HistoryRun> runs = DataJs.read(MadeUpResults.JEDIS, Optional.empty(), new Remarks());
        assertThat(runs).hasSize(80);
        assertThat(runs.get(0).label()).isEqualTo("01011c006");
        assertThat(runs.get(0).time()).contains(Instant.parse("2026-05-27T17:26:00Z"));
        String get = "redis.clients.jedis.benchmark.jedis.GetSetBenchmark.get";
        HistoryRun.Value value = runs.get(0).values().get(new RowKey(get, "thrpt", 1, new TreeMap<>()));
        assertThat(Math.exp(value.logNanos())).isCloseTo(1e9 / 8056.55, within(1e-6));
        assertThat(value.settings()).isEqualTo("5");
        assertThat(runs.stream().flatMap(run -> run.values().keySet().stream()).distinct())
                .hasSize(41);
    }

    /** The store does not say the mode. */
    @Test
    void oneNameTwiceIsTwoModes() throws IOException {
        String other =
                BENCH.replace("threads: 1", "threads: 8").replace("a.B.add", "a.B.add ( {\\\"n\\\":\\\"1 ) 2\\\"} )");
        HistoryRun run = only(entry(BENCH, BENCH.replace(":2,", ":3,"), BENCH.replace("us/op", "ops/us"), other));
        assertThat(run.values().keySet())
                .containsExactly(
                        key("avgt", 1, Map.of()),
                        key("avgt-2", 1, Map.of()),
                        key("thrpt", 1, Map.of()),
                        key("avgt", 8, Map.of("n", "1 ) 2")));
    }

    /** Zero is a value, and so is a text that is a number. */
    @Test
    void aValueThatIsNoNumberIsLeftOutAndNamed() throws IOException {
        String[] values = {"0", "-1", "\"NaN\"", "\"1,2\"", "null", "\"1.25\""};
        String benches = BENCH;
        for (int n = 0; n < values.length; n++) {
            benches += "," + BENCH.replace(":2,", ":" + values[n] + ",").replace("add", "b" + n);
        }
        Map<RowKey, HistoryRun.Value> rows = only(entry(benches)).values();
        assertThat(rows.keySet()).extracting(RowKey::simpleName).containsExactly("B.add", "B.b0", "B.b5");
        assertThat(rows.values()).extracting(HistoryRun.Value::isZero).containsExactly(false, true, false);
        assertThat(remarks.lines())
                .containsExactly(
                        "values that are negative are left out, such as -1: a.B.b1",
                        "values that are no numbers are left out, such as \"NaN\": a.B.b2, a.B.b3, a.B.b4",
                        "values that are texts are read as numbers, such as \"1.25\": a.B.b5");
    }

    @Test
    void aStoreWithoutAnyNumberIsNoHistory() {
        assertThatThrownBy(() -> only(entry(BENCH.replace(":2,", ":\"1,2\","))))
                .isInstanceOf(BadFileException.class)
                .hasMessageContaining(
                        "has no value that is a number; values that are no numbers are left out, such as \"1,2\"");
    }

    /**
     * {@code external-data-json-path} has no JavaScript around the object, and some editors write a byte-order mark.
     */
    @Test
    void theSameAsJsonIsOne() throws IOException {
        String json = data("\"S\":[" + ENTRY + "]").replaceFirst("^[^{]*", "\ufeff \n");
        Path file = Files.writeString(directory.resolve("cache.json"), json);
        assertThat(DataJs.isOne(file)).isTrue();
        assertThat(DataJs.read(file, Optional.empty(), new Remarks())).hasSize(1);
        assertThat(DataJs.isOne(new MadeUpResults().row("a.B.add", 1).write(directory.resolve("jmh.json"))))
                .isFalse();
    }

    /** The tool says what is better where the unit does not. */
    @ParameterizedTest
    @CsvSource({
        "customBiggerIsBetter, ops/s, thrpt, 20.03,", // 1e9 / 2 ns
        "customBiggerIsBetter, points, thrpt, -0.693,",
        "customBiggerIsBetter, ms, thrpt, -14.5087, has the unit ms; more is better",
        "customBiggerIsBetter, ns/iter, thrpt, 0.693, which decides: less is better",
        "customSmallerIsBetter, ms, avgt, 14.5087,", // 2e6 ns
        "customSmallerIsBetter, MB, avgt, 14.5087,",
        "customSmallerIsBetter, ops/sec, avgt, 20.03, which decides: more is better"
    })
    void aCustomToolSaysWhatIsBetter(String tool, String unit, String mode, double logNanos, String remark)
            throws IOException {
        HistoryRun run = only(ENTRY.replace("us/op", unit).replace("\"jmh\"", "\"" + tool + "\""));
        HistoryRun.Value value = run.values().get(key(mode, 1, Map.of()));
        assertThat(value.logNanos()).isCloseTo(logNanos, within(0.001));
        assertThat(String.join("", remarks.lines())).contains(remark == null ? "" : remark);
        assertThat(remarks.lines()).hasSize(remark == null ? 0 : 1);
    }

    @Test
    void aSuiteIsChosenByItsName() throws IOException {
        String two = data("\"one\":[" + ENTRY + "],\"two\":[" + ENTRY + "," + ENTRY + "]");
        assertThat(read(two, "two")).hasSize(2);
        for (String other : new String[] {null, "three"}) {
            assertThatThrownBy(() -> read(two, other))
                    .isInstanceOf(CommandException.class)
                    .hasMessageEndingWith("data.js: --suite takes one of [one, two]");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''                                                       | holds no object
            window.BENCHMARK_DATA = {}                               | has no suite
            window.BENCHMARK_DATA = {"entries":{"S":[]}}             | has no run
            window.BENCHMARK_DATA = {"entries":1}                    | is not as expected: Expected BEGIN_OBJECT but was NUMBER at line 1 column 13 path $.entries
            window.BENCHMARK_DATA = {"entries":{"S":[{"tool":"cargo","commit":{"id":"1"},"benches":[]}]}} | is of the tool cargo
            window.BENCHMARK_DATA = {"entries":{"S":[{"tool":"jmh"}]}} | without commit, tool or benches, number 1
            window.BENCHMARK_DATA = {"entries":{]}}                  | is not as expected:
            """)
    void whatIsNoSuchStoreIsRefusedInOneLine(String text, String message) {
        assertThatThrownBy(() -> read(text, null))
                .isInstanceOf(BadFileException.class)
                .hasMessageContainingAll("data.js", message);
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 150})
    void aStoreThatBreaksOffIsTruncated(int length) {
        assertThatThrownBy(
                        () -> read(data("\"S\":[" + ENTRY + "," + ENTRY + "]").substring(0, length), null))
                .isInstanceOf(BadFileException.class)
                .hasMessageEndingWith("data.js: is truncated");
    }
}

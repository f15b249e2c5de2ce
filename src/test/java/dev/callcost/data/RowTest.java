package dev.callcost.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.compare.Rows;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowTest {
    @ParameterizedTest
    @CsvSource({"a.b.XBenchmark.call, XBenchmark.call", "XBenchmark.call, XBenchmark.call", "call, call"})
    void namesTheClassAndTheMethod(String benchmark, String name) {
        assertThat(new RowKey(benchmark, "avgt", Map.of()).simpleName()).isEqualTo(name);
    }

    @Test
    void labelsHaveParamsAndUnusualThreadsAndModes() {
        Rows row = Rows.row("X.call").params(Map.of("q", "2", "p", "1"));
        assertThat(row.of(2).label()).isEqualTo("X.call p=1 q=2");
        assertThat(row.mode("thrpt").threads(4).of(2).label()).isEqualTo("X.call p=1 q=2 threads=4 mode=thrpt");
    }

    @Test
    void aParamWithoutAValueIsAsOneThatOlderFilesLack() {
        RowKey older = new RowKey("a.X.call", "avgt", Map.of("p", "1"));
        RowKey today = new RowKey("a.X.call", "avgt", Map.of("p", "1", "address", ""));
        assertThat(today).isEqualTo(older);
        assertThat(today.label()).isEqualTo("X.call p=1");
        assertThat(new RowKey("a.X.call", "avgt", Map.of("p", "1", "address", "a:1")))
                .isNotEqualTo(older);
    }

    @Test
    void ordersNumbersInLabelsByValue() {
        assertThat(Stream.of("65536", "0", "1024")
                        .map(payload -> new RowKey("a.X.call", "avgt", Map.of("payload", payload)))
                        .sorted(RowKey.BY_LABEL)
                        .map(row -> row.params().get("payload")))
                .containsExactly("0", "1024", "65536");
    }

    @ParameterizedTest
    @CsvSource({
        "ns/op,2",
        "us/op,2e3",
        "ms/op,2e6",
        "s/op,2e9",
        "min/op,120e9",
        "hr/op,7200e9",
        "day/op,172800e9",
        "ops/s,",
        "ops/us,",
        "B/op,"
    })
    void convertsTimesAloneToNanoseconds(String unit, Double nanos) {
        Optional<Double> value = Rows.row("X.call").unit(unit).of(2).nanos().map(Estimate::value);
        assertThat(value.isPresent()).isEqualTo(nanos != null);
        value.ifPresent(it -> assertThat(it).isCloseTo(nanos, Percentage.withPercentage(1e-9)));
    }
}

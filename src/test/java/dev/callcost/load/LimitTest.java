package dev.callcost.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LimitTest {
    private static final String GRPC = "GrpcRateBenchmark.unary spread=0 ";

    @TempDir
    private Path folder;

    private List<String> failures(List<String> rows, String limits) {
        return Limit.failures(
                RateTable.of(MadeUpRates.in(folder, rows)).orElseThrow(),
                Stream.of(limits.split(" ")).map(Limit::parse).toList());
    }

    @Test
    void aLimitHasAMetricAndATime() {
        assertThat(Limit.parse("p99>5ms")).isEqualTo(new Limit("p99", 5e6));
        assertThat(Limit.parse("P0.999>5ms")).isEqualTo(new Limit("p99.9", 5e6));
        assertThat(Limit.parse("CPU>5us")).isEqualTo(new Limit("cpu", 5e3));
        assertThatThrownBy(() -> Limit.parse("p999>5ms")).hasMessage("'p999' is no percentile: write p99.9");
        assertThat(Limit.parse("p99.9 > 1.5s")).isEqualTo(new Limit("p99.9", 1.5e9));
    }

    @ParameterizedTest
    @ValueSource(strings = {"p99", "p99>5", "p95>5ms", "p99<5ms", "p99=5ms", "p99>0ms", "5ms", "mean>5ms"})
    void othersAreRefusedWithAnExample(String text) {
        assertThatThrownBy(() -> Limit.parse(text))
                .hasMessage("'" + text
                        + "' is no limit such as p99>5ms, with p50, p90, p99, p99.9 or cpu, and ns, us, ms or s");
    }

    /** A rate that was not met has no value; the interval is not judged. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            rate=1000 | p99>600us |
            rate=1000 p99=900 slowest=2000 | p99>600us | 1,000/s: p99 is 895 us ±0.0%, and the limit is 600 us
            rate=1000 notMet=10 | p99>1s p50>1s | 1,000/s: the rate was not met
            rate=9 cpu.client=1 | cpu>1s | 9/s: cpu is not known, because there are too few calls
            rate=10 | p99.9>1s | 10/s: p99.9 is not known, because there are too few calls
            """)
    void aRowThatDoesNotHoldSaysWhy(String row, String limits, String failure) {
        assertThat(failures(List.of(GRPC + row), limits))
                .isEqualTo(Stream.ofNullable(failure).toList());
    }

    @Test
    void eachRateHasTheLimitsButNotTheRateMaxNorTheFloor() {
        List<String> rows = List.of(
                GRPC + "rate=1000 transport=NIO",
                GRPC + "rate=1000 transport=EPOLL cpu.client=280",
                GRPC + "rate=max p50=11000 p99=19000 slowest=40000 transport=NIO",
                MadeUpRates.FLOOR + "1000 p99=5000 slowest=9000");
        assertThat(failures(rows, "p99>1ms cpu>400us"))
                .containsExactly(
                        "GrpcRateBenchmark.unary transport=EPOLL, 1,000/s: cpu is 430 us ±0.0%, and the limit is"
                                + " 400 us");
        assertThat(failures(rows, "p99>1ms cpu>500us")).isEmpty();
    }
}

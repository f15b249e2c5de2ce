package dev.callcost.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LimitCheckTest {
    private static final String GRPC = "GrpcRateBenchmark.unary spread=0 rate=";
    private static final String SLOW_AT_2000 = GRPC + "2000 p99=900 slowest=2000";
    private static final boolean SWEEP = true;
    private static final boolean STRICT = true;

    @TempDir
    private Path folder;

    private LimitCheck limits(List<String> rows, String until, String failIf, boolean isSweep, boolean isStrict) {
        List<Limit> limits = failIf.isEmpty()
                ? List.of()
                : Stream.of(failIf.split(" ")).map(Limit::parse).toList();
        return LimitCheck.of(
                RateTable.of(MadeUpRates.in(folder, rows)).orElseThrow(),
                Optional.of(until).filter(text -> !text.isEmpty()).map(Limit::parse),
                limits,
                isSweep,
                isStrict);
    }

    /** The exit code, and the lines. */
    private String check(List<String> rows, String until, String failIf, boolean isSweep, boolean isStrict) {
        LimitCheck check = limits(rows, until, failIf, isSweep, isStrict);
        return (check.exitCode() + "; " + String.join("; ", check.lines())).replaceFirst("; $", "");
    }

    @Test
    void aLimitHasAMetricAndATime() {
        assertThat(Limit.parse("p99=5ms")).isEqualTo(new Limit("p99", 5e6));
        assertThat(Limit.parse("p99.9 > 1.5s")).isEqualTo(new Limit("p99.9", 1.5e9));
        assertThat(Limit.parse("cpu>400us").text()).isEqualTo("cpu <= 400 us");
    }

    @ParameterizedTest
    @ValueSource(strings = {"p99", "p99>5", "p95>5ms", "p99<5ms", "p99>0ms", "5ms", "mean>5ms"})
    void othersAreRefusedWithAnExample(String text) {
        assertThatThrownBy(() -> Limit.parse(text))
                .hasMessage("'" + text
                        + "' is no limit such as p99>5ms, with p50, p90, p99, p99.9 or cpu, and ns, us, ms or s");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            p99=2ms    | true  | 0; p99 <= 2.00 ms holds up to 5,800/s: p99 1.21 ms ±4.7%
            p99=1s     | true  | 0; p99 <= 1.00 s holds up to 6,600/s: p99 2.61 ms ±5.7%
            p99=1.22ms | true  | 2; p99 <= 1.22 ms holds up to 5,800/s: p99 1.21 ms ±4.7%
            p99=1.22ms | false | 0; p99 <= 1.22 ms holds up to 5,800/s: p99 1.21 ms ±4.7%
            p50=10us   | false | 1; no rate is known to hold p50 <= 10.0 us: at 420/s p50 251 us ±6.8%
            """)
    void aSweepHoldsALimitUpToARateThatWasMet(String until, boolean isStrict, String expected) {
        assertThat(check(MadeUpRates.sweep(), until, "", SWEEP, isStrict)).isEqualTo(expected);
    }

    /**
     * A limit holds up to the first rate that exceeds it, but who seldom calls waits longer. A rate that was not met has no value, and fails unless it is a
     * sweep's. Each requested rate must hold. What was not measured is inconclusive.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1000, SLOW, 3000      | p99=600us |        | true  | true  | 0; p99 <= 600 us holds up to 1,000/s: p99 499 us ±0.0%
            1000, SLOW, 3000, 100 p99=900 slowest=2000 | p99=600us | | true | true | 0; p99 <= 600 us holds at 1,000/s: p99 499 us ±0.0%
            1000 notMet=10        | p99=1s    |        | true  | true  | 1; no rate is known to hold p99 <= 1.00 s: at 1,000/s the rate was not met
            1000 notMet=10        |           | p99>1s | false | false | 1; 1,000/s: the rate was not met
            1000 notMet=10        |           | p99>1s | true  | true  | 0
            1000, SLOW            | p99=600us |        | false | true  | 1; 2,000/s: p99 892 us ±0.0%, not p99 <= 600 us; p99 <= 600 us holds up to 1,000/s: p99 499 us ±0.0%
            1000, SLOW            | p99=1ms   |        | false | true  | 0; p99 <= 1.00 ms holds up to 2,000/s: p99 892 us ±0.0%
            1000 cpu.client=0 cpu.server=0 cpu.pacer=0 | | cpu>1ms | false | true | 2; 1,000/s: cpu was not measured, so cpu <= 1.00 ms is inconclusive
            10                    |           | p99.9>1s | false | true | 2; 10/s: p99.9 is not known, because there are too few calls, so p99.9 <= 1.00 s is inconclusive
            10                    | p99.9=1s  |        | false | false | 1; no rate is known to hold p99.9 <= 1.00 s: at 10/s p99.9 is not known, because there are too few calls; 10/s: p99.9 is not known, because there are too few calls, so p99.9 <= 1.00 s is inconclusive
            """)
    void theExitCodeAndItsReasons(
            String rows, String until, String failIf, boolean isSweep, boolean isStrict, String expected) {
        List<String> rates = Stream.of(rows.split(", "))
                .map(row -> row.equals("SLOW") ? SLOW_AT_2000 : GRPC + row)
                .toList();
        assertThat(check(rates, Objects.toString(until, ""), Objects.toString(failIf, ""), isSweep, isStrict))
                .isEqualTo(expected);
    }

    @Test
    void anyRowThatExceedsALimitFails() {
        List<String> rows = List.of(
                GRPC + "1000 transport=NIO",
                GRPC + "1000 transport=EPOLL cpu.client=280",
                GRPC + "max p50=11000 p99=19000 slowest=40000 transport=NIO",
                MadeUpRates.FLOOR + "1000 p99=5000 slowest=9000");
        assertThat(check(rows, "", "p99>1ms cpu>400us", !SWEEP, STRICT))
                .isEqualTo("1; GrpcRateBenchmark.unary transport=EPOLL, 1,000/s: cpu 430 us ±0.0%, not cpu <= 400 us");
        assertThat(check(rows, "", "p99>1ms cpu>500us", !SWEEP, STRICT)).isEqualTo("0");
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 80, 100})
    void aLineIsWrappedAndAValueIsNot(int width) {
        List<String> rows = Stream.of("EPOLL", "NIO")
                .map(transport -> SLOW_AT_2000 + " serverExecutor=WORK_STEALING clientExecutor=DEFAULT security="
                        + (transport.equals("NIO") ? "MUTUAL_TLS" : "PLAINTEXT") + " transport=" + transport)
                .toList();
        LimitCheck check = limits(rows, "p99=800us", "", !SWEEP, STRICT);
        String text = check.text(width);
        assertThat(text.lines())
                .hasSizeGreaterThan(check.lines().size())
                .allSatisfy(line ->
                        assertThat(line).hasSizeLessThanOrEqualTo(width).doesNotMatch(".* (<=|\\d+)|  (us|±|<=).*"));
        assertThat(text.replace("\n  ", " ").lines()).isEqualTo(check.lines());
    }
}

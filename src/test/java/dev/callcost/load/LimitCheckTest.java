package dev.callcost.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LimitCheckTest {
    private static final String GRPC = "GrpcRateBenchmark.unary";
    private static final boolean SWEEP = true;
    private static final boolean STRICT = true;

    @TempDir
    private Path folder;

    private LimitCheck check(MadeUpRates rates, String until, List<String> failIf, boolean isSweep, boolean isStrict) {
        return LimitCheck.of(
                RateTable.of(rates.in(folder)).orElseThrow(),
                Optional.of(until).filter(text -> !text.isEmpty()).map(Limit::parse),
                failIf.stream().map(Limit::parse).toList(),
                isSweep,
                isStrict);
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

    @Test
    void aSweepHoldsALimitUpToARate() {
        assertThat(check(MadeUpRates.sweep(), "p99=2ms", List.of(), SWEEP, STRICT))
                .isEqualTo(new LimitCheck(List.of("p99 <= 2.00 ms holds up to 5,800/s: p99 1.21 ms ±4.7%"), 0));
    }

    @Test
    void aRateThatWasNotMetHoldsNothing() {
        assertThat(check(MadeUpRates.sweep(), "p99=1s", List.of(), SWEEP, STRICT)
                        .lines())
                .containsExactly("p99 <= 1.00 s holds up to 6,600/s: p99 2.61 ms ±5.7%");
    }

    @Test
    void aLimitHoldsUpToTheFirstRateThatExceedsIt() {
        MadeUpRates rates = new MadeUpRates();
        rates.row(GRPC, "1000").spread(0);
        rates.row(GRPC, "2000").spread(0).latency(300, 900, 2000);
        rates.row(GRPC, "3000").spread(0);
        assertThat(check(rates, "p99=600us", List.of(), SWEEP, STRICT).lines())
                .containsExactly("p99 <= 600 us holds up to 1,000/s: p99 499 us ±0.0%");
        rates.row(GRPC, "100").spread(0).latency(300, 900, 2000);
        assertThat(check(rates, "p99=600us", List.of(), SWEEP, STRICT).lines())
                .as("who seldom calls waits longer")
                .containsExactly("p99 <= 600 us holds at 1,000/s: p99 499 us ±0.0%");
    }

    @Test
    void aRateThatWasNotMetHasNoValue() {
        MadeUpRates rates = new MadeUpRates();
        rates.row(GRPC, "1000").notMet(10);
        assertThat(check(rates, "p99=1s", List.of(), SWEEP, STRICT))
                .isEqualTo(new LimitCheck(
                        List.of("no rate is known to hold p99 <= 1.00 s: at 1,000/s the rate was not met"), 1));
    }

    @Test
    void aLimitThatHoldsNowhereFails() {
        assertThat(check(MadeUpRates.sweep(), "p50=10us", List.of(), SWEEP, !STRICT))
                .isEqualTo(new LimitCheck(
                        List.of("no rate is known to hold p50 <= 10.0 us: at 420/s p50 251 us ±6.8%"), 1));
    }

    @Test
    void anIntervalThatReachesOverALimitFailsWhenItIsStrict() {
        LimitCheck strict = check(MadeUpRates.sweep(), "p99=1.22ms", List.of(), SWEEP, STRICT);
        assertThat(strict.exitCode()).isEqualTo(2);
        assertThat(strict.lines()).containsExactly("p99 <= 1.22 ms holds up to 5,800/s: p99 1.21 ms ±4.7%");
        assertThat(check(MadeUpRates.sweep(), "p99=1.22ms", List.of(), SWEEP, !STRICT)
                        .exitCode())
                .isZero();
    }

    @Test
    void eachRequestedRateMustHold() {
        MadeUpRates rates = new MadeUpRates();
        rates.row(GRPC, "1000").spread(0);
        rates.row(GRPC, "2000").spread(0).latency(300, 900, 2000);
        assertThat(check(rates, "p99=600us", List.of(), !SWEEP, STRICT))
                .isEqualTo(new LimitCheck(
                        List.of(
                                "2,000/s: p99 892 us ±0.0%, not p99 <= 600 us",
                                "p99 <= 600 us holds up to 1,000/s: p99 499 us ±0.0%"),
                        1));
        assertThat(check(rates, "p99=1ms", List.of(), !SWEEP, STRICT).exitCode())
                .isZero();
    }

    @Test
    void anyRowThatExceedsALimitFails() {
        MadeUpRates rates = new MadeUpRates();
        rates.row(GRPC, "1000").spread(0).param("transport", "NIO");
        rates.row(GRPC, "1000").spread(0).param("transport", "EPOLL").cpu(300, 100, 30);
        rates.row(GRPC, "max").latency(11_000, 19_000, 40_000).param("transport", "NIO");
        rates.floor("1000").latency(40, 5000, 9000);
        assertThat(check(rates, "", List.of("p99>1ms", "cpu>400us"), !SWEEP, STRICT))
                .isEqualTo(new LimitCheck(
                        List.of(
                                "GrpcRateBenchmark.unary transport=EPOLL, 1,000/s: cpu 430 us ±0.0%, not cpu <= 400 us"),
                        1));
        assertThat(check(rates, "", List.of("p99>1ms", "cpu>500us"), !SWEEP, STRICT))
                .isEqualTo(new LimitCheck(List.of(), 0));
    }

    @Test
    void aRateThatIsGivenMustBeMet() {
        MadeUpRates rates = new MadeUpRates();
        rates.row(GRPC, "1000").notMet(10);
        assertThat(check(rates, "", List.of("p99>1s"), !SWEEP, !STRICT))
                .isEqualTo(new LimitCheck(List.of("1,000/s: the rate was not met"), 1));
        assertThat(check(rates, "", List.of("p99>1s"), SWEEP, STRICT)).isEqualTo(new LimitCheck(List.of(), 0));
    }

    @Test
    void cpuMayNotBeMeasured() {
        MadeUpRates rates = new MadeUpRates();
        rates.row(GRPC, "1000").without("cpu");
        assertThat(check(rates, "", List.of("cpu>1ms"), !SWEEP, STRICT))
                .isEqualTo(
                        new LimitCheck(List.of("1,000/s: cpu was not measured, so cpu <= 1.00 ms is inconclusive"), 2));
    }

    @Test
    void tooFewCallsAreNoAnswer() {
        MadeUpRates rates = new MadeUpRates();
        rates.row(GRPC, "10");
        assertThat(check(rates, "", List.of("p99.9>1s"), !SWEEP, STRICT))
                .isEqualTo(new LimitCheck(
                        List.of("10/s: p99.9 is not known, because there are too few calls, so p99.9 <= 1.00 s is"
                                + " inconclusive"),
                        2));
        assertThat(check(rates, "p99.9=1s", List.of(), !SWEEP, !STRICT).exitCode())
                .isEqualTo(1);
    }
}

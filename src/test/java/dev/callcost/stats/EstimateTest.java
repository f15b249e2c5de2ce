package dev.callcost.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.callcost.Seeds;
import dev.callcost.compare.Rows;
import dev.callcost.data.Metric;
import dev.callcost.data.Metric.ForkValue;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The expected numbers were computed with numpy and scipy 1.17.1 from the same forks, with
 *
 * <pre>
 * logs = lambda forks: np.array([np.log(np.median(fork)) for fork in forks])
 * a, b = logs(A), logs(B)
 * np.exp([a.mean(), *st.t.interval(.99, len(a) - 1, loc=a.mean(), scale=st.sem(a))])            # estimate
 * np.exp(a.mean() - b.mean()), st.ttest_ind(a, b, equal_var=False).confidence_interval(.99)     # ratio, exp of both
 * va, vb = st.sem(a)**2, st.sem(b)**2; ea, eb = np.exp(a.mean()), np.exp(b.mean()); s = ea + eb  # sum
 * wa, wb = (ea/s)**2 * va, (eb/s)**2 * vb; df = (wa + wb)**2 / (wa**2/4 + wb**2/2)
 * s * np.exp(np.array([-1, 1]) * st.t.ppf(.995, df) * np.sqrt(wa + wb))
 * m = np.array([np.median(fork) for fork in A]); m.std(ddof=1) / m.mean()                       # CV
 * </pre>
 */
class EstimateTest {
    private static final Metric A = new Metric(
            "us/op",
            List.of(
                    List.of(10.0, 10.2, 9.9),
                    List.of(10.5, 10.4, 10.9),
                    List.of(9.8, 9.7, 30.0),
                    List.of(10.1, 10.3, 10.2),
                    List.of(10.6, 10.0, 10.1)));
    private static final Metric B = new Metric(
            "us/op", List.of(List.of(5.0, 5.1, 5.2, 5.3), List.of(4.8, 4.9, 5.0, 5.1), List.of(5.4, 5.5, 5.2, 5.6)));
    private static final Metric ONE_FORK = new Metric("us/op", List.of(List.of(3.0, 5.0, 4.0)));
    private static final Offset<Double> CLOSE = within(1e-7);

    @Test
    void estimatesFromTheMediansOfTheForks() {
        assertIs(A.estimate(ForkValue.MEDIAN), 10.117364206117049, 9.600045994344425, 10.662559173104103);
        assertThat(A.estimate(ForkValue.MEDIAN).forks()).isEqualTo(5);
        assertThat(A.estimate(ForkValue.MEDIAN).relativeHalfWidth())
                .isCloseTo(10.662559173104103 / 10.117364206117049 - 1, CLOSE);
        assertIs(B.estimate(ForkValue.MEDIAN), 5.179283018686886, 3.9256657830816684, 6.833228825353694);
        assertIs(
                metric(2.0, 2.2).estimate(ForkValue.MEDIAN),
                2.0976176963403033,
                0.10098680113287455,
                43.570050250533725);
        Estimate same = metric(4.0, 4.0).estimate(ForkValue.MEDIAN);
        assertIs(same, 4, 4, 4);
        assertIs(same.ratioTo(same), 1, 1, 1);
    }

    @Test
    void givesTheRatioWelchsInterval() {
        Estimate ratio = A.estimate(ForkValue.MEDIAN).ratioTo(B.estimate(ForkValue.MEDIAN));
        assertIs(ratio, 1.953429493930633, 1.6020500934421014, 2.381877322924045);
        assertThat(ratio.degrees()).isCloseTo(2.684957043653886, CLOSE);
        assertThat(ratio.forks()).isEqualTo(3);
        assertThat(ratio.isAbove(1)).isTrue();
        assertThat(ratio.isAbove(1.61)).isFalse();
        assertThat(ratio.isBelow(2.38)).isFalse();
        assertThat(ratio.isBelow(2.39)).isTrue();
        assertThat(ratio.inverse().isBelow(1)).isTrue();
    }

    @Test
    void hasNoIntervalFromOneFork() {
        Estimate estimate = ONE_FORK.estimate(ForkValue.MEDIAN);
        assertIs(estimate, 4.0, Double.NaN, Double.NaN);
        assertThat(estimate.hasInterval()).isFalse();
        assertThat(estimate.relativeHalfWidth()).isNaN();
        assertThat(estimate.isAbove(0)).isFalse();
        assertThat(estimate.isBelow(1e9)).isFalse();
        assertThat(estimate.times(1000).hasInterval()).isFalse();
        assertThat(A.estimate(ForkValue.MEDIAN).ratioTo(estimate).hasInterval()).isFalse();
    }

    @Test
    void theFastestQuarterHasTwoIterationsAtLeast() {
        double[] five = {5, 3, 1, 4, 2};
        assertThat(ForkValue.FASTEST_QUARTER.of(five, false)).isEqualTo(1.5);
        assertThat(ForkValue.FASTEST_QUARTER.of(five, true)).isEqualTo(4.5);
        assertThat(ForkValue.FASTEST_QUARTER.of(new double[] {7}, false)).isEqualTo(7);
        double[] twelve = IntStream.rangeClosed(1, 12).asDoubleStream().toArray();
        assertThat(ForkValue.FASTEST_QUARTER.of(twelve, false)).isEqualTo(2);
        assertThat(ForkValue.FASTEST_QUARTER.of(twelve, true)).isEqualTo(11);
    }

    @ParameterizedTest
    @CsvSource({
        "avgt,,",
        "avgt,ONE_CPU,",
        "thrpt,,",
        "avgt,FREE,median",
        "thrpt,TWO_CPUS,median",
        "sample,,median",
        "ss,,median"
    })
    void rowsThatShowWhatAUserWaitsKeepTheMedian(String mode, String pinning, String value) {
        Rows rows = Rows.row().mode(mode).params(pinning == null ? Map.of() : Map.of("pinning", pinning));
        assertThat(rows.of(1).forkValue()).hasToString(value == null ? "fastest quarter" : value);
    }

    @Test
    void hasNoLogarithmOfScoresThatAreNotPositive() {
        for (double score : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            Metric metric = new Metric("B/op", List.of(List.of(1.0, score)));
            assertThatThrownBy(() -> metric.estimate(ForkValue.MEDIAN)).isInstanceOf(IllegalStateException.class);
        }
        assertThatThrownBy(() -> new Metric("B/op", List.of(List.of())).estimate(ForkValue.MEDIAN))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void meansOfMediansExcludeScoresThatAreNotFinite() {
        Metric metric = new Metric(
                "B/op", List.of(List.of(24.0, 24.0, 90.0), List.of(Double.NaN, 26.0), List.of(), List.of(Double.NaN)));
        assertThat(metric.mean()).hasValue(25.0);
        assertThat(new Metric("B/op", List.of(List.of())).mean()).isEmpty();
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
        Optional<Double> value = Rows.row().unit(unit).of(2).nanos().map(Estimate::value);
        assertThat(value.map(it -> Math.round(it)))
                .isEqualTo(Optional.ofNullable(nanos).map(it -> Math.round(it)));
    }

    private static Estimate any(SplittableRandom random) {
        Stream<List<Double>> forks = Stream.generate(
                () -> random.doubles(random.nextInt(1, 6), 1, 10).boxed().toList());
        return new Metric("ns/op", forks.limit(random.nextInt(3, 9)).toList()).estimate(ForkValue.MEDIAN);
    }

    @Seeds(200)
    void intervalsAndRatiosOfAnyForksAreConsistent(SplittableRandom random) {
        Estimate a = any(random);
        Estimate b = any(random);
        assertThat(a.value()).isBetween(a.low(), a.high());
        Estimate ratio = a.ratioTo(b);
        Estimate back = b.ratioTo(a);
        assertThat(ratio.value() * back.value()).isCloseTo(1, withPercentage(1e-6));
        assertThat(ratio.low() * back.high()).isCloseTo(1, withPercentage(1e-6));
        Estimate inOtherUnits = a.times(1000).ratioTo(b.times(1000));
        assertThat(inOtherUnits.value()).isCloseTo(ratio.value(), withPercentage(1e-6));
        assertThat(inOtherUnits.high()).isCloseTo(ratio.high(), withPercentage(1e-6));
    }

    private static Metric metric(double... forks) {
        return new Metric("us/op", Rows.forks(forks));
    }

    private static void assertIs(Estimate estimate, double value, double low, double high) {
        assertThat(estimate.value()).isCloseTo(value, CLOSE);
        assertThat(estimate.low()).isCloseTo(low, CLOSE);
        assertThat(estimate.high()).isCloseTo(high, CLOSE);
    }
}

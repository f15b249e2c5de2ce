package dev.callcost.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.callcost.Seeds;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;

class EstimatePropertiesTest {
    private static final Percentage CLOSE = withPercentage(1e-6);

    private static Metric anyMetric(SplittableRandom random) {
        Stream<List<Double>> forks = Stream.generate(
                () -> random.doubles(random.nextInt(1, 6), 1, 10).boxed().toList());
        return new Metric("ns/op", forks.limit(random.nextInt(3, 9)).toList());
    }

    @Seeds(200)
    void theIntervalHoldsTheValue(SplittableRandom random) {
        Estimate estimate = anyMetric(random).estimate();
        assertThat(estimate.value()).isBetween(estimate.low(), estimate.high());
    }

    @Seeds(200)
    void theInvertedRatioIsTheReciprocal(SplittableRandom random) {
        Metric a = anyMetric(random);
        Metric b = anyMetric(random);
        Estimate there = a.estimate().ratioTo(b.estimate());
        Estimate back = b.estimate().ratioTo(a.estimate());
        assertThat(there.value() * back.value()).isCloseTo(1, CLOSE);
        assertThat(there.low() * back.high()).isCloseTo(1, CLOSE);
    }

    @Seeds(200)
    void unitsDoNotChangeRatios(SplittableRandom random) {
        Metric a = anyMetric(random);
        Metric b = anyMetric(random);
        Estimate ratio = a.estimate().ratioTo(b.estimate());
        Estimate inOtherUnits = a.estimate().times(1000).ratioTo(b.estimate().times(1000));
        assertThat(inOtherUnits.value()).isCloseTo(ratio.value(), CLOSE);
        assertThat(inOtherUnits.high()).isCloseTo(ratio.high(), CLOSE);
    }
}

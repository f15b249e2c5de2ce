package dev.callcost.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.assertj.core.data.Percentage;

class EstimatePropertiesTest {
    private static final Percentage CLOSE = withPercentage(1e-6);

    @Provide
    Arbitrary<Metric> metrics() {
        Arbitrary<List<Double>> fork =
                Arbitraries.doubles().between(1, 10).list().ofMinSize(1).ofMaxSize(5);
        return fork.list().ofMinSize(3).ofMaxSize(8).map(forks -> new Metric("ns/op", forks));
    }

    @Property(tries = 200)
    void theIntervalHoldsTheValue(@ForAll("metrics") Metric metric) {
        Estimate estimate = metric.estimate();
        assertThat(estimate.value()).isBetween(estimate.low(), estimate.high());
    }

    @Property(tries = 200)
    void theRatioTheOtherWayRoundIsTheReciprocal(@ForAll("metrics") Metric a, @ForAll("metrics") Metric b) {
        Estimate there = a.estimate().ratioTo(b.estimate());
        Estimate back = b.estimate().ratioTo(a.estimate());
        assertThat(there.value() * back.value()).isCloseTo(1, CLOSE);
        assertThat(there.low() * back.high()).isCloseTo(1, CLOSE);
    }

    @Property(tries = 200)
    void unitsLeaveRatiosAlone(@ForAll("metrics") Metric a, @ForAll("metrics") Metric b) {
        Estimate ratio = a.estimate().ratioTo(b.estimate());
        Estimate inOtherUnits = a.estimate().times(1000).ratioTo(b.estimate().times(1000));
        assertThat(inOtherUnits.value()).isCloseTo(ratio.value(), CLOSE);
        assertThat(inOtherUnits.high()).isCloseTo(ratio.high(), CLOSE);
    }
}

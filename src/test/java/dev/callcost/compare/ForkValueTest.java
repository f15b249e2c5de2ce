package dev.callcost.compare;

import static dev.callcost.results.verdict.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.results.Row;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForkValueTest {
    private static final Offset<Double> CLOSE = within(1e-12);

    @Test
    void isTheMedianAndTheMeanOfEachFork() {
        List<ForkValue> forks =
                ForkValue.eachOf(row().unit("ns/op").of(List.of(List.of(10.0, 12.0, 50.0), List.of(8.0, 2.0))));
        assertThat(forks).hasSize(2);
        assertThat(forks.get(0).byMedian()).isCloseTo(Math.log(12), CLOSE);
        assertThat(forks.get(0).byMean()).isCloseTo(Math.log(24), CLOSE);
        assertThat(forks.get(1).byMedian()).isCloseTo(Math.log(4), CLOSE);
        assertThat(forks.get(1).byMean()).isCloseTo(Math.log(5), CLOSE);
    }

    @Test
    void moreIsSlowerInEveryModeAndUnit() {
        ForkValue time =
                ForkValue.eachOf(row().unit("us/op").of(List.of(List.of(4.0)))).get(0);
        ForkValue rate = ForkValue.eachOf(row().throughput("ops/ms").of(List.of(List.of(200.0))))
                .get(0);
        assertThat(time.byMedian()).isCloseTo(Math.log(4000), CLOSE);
        assertThat(rate.byMedian()).isCloseTo(Math.log(5000), CLOSE);

        PairDifference difference = PairDifference.between(time, rate);
        assertThat(difference.byMedian()).isCloseTo(Math.log(1.25), CLOSE);
        assertThat(difference.byMean()).isCloseTo(Math.log(1.25), CLOSE);
    }

    @Test
    void neighboursAreComparedWhereForksTookTurns() {
        Row base = row().unit("us/op").of(List.of(List.of(10.0, 20.0, 10.0)));
        Row head = row().unit("us/op").of(List.of(List.of(11.0, 22.0, 33.0)));
        PairDifference ofForks = PairDifference.between(
                ForkValue.eachOf(base).get(0), ForkValue.eachOf(head).get(0));
        assertThat(ofForks.byMedian()).isCloseTo(Math.log(2.2), CLOSE);
        assertThat(ofForks.inTurns(base, head).byMedian()).isCloseTo(Math.log(1.1), CLOSE);
        assertThat(ofForks.inTurns(base, head).byMean()).isCloseTo(Math.log(66.0 / 40), CLOSE);
    }

    @Test
    void aForkWithMoreIterationsHasNoNeighbours() {
        Row base = row().unit("us/op").of(List.of(List.of(10.0, 20.0, 10.0)));
        Row head = row().unit("us/op").of(List.of(List.of(11.0, 22.0, 33.0, 44.0)));
        PairDifference ofForks = new PairDifference(0.1, 0.2);
        assertThat(ofForks.inTurns(base, head)).isEqualTo(ofForks);
    }

    @Test
    void ofAnUnknownUnitThereIsNone() {
        assertThat(ForkValue.eachOf(row().unit("B/op").of(List.of(List.of(1.0)))))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void whatIsNoNumberIsRefused(double value) {
        assertThatThrownBy(() -> new ForkValue(value, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ForkValue(0, value)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new PairDifference(value, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new PairDifference(0, value)).isInstanceOf(IllegalArgumentException.class);
    }
}

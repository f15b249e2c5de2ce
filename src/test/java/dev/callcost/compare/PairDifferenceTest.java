package dev.callcost.compare;

import static dev.callcost.compare.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.data.Row;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PairDifferenceTest {
    private static final Offset<Double> CLOSE = within(1e-12);
    private static final Row BASE = fork(10, 20, 10);

    private static Row fork(double... scores) {
        return row().unit("us/op").of(iterations(scores));
    }

    private static List<List<Double>> iterations(double... scores) {
        return List.of(Arrays.stream(scores).boxed().toList());
    }

    private static PairDifference between(Row base, Row head, boolean inTurns) {
        return PairDifference.of(base, head, inTurns).orElseThrow();
    }

    @Test
    void isThatOfTheMediansAndThatOfTheMeans() {
        PairDifference difference = between(fork(8, 2), fork(10, 12, 50), false);
        assertThat(difference.byMedian()).isCloseTo(Math.log(12 / 4.0), CLOSE);
        assertThat(difference.byMean()).isCloseTo(Math.log(24 / 5.0), CLOSE);
    }

    @Test
    void moreIsSlowerInEveryModeAndUnit() {
        Row rate = row().throughput("ops/ms").of(iterations(200));
        for (boolean inTurns : new boolean[] {false, true}) {
            PairDifference difference = between(fork(4), rate, inTurns);
            assertThat(difference.byMedian()).isCloseTo(Math.log(5 / 4.0), CLOSE);
            assertThat(difference.byMean()).isCloseTo(Math.log(5 / 4.0), CLOSE);
        }
    }

    @Test
    void neighboursAreComparedWhereForksTookTurns() {
        Row head = fork(11, 22, 33);
        assertThat(between(BASE, head, false).byMedian()).isCloseTo(Math.log(2.2), CLOSE);
        assertThat(between(BASE, head, true).byMedian()).isCloseTo(Math.log(1.1), CLOSE);
        assertThat(between(BASE, head, true).byMean()).isCloseTo(Math.log(66.0 / 40), CLOSE);
    }

    @Test
    void aForkWithMoreIterationsHasNoNeighbours() {
        Row head = fork(11, 22, 33, 44);
        assertThat(between(BASE, head, true)).isEqualTo(between(BASE, head, false));
    }

    @Test
    void ofAnUnknownUnitThereIsNone() {
        Row other = row().unit("B/op").of(iterations(1));
        assertThat(PairDifference.of(BASE, other, true)).isEmpty();
        assertThat(PairDifference.of(other, BASE, true)).isEmpty();
    }

    @Test
    void aPairThatDoesNotCountSaysNothing() {
        assertThat(pair(false, Optional.empty()).difference()).contains(between(BASE, fork(11, 22, 33), true));
        assertThat(pair(true, Optional.empty()).difference()).isEmpty();
        assertThat(pair(false, Optional.of("steal")).difference()).isEmpty();
    }

    private static Pair pair(boolean burnIn, Optional<String> excluded) {
        return new Pair(MadeUpSession.key("call"), burnIn, false, true, BASE, fork(11, 22, 33), excluded);
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void whatIsNoNumberIsRefused(double value) {
        assertThatThrownBy(() -> new PairDifference(value, 0, List.of())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new PairDifference(0, value, List.of())).isInstanceOf(IllegalArgumentException.class);
    }
}

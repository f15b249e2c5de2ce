package dev.callcost.compare;

import static dev.callcost.compare.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.callcost.data.Row;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PairDifferenceTest {
    private static final Offset<Double> CLOSE = within(1e-12);
    private static final Row BASE = fork(10, 20, 10);
    private static final Row HEAD = fork(11, 22, 33);

    private static Row fork(double... scores) {
        return row().unit("us/op").ofFork(scores);
    }

    private static PairDifference between(Row base, Row head, boolean inTurns) {
        return PairDifference.of(base, head, inTurns).orElseThrow();
    }

    /** By medians, or by neighbours where the forks took turns and have equally many iterations; more is slower in every mode and unit. */
    static Stream<Arguments> pairs() {
        Row rate = row().throughput("ops/ms").ofFork(200);
        return Stream.of(
                arguments(fork(8, 2), fork(10, 12, 50), false, 12 / 4.0, 24 / 5.0),
                arguments(fork(4), rate, false, 5 / 4.0, 5 / 4.0),
                arguments(fork(4), rate, true, 5 / 4.0, 5 / 4.0),
                arguments(BASE, HEAD, false, 2.2, 66.0 / 40),
                arguments(BASE, HEAD, true, 1.1, 66.0 / 40),
                arguments(BASE, fork(11, 22, 33, 44), true, Math.sqrt(22 * 33) / 10, 82.5 / 40));
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void isThatOfTheMediansAndThatOfTheMeans(Row base, Row head, boolean inTurns, double byMedian, double byMean) {
        PairDifference difference = between(base, head, inTurns);
        assertThat(difference.byMedian()).isCloseTo(Math.log(byMedian), CLOSE);
        assertThat(difference.byMean()).isCloseTo(Math.log(byMean), CLOSE);
    }

    @Test
    void ofAnUnknownUnitThereIsNone() {
        Row other = row().unit("B/op").ofFork(1);
        assertThat(PairDifference.of(BASE, other, true)).isEmpty();
        assertThat(PairDifference.of(other, BASE, true)).isEmpty();
    }

    /** Two iterations a side at least: ln of 9/8, 10/8, 9/9 and 10/9, whose median is the mean of the middle two. */
    @Test
    void theFastestQuartersDecide() {
        PairDifference difference = between(fork(9, 8, 30, 10, 11, 12), fork(40, 10, 9, 20, 21, 22, 23, 60), true);
        double expected = (Math.log(9.0 / 8) + Math.log(10.0 / 9)) / 2;
        assertThat(difference.byFastest()).isCloseTo(expected, CLOSE);
        assertThat(difference.deciding(false)).isEqualTo(difference.byFastest());
        assertThat(difference.deciding(true)).isEqualTo(difference.byMean());
    }

    @Test
    void firstAndExcludedPairsDoNotCount() {
        assertThat(pair(false, Optional.empty()).counts()).isTrue();
        assertThat(pair(true, Optional.empty()).counts()).isFalse();
        assertThat(pair(false, Optional.of("steal")).counts()).isFalse();
        assertThat(pair(true, Optional.empty()).difference()).contains(between(BASE, HEAD, true));
    }

    private static Pair pair(boolean isFirst, Optional<String> excluded) {
        return new Pair(MadeUpSession.key("call"), isFirst, false, true, BASE, HEAD, 0, excluded);
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void whatIsNoNumberIsRefused(double value) {
        assertThatThrownBy(() -> new PairDifference(value, 0, 0, List.of()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new PairDifference(0, 0, value, List.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }
}

package dev.callcost.compare.evidence;

import static dev.callcost.compare.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.callcost.data.Row;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PairDifferenceTest {
    private static final Offset<Double> CLOSE = within(1e-12);
    private static final Row BASE = fork(10, 20, 10);
    private static final Row HEAD = fork(11, 22, 33);

    private static Row fork(double... scores) {
        return row().unit("us/op").ofFork(scores);
    }

    private static PairDifference between(Row base, Row head) {
        return PairDifference.of(base, head).orElseThrow();
    }

    /** By neighbours, or by medians where a fork has more iterations; more is slower in every mode and unit. */
    static Stream<Arguments> pairs() {
        Row rate = row().throughput("ops/ms").ofFork(200);
        return Stream.of(
                arguments(fork(8, 2), fork(10, 12, 50), 12 / 4.0, 24 / 5.0),
                arguments(fork(4), rate, 5 / 4.0, 5 / 4.0),
                arguments(BASE, HEAD, 1.1, 66.0 / 40),
                arguments(BASE, fork(11, 22, 33, 44), Math.sqrt(22 * 33) / 10, 82.5 / 40));
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void isThatOfTheMediansAndThatOfTheMeans(Row base, Row head, double byMedian, double byMean) {
        PairDifference difference = between(base, head);
        assertThat(difference.byMedian()).isCloseTo(Math.log(byMedian), CLOSE);
        assertThat(difference.byMean()).isCloseTo(Math.log(byMean), CLOSE);
    }

    /**
     * Values that were calculated apart, as the median of all ratios of one of the fastest quarter of head to one of
     * base.
     */
    static Stream<Arguments> fastest() {
        double[] ten = {14, 10, 90, 11, 13, 12, 70, 80, 15, 60, 19, 20}; // the fastest quarter: 10, 11, 12
        return Stream.of(
                arguments(fork(8), fork(12), 1.5),
                arguments(fork(8, 2), fork(10, 50, 12), Math.sqrt(12 / 8.0 * 10 / 2.0)),
                arguments(fork(ten), fork(ten), 1),
                // the fastest two, by ratios 20/12, 20/11, 22/12, 20/10, 22/11, 22/10
                arguments(fork(ten), fork(22, 1000, 20, 24), Math.sqrt(22 / 12.0 * 20 / 10.0)),
                arguments(fork(ten), fork(30, 33, 36, 40, 40, 40, 40, 900, 900, 900, 900, 900), 3));
    }

    @ParameterizedTest
    @MethodSource("fastest")
    void isAlsoTheShiftOfTheFastestQuarters(Row base, Row head, double byFastest) {
        assertThat(between(base, head).byFastest()).isCloseTo(Math.log(byFastest), CLOSE);
        assertThat(between(head, base).byFastest()).isCloseTo(-Math.log(byFastest), CLOSE);
    }

    @Test
    void theFastestOfAThroughputAreItsLargestValues() {
        Row base = row().throughput("ops/ms").ofFork(200, 1, 250, 2, 3, 4, 5, 6);
        Row head = row().throughput("ops/ms").ofFork(1, 100, 2, 125, 3, 4, 5, 6);
        assertThat(between(base, head).byFastest()).isCloseTo(Math.log(2), CLOSE);
    }

    @Test
    void ofAnUnknownUnitThereIsNone() {
        Row other = row().unit("B/op").ofFork(1);
        assertThat(PairDifference.of(BASE, other)).isEmpty();
        assertThat(PairDifference.of(other, BASE)).isEmpty();
    }
}

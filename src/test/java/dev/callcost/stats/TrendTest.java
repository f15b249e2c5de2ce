package dev.callcost.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.compare.Rows;
import dev.callcost.data.Row;
import java.util.Collections;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TrendTest {
    /** Nine iterations, of which each third has a level of its own, disturbed by an outlier. */
    private static List<Double> fork(double first, double middle, double last) {
        return DoubleStream.of(first, 9 * first, first, middle, middle, middle, last, last, last / 9)
                .boxed()
                .toList();
    }

    /** R 4.2: t.test(c(0.02, 0.03, 0.01, 0.04))$p.value is 0.03046. */
    @Test
    void itIsStudentsTest() {
        Trend trend = Trend.of(new double[] {0.02, 0.03, 0.01, 0.04});
        assertThat(trend.change()).isCloseTo(0.025, within(1e-12));
        assertThat(trend.probability()).isCloseTo(0.03046, within(1e-5));
        assertThat(trend.values()).isEqualTo(4);
        assertThat(trend.isMoving()).isFalse();
    }

    @Test
    void itMovesByMoreThanOnePercentAndNotByChance() {
        assertThat(Trend.of(new double[] {0.020, 0.021, 0.019, 0.020}).isMoving())
                .isTrue();
        assertThat(Trend.of(new double[] {-0.020, -0.021, -0.019, -0.020}).isMoving())
                .isTrue();
        assertThat(Trend.of(new double[] {0.0090, 0.0091, 0.0089, 0.0090}).isMoving())
                .as("too little")
                .isFalse();
        assertThat(Trend.of(new double[] {0.09, -0.02, 0.05, -0.01}).isMoving())
                .as("by chance")
                .isFalse();
    }

    @Test
    void fewValuesAndNoneSayNothing() {
        assertThat(Trend.of(new double[] {}).probability()).isEqualTo(1);
        assertThat(Trend.of(new double[] {0.5}).probability()).isEqualTo(1);
        assertThat(Trend.of(new double[] {0, 0}).isMoving()).isFalse();
    }

    @Test
    void aRowsChangeIsThatOfItsTimesFromTheFirstThirdToTheLast() {
        Row row = Rows.row().of(Collections.nCopies(3, fork(110, 500, 100)));
        assertThat(Trend.of(row).orElseThrow().change()).isCloseTo(Math.log(100.0 / 110), within(1e-12));
        assertThat(Trend.of(row).orElseThrow().isMoving()).isTrue();
        Row throughput = Rows.row().throughput("ops/s").of(Collections.nCopies(3, fork(110, 500, 100)));
        assertThat(Trend.of(throughput).orElseThrow().change()).isCloseTo(Math.log(1.1), within(1e-12));
    }

    @Test
    void twoForksOrTwoIterationsAreTooFew() {
        assertThat(Trend.of(Rows.row().of(Collections.nCopies(2, fork(2, 2, 1)))))
                .isEmpty();
        assertThat(Trend.of(Rows.row()
                        .of(IntStream.range(0, 5)
                                .mapToObj(fork -> List.of(2.0, 1.0))
                                .toList())))
                .isEmpty();
    }
}

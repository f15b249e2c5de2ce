package dev.callcost.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.compare.Rows;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowDriftTest {
    /** Forks or pairs with two parts, which differ by these changes. */
    private static RowDrift changes(double... changes) {
        return RowDrift.of(Arrays.stream(changes)
                        .mapToObj(change -> List.of(7.0, 7.0 + change))
                        .toList())
                .orElseThrow();
    }

    /** Nine iterations: each third has a level of its own, and two have a slow iteration. */
    private static List<Double> fork(double slow, double first, double middle, double last) {
        return DoubleStream.of(first, slow * first, first, middle, middle, middle, last, last, slow * last)
                .boxed()
                .toList();
    }

    /** R 4.2: t.test(c(0.02, 0.03, 0.01, 0.04))$p.value is 0.03046. */
    @Test
    void isStudentsTest() {
        RowDrift trend = changes(0.02, 0.03, 0.01, 0.04);
        assertThat(trend.change()).isCloseTo(0.025, within(1e-12));
        assertThat(trend.probability()).isCloseTo(0.03046, within(1e-5));
        assertThat(trend.forks()).isEqualTo(4);
        assertThat(trend.isMoving(0.01)).isFalse();
        assertThat(trend.isMoving(0.05)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "0.020, 0.021, 0.019, 0.020, true",
        "-0.020, -0.021, -0.019, -0.020, true",
        // too little
        "0.0090, 0.0091, 0.0089, 0.0090, false",
        // by chance
        "0.09, -0.02, 0.05, -0.01, false"
    })
    void movesByMoreThanOnePercentAndNotByChance(double a, double b, double c, double d, boolean isMoving) {
        assertThat(changes(a, b, c, d).isMoving(RowDrift.ALPHA)).isEqualTo(isMoving);
    }

    @Test
    void oneForkOrNoChangeSaysNothing() {
        assertThat(changes(0.5).probability()).isEqualTo(1);
        assertThat(changes(0, 0).isMoving(1)).isFalse();
        assertThat(RowDrift.of(List.of())).isEmpty();
        assertThat(RowDrift.of(List.of(List.of(1.0, 2.0), List.of()))).isEmpty();
    }

    @Test
    void isTheLineThroughTheParts() {
        RowDrift trend = RowDrift.of(List.of(List.of(0.1, 0.0, 0.3, 0.1, 0.5), List.of(0.3, 0.2, 0.5, 0.3, 0.7)))
                .orElseThrow();
        assertThat(trend.change()).as("slope (2 x 0.4 + 0.1) / 10").isCloseTo(4 * 0.09, within(1e-12));
        assertThat(trend.first()).isCloseTo(0.2, within(1e-12));
        assertThat(trend.last()).isCloseTo(0.6, within(1e-12));
    }

    @Test
    void aRowsChangeIsThatOfItsTimesFromTheFirstThirdToTheLast() {
        Row row = Rows.row().of(Collections.nCopies(3, fork(9, 110, 500, 100)));
        assertThat(RowDrift.of(row).orElseThrow().change()).isCloseTo(Math.log(100.0 / 110), within(1e-12));
        assertThat(RowDrift.text(row)).contains("-9.1%");
        Row throughput = Rows.row().throughput("ops/s").of(Collections.nCopies(3, fork(0.1, 110, 500, 100)));
        assertThat(RowDrift.of(throughput).orElseThrow().change()).isCloseTo(Math.log(1.1), within(1e-12));
        assertThat(RowDrift.text(Rows.row().of(Collections.nCopies(3, fork(9, 100, 500, 100)))))
                .isEmpty();
    }

    @Test
    void twoForksOrTwoIterationsAreTooFew() {
        assertThat(RowDrift.of(Rows.row().of(Collections.nCopies(2, fork(9, 2, 2, 1)))))
                .isEmpty();
        assertThat(RowDrift.of(Rows.row().of(Collections.nCopies(5, List.of(2.0, 1.0)))))
                .isEmpty();
    }

    @Test
    void theMiddleThirdHasWhatIsLeftOver() {
        List<Integer> eight = IntStream.range(0, 8).boxed().toList();
        assertThat(RowDrift.third(0, eight)).containsExactly(0, 1);
        assertThat(RowDrift.third(1, eight)).containsExactly(2, 3, 4, 5);
        assertThat(RowDrift.third(2, eight)).containsExactly(6, 7);
        assertThat(RowDrift.third(2, eight.subList(0, 2))).isEmpty();
    }
}

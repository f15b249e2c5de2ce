package dev.callcost.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.compare.Rows;
import dev.callcost.stats.Estimate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.TDistribution;
import org.junit.jupiter.api.Test;

class RowEstimatesTest {
    /** Two forks of the logarithms 0 and d have the variance d^2 / 2. */
    private static Row row(int number, String unit, double d) {
        return Rows.row().param("n", String.valueOf(number)).unit(unit).of(1, Math.exp(d));
    }

    private static List<Row> rows(int count, double d) {
        return new ArrayList<>(
                IntStream.range(0, count).mapToObj(i -> row(i, "us/op", d)).toList());
    }

    @Test
    void aRowsVarianceIsDrawnTowardsTheOthers() {
        List<Row> rows = rows(7, 0.2);
        rows.add(row(7, "us/op", 0.02));
        RowEstimates estimates = RowEstimates.of(rows);

        double centre = 0.02 / ChiSquaredDistribution.of(1).inverseCumulativeProbability(0.5);
        Estimate quiet = estimates.score(rows.get(7));
        assertThat(quiet.logMean()).isCloseTo(0.01, within(1e-12));
        assertThat(quiet.variance()).isCloseTo((2 * centre + 0.0002) / 3 / 2, within(1e-12));
        assertThat(quiet.degrees()).isEqualTo(3);
        assertThat(quiet.forks()).isEqualTo(2);
        assertThat(Math.log(quiet.high()) - 0.01)
                .isCloseTo(
                        TDistribution.of(3).inverseCumulativeProbability(0.995) * Math.sqrt(quiet.variance()),
                        within(1e-9));
        assertThat(estimates.nanos(rows.get(7)).orElseThrow().logMean()).isCloseTo(0.01 + Math.log(1000), within(1e-9));
        assertThat(estimates.isModerated(rows.get(7))).isTrue();
        assertThat(estimates.method(rows)).isEqualTo("variances moderated over rows");
    }

    @Test
    void threeRowsKeepStudentsT() {
        List<Row> rows = rows(3, 0.1);
        RowEstimates estimates = RowEstimates.of(rows);
        assertThat(estimates.score(rows.get(0))).isEqualTo(rows.get(0).estimate());
        assertThat(estimates.isModerated(rows.get(0))).isFalse();
        assertThat(estimates.method(rows)).isEqualTo("Student's t");
    }

    @Test
    void rowsThatScatterOtherwiseSayNothing() {
        List<Row> rows = rows(8, 0.1);
        Row other = Rows.row("B.other").mode("ss").of(1, Math.exp(3));
        rows.add(other);
        RowEstimates apart = RowEstimates.of(rows);
        assertThat(apart.score(other)).isEqualTo(other.estimate());
        assertThat(apart.score(rows.get(0)))
                .isEqualTo(RowEstimates.of(rows.subList(0, 8)).score(rows.get(0)));
        assertThat(apart.method(rows)).isEqualTo("variances moderated over rows, Student's t for 1 of them");
    }

    @Test
    void oneForkHasNoIntervalWhateverTheOthersHave() {
        List<Row> rows = rows(8, 0.1);
        Row one = Rows.row("B.d").of(1);
        rows.add(one);
        RowEstimates estimates = RowEstimates.of(rows);
        assertThat(estimates.score(one).hasInterval()).isFalse();
        assertThat(estimates.method(List.of(one))).isEmpty();
    }
}

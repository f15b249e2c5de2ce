package dev.callcost.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.data.Estimate;
import dev.callcost.stats.Rule;
import dev.callcost.stats.Verdict;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Critical values are scipy 1.17.1's {@code st.t.isf(.0005 / rows, pairs - 1)}. */
class PairedRuleTest {
    private static final PairedRule ONE_ROW = PairedRule.forEachOf(1, Rule.MARGIN);
    private static final Offset<Double> CLOSE = within(1e-7);

    /** A mean difference over pairs whose differences have a standard deviation. */
    private static Estimate slowdown(double ratio, double sd, int pairs) {
        return new Estimate(Math.log(ratio), sd * sd / pairs, pairs - 1, pairs);
    }

    @ParameterizedTest
    @CsvSource({
        "6, 6.86882662588111, 14.855990952720123",
        "8, 5.407882520861726, 9.766181897394846",
        "10, 4.780912585931139, 7.878832460096893",
        "12, 4.436979338234449, 6.926164638909532",
        "15, 4.140454112738203, 6.154414017993929",
        "20, 3.883405852592083, 5.524114608524849",
        "25, 3.745398619290052, 5.201023622465243",
        "30, 3.659405019466333, 5.005232965021005",
        "40, 3.5581200813327327, 4.780152374288556",
        "50, 3.500442891367367, 4.654678245319382",
        "60, 3.4632103049519416, 4.574729233986717",
        "120, 3.374166546529479, 4.386888482235908"
    })
    void testsByStudentsTAtTheLevelDividedByTheRows(int pairs, double alone, double ofForty) {
        Estimate unit = slowdown(1, Math.sqrt(pairs), pairs);
        assertThat(ONE_ROW.logHalfWidth(unit)).isCloseTo(alone, CLOSE);
        assertThat(PairedRule.forEachOf(40, Rule.MARGIN).logHalfWidth(unit)).isCloseTo(ofForty, CLOSE);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "5, 0", "6, 6", "7, 6", "14, 12", "15, 15", "59, 50", "60, 60", "61, 61", "200, 200"})
    void judgesAtTheLooksAndSumsOfRunsByAllTheirPairs(int pairs, int judged) {
        assertThat(PairedRule.judged(pairs)).isEqualTo(judged);
    }

    @ParameterizedTest
    @CsvSource({
        // its interval, 1.0087 to 1.0113, is above 1 and within the margin
        "1.01, 0.001, 12, 1, SAME",
        // before the first interim analysis and at it
        "2, 0, 5, 1, CANNOT_TELL",
        "2, 0, 6, 1, SLOWER",
        // pairs that agree wholly
        "1, 0, 6, 1, SAME",
        "1.04, 0, 6, 1, SLOWER",
        "0.96, 0, 6, 1, FASTER",
        // many rows ask more of each
        "1.05, 0.025, 12, 1, SLOWER",
        "1.05, 0.025, 12, 40, UNDECIDED"
    })
    void judgesByTheInterval(double ratio, double sd, int pairs, int rows, Verdict verdict) {
        PairedRule rule = PairedRule.forEachOf(rows, Rule.MARGIN);
        assertThat(rule.judge(slowdown(ratio, sd, pairs))).isEqualTo(verdict);
        assertThat(rule.rule().confidence()).isCloseTo(1 - 0.001 / rows, CLOSE);
    }

    @ParameterizedTest
    @ValueSource(ints = {6, 12, 60, 120})
    void theIntervalOfTheEstimateIsTheOneThatDecides(int pairs) {
        for (double ratio = 0.9; ratio < 1.1; ratio += 0.003) {
            Estimate slowdown = slowdown(ratio, 0.02, pairs);
            assertThat(ONE_ROW.judge(slowdown))
                    .as("%s", ratio)
                    .isEqualTo(ONE_ROW.rule().judge(slowdown, Rule.FEWEST_FORKS));
        }
    }

    @ParameterizedTest
    @CsvSource({
        // critical value x sd / sqrt(look) first falls below ln 1.03 here
        "1.00, 0.02828427, 6, 20",
        "1.00, 0.02828427, 20, 25",
        "1.00, 0.01414214, 6, 8",
        // (3.46321 x 0.1 / ln 1.03)^2 = 137.3, and / ln 1.0202 it is 299.9
        "1.00, 0.1, 12, 138",
        "1.02020134, 0.1, 12, 300",
        // farther out than the margin it is the difference from none that settles
        "1.10517092, 0.1, 12, 20"
    })
    void tellsHowManyPairsWouldSettleARow(double ratio, double sd, int pairs, int needed) {
        assertThat(ONE_ROW.pairsNeeded(slowdown(ratio, sd, pairs))).isEqualTo(needed);
    }

    @Test
    void onePairNeedsTheFirstLookAndHopelessRowsNoMoreThanCanBeCounted() {
        assertThat(ONE_ROW.pairsNeeded(Estimate.ofLogs(List.of(0.01)))).isEqualTo(6);
        assertThat(ONE_ROW.pairsNeeded(slowdown(1, 1e6, 12))).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void refusesNoRowsAndAMarginThatIsNone() {
        assertThatThrownBy(() -> PairedRule.forEachOf(0, Rule.MARGIN)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> PairedRule.forEachOf(1, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}

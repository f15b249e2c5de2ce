package dev.callcost.stats;

import static dev.callcost.compare.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.stats.VerdictRule.Verdict;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VerdictRuleTest {
    private static final VerdictRule ONE_ROW = noneDiffers(1, VerdictRule.MARGIN);

    @ParameterizedTest
    @CsvSource({
        "1, 0.01",
        "0, 0.0101",
        "0, ",
        "0, 0.005 0.5 0.6 0.7",
        "1, 0.0025 0.5 0.6 0.7",
        // the third of four is within 3/4 of the level, and takes along those before it
        "3, 0.9 0.0075 0.007 0.0065"
    })
    void theSignificantOfManyTests(int significant, String probabilities) {
        double[] tests = Pattern.compile(" ")
                .splitAsStream(probabilities == null ? "" : probabilities)
                .filter(text -> !text.isEmpty())
                .mapToDouble(Double::parseDouble)
                .toArray();
        assertThat(VerdictRule.significant(tests)).isEqualTo(significant);
    }

    /** Forks at 1 -0.2 %, -0.1 %, 0, +0.1 %, +0.2 % on the log scale, times a factor. */
    private static Estimate tight(double factor, double spread) {
        double[] forks = DoubleStream.of(-2, -1, 0, 1, 2)
                .map(step -> factor * Math.exp(step * spread))
                .toArray();
        return row().of(forks).estimate();
    }

    @ParameterizedTest
    @CsvSource({
        "1.00, 0.001, 1, 0.03, SAME",
        "1.02, 0.001, 1, 0.03, SAME",
        "0.98, 0.001, 1, 0.03, SAME",
        "1.05, 0.001, 1, 0.03, SLOWER",
        "0.95, 0.001, 1, 0.03, FASTER",
        // forks that do not scatter
        "1.00, 0, 1, 0.03, SAME",
        // between no difference and the margin's other side: significant, not within the margin
        "1.029, 0.001, 1, 0.03, SLOWER",
        "0.972, 0.001, 1, 0.03, FASTER",
        // a wide interval
        "1.03, 0.02, 1, 0.03, UNDECIDED",
        "1.00, 0.02, 1, 0.03, UNDECIDED",
        // many rows ask more of each
        "1.035, 0.006, 1, 0.03, SLOWER",
        "1.035, 0.006, 60, 0.03, UNDECIDED",
        // a wider margin forgives more
        "1.05, 0.001, 1, 0.1, SAME"
    })
    void judgesByTheInterval(double factor, double spread, int rows, double margin, Verdict verdict) {
        VerdictRule rule = noneDiffers(rows, margin);
        assertThat(rule.judge(tight(factor, spread).ratioTo(tight(1, spread)), VerdictRule.FEWEST_FORKS))
                .isEqualTo(verdict);
        assertThat(rule.confidence()).isEqualTo(1 - 0.01 / rows);
    }

    @ParameterizedTest
    @CsvSource({
        "1.04, 0.0001, 0.03, SLOWER",
        "0.96, 0.0001, 0.03, FASTER",
        "1.03, 0.0001, 0.03, UNDECIDED",
        "1.04, 0.0001, 0.05, UNDECIDED",
        // the half interval at a fiftieth of 1 % is 6.44 standard errors: beyond 3 % from 9.8 % on
        "1.10, 0.01, 0.03, SLOWER",
        "1.09, 0.01, 0.03, UNDECIDED"
    })
    void aMeanIsBeyondTheMarginWithAllOfItsInterval(double factor, double spread, double margin, Verdict verdict) {
        assertThat(noneDiffers(1, margin).beyondMargin(tight(factor, spread).ratioTo(tight(1, spread))))
                .isEqualTo(verdict);
    }

    /** The rule for rows without a significant difference. */
    private static VerdictRule noneDiffers(int rows, double margin) {
        return VerdictRule.forDiscoveries(
                DoubleStream.generate(() -> 1).limit(rows).toArray(), margin);
    }

    @Test
    void fourForksCannotTellWhateverTheySay() {
        Estimate four = row().of(2, 2.001, 2.002, 2.003).estimate();
        assertThat(ONE_ROW.judge(four.ratioTo(tight(1, 0.001)), VerdictRule.FEWEST_FORKS))
                .isEqualTo(Verdict.CANNOT_TELL);
        assertThat(ONE_ROW.judge(tight(1, 0.001).ratioTo(four), VerdictRule.FEWEST_FORKS))
                .isEqualTo(Verdict.CANNOT_TELL);
    }

    @Test
    void tellsHowManyForksWouldSettleARow() {
        Estimate slowdown = tight(1.0, 0.02).ratioTo(tight(1, 0.02));
        double halfWidth = Math.log(slowdown.high(0.99));
        double expected = Math.ceil(5 * Math.pow(halfWidth / Math.log(1.03), 2));
        assertThat(ONE_ROW.forksNeeded(slowdown)).isEqualTo((int) expected).isGreaterThan(5);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -0.03, 1, 3, Double.NaN})
    void refusesAMarginThatIsNone(double margin) {
        assertThatThrownBy(() -> noneDiffers(1, margin))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("margin");
    }
}

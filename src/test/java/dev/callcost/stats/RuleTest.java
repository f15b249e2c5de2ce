package dev.callcost.stats;

import static dev.callcost.compare.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.data.Estimate;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RuleTest {
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
        assertThat(Rule.significant(tests)).isEqualTo(significant);
    }

    private static final Rule ONE_ROW = noneDiffers(1, Rule.MARGIN);

    /** Forks at 1 -0.2 %, -0.1 %, 0, +0.1 %, +0.2 % on the log scale, times a factor. */
    private static Estimate tight(double factor, double spread) {
        double[] forks = DoubleStream.of(-2, -1, 0, 1, 2)
                .map(step -> factor * Math.exp(step * spread))
                .toArray();
        return row().of(forks).primary().estimate();
    }

    @ParameterizedTest
    @CsvSource({
        "1.00, SAME",
        "1.02, SAME",
        "0.98, SAME",
        "1.05, SLOWER",
        "0.95, FASTER",
        // between no difference and the margin's other side: significant, not within the margin
        "1.029, SLOWER",
        "0.972, FASTER"
    })
    void judgesByTheInterval(double factor, Verdict verdict) {
        assertThat(ONE_ROW.judge(tight(factor, 0.001).ratioTo(tight(1, 0.001)), Rule.FEWEST_FORKS))
                .isEqualTo(verdict);
    }

    /** The rule for rows without a significant difference. */
    private static Rule noneDiffers(int rows, double margin) {
        return Rule.forDiscoveries(DoubleStream.generate(() -> 1).limit(rows).toArray(), margin);
    }

    @ParameterizedTest
    @ValueSource(doubles = {1.03, 1.00})
    void aWideIntervalIsUndecided(double factor) {
        assertThat(ONE_ROW.judge(tight(factor, 0.02).ratioTo(tight(1, 0.02)), Rule.FEWEST_FORKS))
                .isEqualTo(Verdict.UNDECIDED);
    }

    @Test
    void fourForksCannotTellWhateverTheySay() {
        Estimate four = row().of(2, 2.001, 2.002, 2.003).primary().estimate();
        assertThat(ONE_ROW.judge(four.ratioTo(tight(1, 0.001)), Rule.FEWEST_FORKS))
                .isEqualTo(Verdict.CANNOT_TELL);
        assertThat(ONE_ROW.judge(tight(1, 0.001).ratioTo(four), Rule.FEWEST_FORKS))
                .isEqualTo(Verdict.CANNOT_TELL);
    }

    @Test
    void equalForksAreTheSame() {
        Estimate equal = row().of(1, 1, 1, 1, 1).primary().estimate();
        assertThat(ONE_ROW.judge(equal.ratioTo(equal), Rule.FEWEST_FORKS)).isEqualTo(Verdict.SAME);
    }

    @Test
    void manyRowsAskMoreOfEach() {
        Estimate slowdown = tight(1.035, 0.006).ratioTo(tight(1, 0.006));
        assertThat(ONE_ROW.judge(slowdown, Rule.FEWEST_FORKS)).isEqualTo(Verdict.SLOWER);
        assertThat(noneDiffers(60, Rule.MARGIN).judge(slowdown, Rule.FEWEST_FORKS))
                .isEqualTo(Verdict.UNDECIDED);
        assertThat(noneDiffers(60, Rule.MARGIN).confidence()).isEqualTo(1 - 0.01 / 60);
    }

    @Test
    void aWiderMarginForgivesMore() {
        Estimate slowdown = tight(1.05, 0.001).ratioTo(tight(1, 0.001));
        assertThat(noneDiffers(1, 0.1).judge(slowdown, Rule.FEWEST_FORKS)).isEqualTo(Verdict.SAME);
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

    @Test
    void aboveAHundredNothingTells() {
        assertThat(Rule.wouldTell(100, "forks a side")).isEqualTo("some 100 forks a side would tell");
        assertThat(Rule.wouldTell(101, "more pairs")).isEqualTo("no 100 more pairs would tell: not on this machine");
    }
}

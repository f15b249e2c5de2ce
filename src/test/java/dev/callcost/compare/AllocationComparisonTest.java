package dev.callcost.compare;

import static dev.callcost.compare.AllocationComparison.AllocationVerdict.CANNOT_TELL;
import static dev.callcost.compare.AllocationComparison.AllocationVerdict.LESS;
import static dev.callcost.compare.AllocationComparison.AllocationVerdict.MORE;
import static dev.callcost.compare.AllocationComparison.AllocationVerdict.SAME;
import static dev.callcost.compare.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.Seeds;
import dev.callcost.compare.AllocationComparison.AllocationVerdict;
import dev.callcost.stats.Rule;
import java.util.Arrays;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AllocationComparisonTest {
    private static final int TRIALS = 1000;

    private static AllocationVerdict judge(double[] base, double[] head, int rows) {
        return AllocationComparison.of(
                        row().bytes(base).of(1), row().bytes(head).of(1), rows)
                .orElseThrow()
                .verdict();
    }

    private static double[] forks(int count, double bytes) {
        return DoubleStream.generate(() -> bytes).limit(count).toArray();
    }

    @ParameterizedTest
    @CsvSource({
        "1000, 1010, MORE",
        "1000, 990, LESS",
        "1000, 1004, SAME",
        "24, 28, SAME",
        "24, 32, MORE",
        "0, 16, MORE",
        "0, 0, SAME",
        "100000, 100400, SAME"
    })
    void aSmallDifferenceDoesNotCount(double before, double after, AllocationVerdict verdict) {
        assertThat(judge(forks(5, before), forks(5, after), 1)).isEqualTo(verdict);
    }

    @Test
    void rangesThatTouchAreTheSame() {
        double[] base = {1000, 1000, 1000, 1000, 1090};
        assertThat(judge(base, forks(5, 1090), 1)).isEqualTo(SAME);
        assertThat(judge(forks(5, 1090), base, 1)).isEqualTo(SAME);
        assertThat(judge(base, forks(5, 1091), 1)).isEqualTo(MORE);
        assertThat(judge(forks(5, 1091), base, 1)).isEqualTo(LESS);
    }

    @Test
    void fewForksCanTellNoMoreThanThatTheDifferenceIsSmall() {
        assertThat(judge(forks(1, 1000), forks(2, 1000), 1)).isEqualTo(CANNOT_TELL);
        assertThat(judge(forks(2, 1000), forks(2, 1000), 1)).isEqualTo(SAME);
        assertThat(judge(forks(4, 1000), forks(4, 2000), 1)).isEqualTo(CANNOT_TELL);
        assertThat(judge(new double[] {1000, 1200}, new double[] {1200, 1200}, 1))
                .isEqualTo(CANNOT_TELL);
    }

    /** There are 210 ways to deal out four and six, 220 for three and nine, 165 for three and eight. */
    @Test
    void theSidesNeedNotHaveEquallyMany() {
        assertThat(judge(forks(4, 1000), forks(6, 2000), 1)).isEqualTo(MORE);
        assertThat(judge(forks(4, 1000), forks(6, 2000), 2)).isEqualTo(CANNOT_TELL);
        assertThat(judge(forks(3, 1000), forks(9, 2000), 1)).isEqualTo(MORE);
        assertThat(judge(forks(3, 1000), forks(8, 2000), 1)).isEqualTo(CANNOT_TELL);
        assertThat(judge(forks(2000, 1000), forks(2000, 2000), 1000)).isEqualTo(MORE);
    }

    /** As many as the number of ways to choose n of 2n makes of it: 252, 924, 3432, 12870, 48620. */
    @ParameterizedTest
    @CsvSource({"1, 5", "2, 6", "4, 6", "5, 7", "17, 7", "18, 8", "64, 8", "65, 9"})
    void theMoreRowsTheMoreForks(int rows, int needed) {
        assertThat(AllocationComparison.forksNeeded(rows)).isEqualTo(needed);
        assertThat(judge(forks(needed, 100), forks(needed, 200), rows)).isEqualTo(MORE);
        assertThat(judge(forks(needed - 1, 100), forks(needed - 1, 200), rows)).isEqualTo(CANNOT_TELL);
    }

    @ParameterizedTest
    @CsvSource({"17.0.15, 25.0.3, NOT_COMPARABLE", "21, 25.0.3, MORE", "1.8.0_402, 17, MORE", "17-ea, 17, MORE"})
    void jmhsTwoWaysOfCountingAreNotCompared(String before, String after, AllocationVerdict verdict) {
        AllocationComparison comparison = AllocationComparison.of(
                        row().setting("jdkVersion", before)
                                .bytes(forks(5, 1000))
                                .of(1),
                        row().setting("jdkVersion", after).bytes(forks(5, 2000)).of(1),
                        1)
                .orElseThrow();
        assertThat(comparison.verdict()).isEqualTo(verdict);
    }

    @Test
    void oneSideAloneIsNoComparison() {
        assertThat(AllocationComparison.of(row().bytes(1).of(1), row().of(1), 1))
                .isEmpty();
    }

    /** Ten forks of the same code, two groups or more among them. */
    @Seeds(30)
    void ofAllWaysToDealForksOutToTheSidesTwoAtMostCount(SplittableRandom random) {
        int[] forks = random.ints(10, 1, 13).map(step -> 20 * step).toArray();
        long counting = IntStream.range(0, 1 << forks.length)
                .filter(deal -> Integer.bitCount(deal) == forks.length / 2)
                .mapToObj(deal -> judge(dealt(forks, deal), dealt(forks, ~deal), 1))
                .filter(verdict -> verdict == MORE || verdict == LESS)
                .count();
        assertThat(counting).isLessThanOrEqualTo(2);
    }

    private static double[] dealt(int[] forks, int deal) {
        return IntStream.range(0, forks.length)
                .filter(fork -> (deal >> fork & 1) == 1)
                .mapToDouble(fork -> forks[fork])
                .toArray();
    }

    /** The worst case: forks of the same code that are all different, looked at after each fork. The bound is no wider than it must be. */
    @ParameterizedTest
    @ValueSource(ints = {1, 10})
    void identicalCodeSeldomDiffers(int rows) {
        Random random = new Random(20260901);
        long wrong = IntStream.range(0, TRIALS)
                .filter(trial -> IntStream.range(0, rows).anyMatch(row -> counts(draw(random), draw(random), rows)))
                .count();
        assertThat((double) wrong / TRIALS).isBetween(Rule.ALPHA / 4, Rule.ALPHA);
    }

    private static double[] draw(Random random) {
        return random.doubles(10, 1000, 1500).toArray();
    }

    private static boolean counts(double[] base, double[] head, int rows) {
        return IntStream.rangeClosed(2, base.length)
                .mapToObj(look -> judge(Arrays.copyOf(base, look), Arrays.copyOf(head, look), rows))
                .anyMatch(verdict -> verdict == MORE || verdict == LESS);
    }
}

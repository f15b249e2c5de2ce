package dev.callcost.compare.evidence;

import static dev.callcost.compare.Rows.row;
import static dev.callcost.compare.evidence.AllocationChange.AllocationVerdict.CANNOT_TELL;
import static dev.callcost.compare.evidence.AllocationChange.AllocationVerdict.LESS;
import static dev.callcost.compare.evidence.AllocationChange.AllocationVerdict.MORE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.Seeds;
import dev.callcost.compare.evidence.AllocationChange.AllocationVerdict;
import dev.callcost.data.Row;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AllocationChangeTest {
    private static AllocationVerdict judge(double[] base, double[] head, int rows) {
        return compare(row().bytes(base).of(1), row().bytes(head).of(1), rows)
                .orElseThrow()
                .verdict();
    }

    private static Optional<AllocationChange> compare(Row base, Row head, int rows) {
        return AllocationChange.of(List.of(base), List.of(head), rows);
    }

    private static double[] forks(int count, double bytes) {
        return DoubleStream.generate(() -> bytes).limit(count).toArray();
    }

    /**
     * Values of forks, each with its number of forks: 210 ways deal out four and six, 220 three and nine, 165 three and
     * eight.
     */
    @ParameterizedTest
    @CsvSource({
        // a small difference does not count
        "1, 5x1000, 5x1010, MORE",
        "1, 5x1000, 5x990, LESS",
        "1, 5x1000, 5x1004, SAME",
        "1, 5x24, 5x28, SAME",
        "1, 5x24, 5x32, MORE",
        "1, 5x0, 5x16, MORE",
        "1, 5x0, 5x0, SAME",
        "1, 5x100000, 5x100400, SAME",
        // nor do ranges that touch
        "1, 4x1000 1x1090, 5x1090, SAME",
        "1, 5x1090, 4x1000 1x1090, SAME",
        "1, 4x1000 1x1090, 5x1091, MORE",
        "1, 5x1091, 4x1000 1x1090, LESS",
        // few forks that differ can tell no more than that the difference is small
        "1, 1x1000, 2x1000, CANNOT_TELL",
        "1, 2x1000, 2x1000, SAME",
        "1, 1x1000 1x1001, 2x1001, SAME",
        "1, 3x1000 1x1001, 4x2000, CANNOT_TELL",
        "1, 1x1000 1x1200, 2x1200, CANNOT_TELL",
        // the sides need not have equally many
        "1, 3x1000 1x1001, 6x2000, MORE",
        "2, 3x1000 1x1001, 6x2000, CANNOT_TELL",
        "1, 2x1000 1x1001, 9x2000, MORE",
        "1, 2x1000 1x1001, 8x2000, CANNOT_TELL",
        "1000, 1999x1000 1x1001, 2000x2000, MORE"
    })
    void forksOfTwoSidesDifferWhenTheirRangesDoAndTheyAreEnough(
            int rows, String before, String after, AllocationVerdict verdict) {
        assertThat(judge(forks(before), forks(after), rows)).isEqualTo(verdict);
    }

    /** Forks that allocate the same: half a byte or 0.01 % is the harness. */
    @ParameterizedTest
    @CsvSource({
        "1, 2x0, 2x24, MORE",
        "64, 2x0.000001, 2x24.0009, MORE",
        "64, 2x72, 2x48, LESS",
        "64, 2x24, 2x28, SAME",
        "1, 2x100000, 2x100400, SAME",
        "1, 1x0, 9x24, CANNOT_TELL",
        "1, 9x0, 1x24, CANNOT_TELL",
        "1, 1x24 1x24.5, 2x48, MORE",
        "1, 1x24 1x24.6, 2x48, CANNOT_TELL",
        "1, 2x48, 1x24 1x24.6, CANNOT_TELL",
        "1, 1x100000 1x100010, 2x101000, MORE",
        "1, 1x100000 1x100011, 2x101000, CANNOT_TELL",
        "1, 2x24, 1x24 1x48, CANNOT_TELL"
    })
    void twoForksDecideBetweenConstants(int rows, String before, String after, AllocationVerdict verdict) {
        assertThat(judge(forks(before), forks(after), rows)).isEqualTo(verdict);
    }

    private static double[] forks(String groups) {
        return Stream.of(groups.split(" "))
                .map(group -> group.split("x"))
                .flatMapToDouble(
                        group -> Arrays.stream(forks(Integer.parseInt(group[0]), Double.parseDouble(group[1]))))
                .toArray();
    }

    /** As many as the number of ways to choose n of 2n makes of it: 252, 924, 3432, 12870, 48620. */
    @ParameterizedTest
    @CsvSource({"1, 5", "2, 6", "4, 6", "5, 7", "17, 7", "18, 8", "64, 8", "65, 9"})
    void theMoreRowsTheMoreForks(int rows, int needed) {
        assertThat(AllocationChange.forksNeeded(rows)).isEqualTo(needed);
        assertThat(judge(unlike(needed), forks(needed, 200), rows)).isEqualTo(MORE);
        assertThat(judge(unlike(needed - 1), forks(needed - 1, 200), rows)).isEqualTo(CANNOT_TELL);
    }

    private static double[] unlike(int forks) {
        return IntStream.range(0, forks).mapToDouble(fork -> 100 + fork).toArray();
    }

    @ParameterizedTest
    @CsvSource({"17.0.15, 25.0.3, NOT_COMPARABLE", "21, 25.0.3, MORE", "1.8.0_402, 17, MORE", "17-ea, 17, MORE"})
    void jmhsTwoWaysOfCountingAreNotComparedAndOneSideAloneIsNoComparison(
            String before, String after, AllocationVerdict verdict) {
        AllocationChange comparison = compare(
                        row().setting("jdkVersion", before)
                                .bytes(forks(5, 1000))
                                .of(1),
                        row().setting("jdkVersion", after).bytes(forks(5, 2000)).of(1),
                        1)
                .orElseThrow();
        assertThat(comparison.verdict()).isEqualTo(verdict);
        assertThat(compare(row().bytes(1).of(1), row().of(1), 1)).isEmpty();
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
}

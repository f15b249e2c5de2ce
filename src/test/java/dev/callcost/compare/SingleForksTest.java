package dev.callcost.compare;

import static dev.callcost.compare.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.data.Row;
import dev.callcost.stats.Rule;
import dev.callcost.stats.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SingleForksTest {
    /** One fork of three iterations a row; base has 10 us, head is slower by these shares. */
    private static Verdicts compare(double... slower) {
        return Rows.compare(forks(new double[slower.length]), forks(slower));
    }

    private static List<Row> forks(double... slower) {
        return IntStream.range(0, slower.length)
                .mapToObj(n -> fork(n, slower[n]))
                .toList();
    }

    private static Row fork(int number, double slower) {
        return row("B.row" + number).ofFork(9.9 * (1 + slower), 10 * (1 + slower), 10.1 * (1 + slower));
    }

    /** Rows that change by -0.6 to +0.5 % and others. */
    private static double[] few(int rows, double... others) {
        List<Double> all = new ArrayList<>();
        IntStream.range(0, rows).forEach(n -> all.add(0.001 * (n % 12 - 6)));
        Arrays.stream(others).forEach(all::add);
        return all.stream().mapToDouble(it -> it).toArray();
    }

    private static String answer(Verdicts verdicts) {
        return Rows.answer(verdicts, false);
    }

    @Test
    void oneUnusualRowIsImpossibleToOverlook() {
        assertThat(answer(compare(few(11, 1))))
                .isEqualTo("INCONCLUSIVE: one fork a side decides nothing; the largest change is B.row11 +100%, unusual"
                        + " among 12 rows (the others changed by at most 0.6%). 12 too few forks.");
    }

    @Test
    void severalUnusualRowsAreNamed() {
        assertThat(answer(compare(few(20, 1, -0.4, 0.3, 0.2))))
                .contains("; the largest change is B.row20 +100%; unusual are B.row20 +100%, B.row21 -40.0%, B.row22"
                        + " +30.0% and 1 more (the others changed by at most 0.6%). 24 ");
    }

    @ParameterizedTest
    @CsvSource({
        "7, 0.5, 8",
        "6, 0.5, 0", // too few rows
        "11, 0.02, 0", // within the margin
        "11, 0.1, 12",
        "11, 0.09, 0", // the farthest other row is 0.6 % from the median
        "99, 0.12, 100"
    })
    void aRowIsUnusualFarOutsideOfTheOthers(int others, double change, int among) {
        Verdicts verdicts = compare(few(others, change));
        assertThat(verdicts.rows()).extracting(VerdictRow::verdict).containsOnly(Verdict.CANNOT_TELL);
        assertThat(verdicts.rows().get(others).unusualAmong()).isEqualTo(among);
    }

    @Test
    void aRowWhoseIterationsOverlapIsNotUnusual() {
        List<Row> base = new ArrayList<>(forks(new double[12]));
        List<Row> head = new ArrayList<>(base);
        base.set(3, row("B.row3").ofFork(10, 10, 30));
        head.set(3, row("B.row3").ofFork(20, 20, 20));
        Verdicts verdicts = Rows.compare(base, head);
        assertThat(verdicts.rows()).extracting(VerdictRow::unusualAmong).containsOnly(0);
        assertThat(answer(verdicts)).contains("the largest change is B.row3 +100%. 12 ");
        assertThat(answer(Rows.compare(row().of(10, 10.1), row().of(20, 20.1))))
                .as("a few forks")
                .isEqualTo(
                        "INCONCLUSIVE: 2 forks a side are too few; the largest change is B.c +99.5%. 1 too few forks.");
    }

    @Test
    void theForksThatWouldDecideComeFromTheScatterOfAllRows() {
        Verdicts quiet = compare(few(11, 1));
        assertThat(quiet.rows().get(11).needed()).isEqualTo(2);
        assertThat(quiet.rows().get(0).needed()).isEqualTo(3);
        Verdicts three = compare(few(2, 1));
        assertThat(three.rows()).extracting(VerdictRow::needed).containsOnly(Rule.FEWEST_FORKS);
        Verdicts loud = compare(Arrays.stream(few(12)).map(it -> 4 * it).toArray());
        assertThat(loud.rows().get(6).needed()).isEqualTo(7);
    }
}

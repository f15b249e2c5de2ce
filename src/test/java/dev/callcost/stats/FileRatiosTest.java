package dev.callcost.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.stats.FileRatios.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Expected values come from another implementation, in Python, with Student's t by the incomplete beta function. */
class FileRatiosTest {
    private static final double LEVEL = 0.005;

    /** Three files a side that share the speed of their machines, five rows. */
    private static List<Values> five() {
        return new ArrayList<>(List.of(
                values(times(10, 11, 9.5), times(10.4, 11.1, 9.8)),
                values(times(20, 22.2, 19.1), times(25, 27.4, 23.9)),
                values(times(5, 5.4, 4.8), times(5.05, 5.5, 4.7)),
                values(times(100, 112, 94), times(99, 111, 95)),
                values(times(1, 1.1, 0.96), times(1.02, 1.11, 0.95))));
    }

    private static Values values(SortedMap<Integer, Double> base, SortedMap<Integer, Double> head) {
        return Values.of(base, head);
    }

    private static SortedMap<Integer, Double> times(double... times) {
        SortedMap<Integer, Double> logs = new TreeMap<>();
        for (double time : times) {
            logs.put(logs.size(), Math.log(time));
        }
        return logs;
    }

    private static void check(Estimate actual, double logMean, double variance, double degrees, double slack) {
        assertThat(actual.logMean()).isCloseTo(logMean, within(1e-12));
        assertThat(actual.variance()).isCloseTo(variance, within(1e-12));
        assertThat(actual.degrees()).isCloseTo(degrees, within(1e-9));
        assertThat(actual.slack()).isCloseTo(slack, within(1e-8));
    }

    /**
     * As many files are pairs; others have the pooled or Welch's variance; one file is taken to scatter like those of
     * the other side.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            10 10.5 9.8 10.2 10.1 | 11 11.6 10.7 11.3 11.0 | 0.09411524618474498  | 1.0824637551763854e-05 | 4                 | 5
            10 10.5 9.8           | 11 11.6 10.7 11.3 11.0 | 0.09625417690102633  | 0.0006074110852817991  | 3.812425178483135 | 4
            10                    | 11 11.6 10.7           | 0.10379627779880396  | 0.0022461461015230583  | 2                 | 3
            11 11.6 10.7          | 10                     | -0.10379627779880396 | 0.0022461461015230583  | 2                 | 3
            """)
    void aRowAlone(String base, String head, double logMean, double variance, double degrees, int forks) {
        Values row = values(times(numbers(base)), times(numbers(head)));
        Estimate ratio = FileRatios.of(List.of(row), LEVEL).get(0);
        check(ratio, logMean, variance, degrees, 0);
        assertThat(ratio.forks()).isEqualTo(forks);
    }

    private static double[] numbers(String text) {
        return Stream.of(text.split(" ")).mapToDouble(Double::parseDouble).toArray();
    }

    @Test
    void whatTheRowsOfAFileShareIsNotModeratedButAdded() {
        List<Estimate> ratios = FileRatios.of(five(), LEVEL);
        double slack = 0.058689914756777165;
        check(ratios.get(0), 0.026453711914409705, 4.8037380779536124e-05, 3, slack);
        check(ratios.get(1), 0.21926146657162704, 2.950876952882795e-05, 3, slack);
        check(ratios.get(2), 0.0024153534411770483, 0.00026371664144222415, 3, slack);
        check(ratios.get(3), -0.002812298835241478, 6.762847691490443e-05, 3, slack);
        check(ratios.get(4), 0.006127054316267415, 0.00011646060017925507, 3, slack);
    }

    @Test
    void aRowThatAFileLacksIsNoPairAndHasTheScatterOfTheMachines() {
        List<Values> rows = five();
        SortedMap<Integer, Double> base = times(100, 112, 94);
        base.remove(1);
        rows.set(3, values(base, times(99, 111, 95)));
        List<Estimate> ratios = FileRatios.of(rows, LEVEL);
        check(ratios.get(0), 0.026453711914409705, 7.845629582627664e-05, 3, 0.06973191366717774);
        check(ratios.get(3), 0.04527649688677382, 0.00018143000340552405, 3.9684760858966746, 0.4410240928217241);
    }

    /** As long as base and head of a job run on one machine. */
    @Test
    void aSlowMachineCancels() {
        List<Values> slow = five().stream()
                .map(row -> {
                    SortedMap<Integer, Double> base = new TreeMap<>(row.base());
                    SortedMap<Integer, Double> head = new TreeMap<>(row.head());
                    base.merge(1, 0.5, Double::sum);
                    head.merge(1, 0.5, Double::sum);
                    return values(base, head);
                })
                .toList();
        List<Estimate> expected = FileRatios.of(five(), LEVEL);
        List<Estimate> actual = FileRatios.of(slow, LEVEL);
        for (int n = 0; n < 5; n++) {
            Estimate five = expected.get(n);
            check(actual.get(n), five.logMean(), five.variance(), five.degrees(), five.slack());
        }
    }

    @Test
    void twoFilesCannotTellAMachineFromTheCode() {
        List<Values> two = five().stream()
                .map(row -> values(new TreeMap<>(row.base()).headMap(2), new TreeMap<>(row.head()).headMap(2)))
                .toList();
        assertThat(FileRatios.of(two, LEVEL))
                .allSatisfy(ratio -> assertThat(ratio.high(0.99)).isGreaterThan(1.5));
    }

    @Test
    void slackIsAddedToBothEndsAndToNoProbability() {
        Estimate plain = new Estimate(0.2, 0.01, 4, 5);
        Estimate wider = new Estimate(0.2, 0.01, 4, 5, 0.05);
        assertThat(Math.log(wider.high(0.99))).isCloseTo(Math.log(plain.high(0.99)) + 0.05, within(1e-12));
        assertThat(Math.log(wider.low(0.99))).isCloseTo(Math.log(plain.low(0.99)) - 0.05, within(1e-12));
        assertThat(wider.probabilityOf(0)).isCloseTo(plain.probabilityOf(0.05), within(1e-12));
        assertThat(wider.probabilityOf(0.16)).isEqualTo(1);
        assertThat(wider.inverse().times(2).slack()).isEqualTo(0.05);
    }

    @Test
    void neededFilesAreASide() {
        VerdictRule rule = new VerdictRule(0.03, 0.01);
        Estimate slowdown = new Estimate(0, 0.01, 4, 5);
        double factor = Math.log(slowdown.high(0.99)) / Math.log(1.03);
        assertThat(FileRatios.needed(rule, slowdown, 5, 5)).isEqualTo((int) Math.ceil(5 * factor * factor));
        assertThat(FileRatios.needed(rule, slowdown, 1, 3)).isEqualTo((int) Math.ceil(1.5 * factor * factor));
    }
}

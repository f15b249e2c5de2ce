package dev.callcost.run.warning;

import dev.callcost.text.Numbers;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * A row whose score moves in the measured iterations, in all forks alike: the last third of them against the first, by medians. The
 * test is Student's t over forks, as iterations of one fork depend on each other, and as a machine that drifts moves some
 * forks one way and others another way.
 *
 * @param row the row
 * @param change the mean over forks of the logarithm of the last third's time over the first's
 * @param probability that of such a change if nothing moves
 * @param lastMoving the last part that differs from the end
 */
record MovingScore(RecordedRow row, double change, double probability, Third lastMoving) {
    /** A third of the margin by which {@code check} calls rows different: less than that of a trend decides nothing. */
    static final double MOVES = 0.01;

    /** Two forks agree too often by chance. */
    static final int FEWEST_FORKS = 3;

    static List<String> warnings(List<RecordedRow> rows) {
        List<MovingScore> asked =
                rows.stream().filter(MovingScore::canTell).map(MovingScore::of).toList();
        List<MovingScore> moving = Discoveries.among(asked, MovingScore::probability).stream()
                .filter(row -> Math.abs(row.change) > Math.log1p(MOVES))
                .toList();
        return Stream.of(
                        RowWarning.line(
                                WarmUp.NOT_ENDED,
                                moving.stream()
                                        .filter(row -> row.change < 0)
                                        .map(MovingScore::faster)
                                        .toList()),
                        RowWarning.line(
                                "getting slower",
                                moving.stream()
                                        .filter(row -> row.change > 0)
                                        .map(MovingScore::slower)
                                        .toList()))
                .flatMap(List::stream)
                .toList();
    }

    private static boolean canTell(RecordedRow row) {
        return row.forks().size() >= FEWEST_FORKS
                && row.forks().stream().allMatch(fork -> fork.scores().size() >= Third.values().length);
    }

    private static MovingScore of(RecordedRow row) {
        double[] changes = changes(row, Third.FIRST);
        int forks = changes.length;
        double mean = mean(changes);
        double squares =
                Arrays.stream(changes).map(x -> (x - mean) * (x - mean)).sum();
        double t = mean / Math.sqrt(squares / (forks - 1) / forks);
        double probability = mean == 0 ? 1 : 2 * new TDistribution(forks - 1).cumulativeProbability(-Math.abs(t));
        boolean settled = Math.abs(mean(changes(row, Third.MIDDLE))) <= Math.log1p(MOVES);
        return new MovingScore(row, mean, probability, settled ? Third.FIRST : Third.LAST);
    }

    private static double[] changes(RecordedRow row, Third from) {
        return row.forks().stream()
                .mapToDouble(fork -> row.logTime(Third.LAST.of(fork.scores())) - row.logTime(from.of(fork.scores())))
                .toArray();
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElseThrow();
    }

    private RowWarning faster() {
        return finding(Math.expm1(-change), "faster", LongerWarmUp.advice(row, lastMoving));
    }

    private RowWarning slower() {
        return finding(
                Math.expm1(change),
                "slower",
                "Something grows or heats up: look at collections, heap and clock speed before a longer warm-up.");
    }

    private RowWarning finding(double share, String direction, String advice) {
        return new RowWarning(
                row.label(),
                share,
                "became " + Numbers.percent(share, 1) + " " + direction
                        + " from the first to the last third of its measured iterations ("
                        + row.forks().size() + " forks, " + Discoveries.text(probability) + ")",
                advice);
    }
}

package dev.callcost.ladder;

import dev.callcost.ladder.WarmUp.Stretch;
import dev.callcost.stats.Trend;
import dev.callcost.text.Numbers;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Rows whose score moves in the measured iterations, in all forks alike: the last third of them against the first, by medians. The
 * test is Student's t over forks, as iterations of one fork depend on each other, and as a machine that drifts moves some
 * forks one way and others another way.
 */
final class MovingScore {
    private MovingScore() {}

    /** The warnings about rows that get faster, then those about rows that get slower. */
    static Stream<RowWarning> among(List<RecordedRow> rows) {
        return RowWarning.believed(rows.stream()
                        .flatMap(row -> Trend.of(row.row()).map(trend -> warning(row, trend)).stream())
                        .toList())
                .stream()
                .filter(warning -> warning.severity() > Trend.MOVES)
                .sorted(Comparator.comparing(warning -> !warning.name().equals(WarmUp.NOT_ENDED)));
    }

    private static RowWarning warning(RecordedRow row, Trend trend) {
        boolean slower = trend.change() > 0;
        boolean settled = Math.abs(Trend.of(changesSinceMiddle(row)).change()) <= Math.log1p(Trend.MOVES);
        double change = Math.expm1(Math.abs(trend.change()));
        return new RowWarning(
                slower ? "getting slower" : WarmUp.NOT_ENDED,
                row.label(),
                change,
                trend.probability(),
                "became " + Numbers.percent(change, 1) + (slower ? " slower" : " faster")
                        + " from the first to the last third of its measured iterations (" + trend.values() + " forks, "
                        + RowWarning.text(trend.probability()) + ")",
                slower
                        ? "Something grows or heats up: look at collections, heap and clock speed before a longer warm-up."
                        : WarmUp.longer(row, settled ? Stretch.FIRST : Stretch.LAST));
    }

    /** The logarithm of the last third's time over the middle one's, of each fork. */
    private static double[] changesSinceMiddle(RecordedRow row) {
        return row.forks().stream()
                .mapToDouble(fork ->
                        row.logTime(Stretch.LAST.of(fork.scores())) - row.logTime(Stretch.MIDDLE.of(fork.scores())))
                .toArray();
    }
}

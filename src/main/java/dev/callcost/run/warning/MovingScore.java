package dev.callcost.run.warning;

import dev.callcost.run.warning.WarmUp.Stretch;
import dev.callcost.text.Numbers;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * Rows whose score moves in the measured iterations, in all forks alike: the last third of them against the first, by medians. The
 * test is Student's t over forks, as iterations of one fork depend on each other, and as a machine that drifts moves some
 * forks one way and others another way.
 */
final class MovingScore {
    /** A third of the margin by which {@code check} calls rows different: less than that of a trend decides nothing. */
    private static final double MOVES = 0.01;

    /** Two forks agree too often by chance. */
    private static final int FEWEST_FORKS = 3;

    private MovingScore() {}

    /** The warnings about rows that get faster, then those about rows that get slower. */
    static Stream<RowWarning> among(List<RecordedRow> rows) {
        return BenjaminiHochberg.believed(rows.stream()
                        .filter(MovingScore::canTell)
                        .map(MovingScore::of)
                        .toList())
                .stream()
                .filter(warning -> warning.severity() > MOVES)
                .sorted(Comparator.comparing(warning -> !warning.name().equals(WarmUp.NOT_ENDED)));
    }

    private static boolean canTell(RecordedRow row) {
        return row.forks().size() >= FEWEST_FORKS
                && row.forks().stream().allMatch(fork -> fork.scores().size() >= Stretch.values().length);
    }

    private static RowWarning of(RecordedRow row) {
        double[] changes = changes(row, Stretch.FIRST);
        int forks = changes.length;
        double mean = mean(changes);
        double squares =
                Arrays.stream(changes).map(x -> (x - mean) * (x - mean)).sum();
        double t = mean / Math.sqrt(squares / (forks - 1) / forks);
        double probability = mean == 0 ? 1 : 2 * new TDistribution(forks - 1).cumulativeProbability(-Math.abs(t));
        boolean slower = mean > 0;
        boolean settled = Math.abs(mean(changes(row, Stretch.MIDDLE))) <= Math.log1p(MOVES);
        double change = Math.expm1(Math.abs(mean));
        return new RowWarning(
                slower ? "getting slower" : WarmUp.NOT_ENDED,
                row.label(),
                change,
                probability,
                "became " + Numbers.percent(change, 1) + (slower ? " slower" : " faster")
                        + " from the first to the last third of its measured iterations (" + forks + " forks, "
                        + BenjaminiHochberg.text(probability) + ")",
                slower
                        ? "Something grows or heats up: look at collections, heap and clock speed before a longer warm-up."
                        : WarmUp.longer(row, settled ? Stretch.FIRST : Stretch.LAST));
    }

    /** The logarithm of the last third's time over another part's, of each fork. */
    private static double[] changes(RecordedRow row, Stretch from) {
        return row.forks().stream()
                .mapToDouble(fork -> row.logTime(Stretch.LAST.of(fork.scores())) - row.logTime(from.of(fork.scores())))
                .toArray();
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElseThrow();
    }
}

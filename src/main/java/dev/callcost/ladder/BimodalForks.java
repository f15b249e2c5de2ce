package dev.callcost.ladder;

import dev.callcost.stats.Rule;
import dev.callcost.text.Numbers;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Rows whose forks are of two kinds, as when the JIT decides about an inlining in one way or in another, or the machine has two speeds:
 * their mean is of neither.
 */
public final class BimodalForks {
    /** Of fewer forks one group would hardly be more than a pair, and chance divides them nearly as well as a cause does. */
    private static final int FEWEST_FORKS = 6;

    /** Kinds that lie within the margin by which {@code check} calls rows different do no harm. */
    private static final double APART = Rule.MARGIN;

    private BimodalForks() {}

    /**
     * Whether the forks of one row, taken by itself, are of two kinds: there are enough of them, the kinds are further apart than the
     * margin, and forks of one kind would be divided as well in at most 1 % of the cases.
     *
     * @param logTimes the logarithms of the forks' times
     */
    public static boolean areSeenIn(double... logTimes) {
        if (logTimes.length < FEWEST_FORKS) {
            return false;
        }
        TwoGroups groups = TwoGroups.of(logTimes);
        return groups.distance() > Math.log1p(APART) && groups.probability(logTimes.length) <= Rule.ALPHA;
    }

    static Stream<RowWarning> among(List<RecordedRow> rows) {
        return RowWarning.believed(rows.stream()
                        .filter(row -> row.forks().size() >= FEWEST_FORKS)
                        .map(BimodalForks::divided)
                        .toList())
                .stream();
    }

    private static RowWarning divided(RecordedRow row) {
        double[] logTimes = row.forks().stream()
                .mapToDouble(fork -> row.logTime(fork.scores()))
                .toArray();
        TwoGroups groups = TwoGroups.of(logTimes);
        boolean apart = groups.distance() > Math.log1p(APART);
        double probability = apart ? groups.probability(logTimes.length) : 1;
        List<String> slowRounds = IntStream.range(0, logTimes.length)
                .filter(i -> logTimes[i] > groups.limit())
                .mapToObj(i -> String.valueOf(row.forks().get(i).round()))
                .toList();
        return new RowWarning(
                "forks of two kinds",
                row.label(),
                groups.distance(),
                probability,
                "has " + slowRounds.size() + " of " + logTimes.length + " forks "
                        + Numbers.percent(Math.expm1(groups.distance()), 1) + " slower than the others (rounds "
                        + String.join(", ", slowRounds) + "; " + RowWarning.text(probability) + ")",
                "Its mean is of neither kind: where no slow minutes explain it, see whether -jvmArgsAppend -Xbatch"
                        + " makes them one (src/docs/comparing.md), and raise -f.");
    }
}

package dev.callcost.ladder;

import dev.callcost.data.Fork;
import dev.callcost.stats.Bimodality;
import dev.callcost.text.Numbers;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.math3.distribution.ChiSquaredDistribution;

/** Rows whose forks differ by more than a quiet machine makes them differ. */
final class ForkSpread {
    /**
     * The coefficient of variation of medians of ten iterations on a quiet machine: results/noise from its 221st iteration on, after its slow
     * minutes, rounded up.
     */
    static final double USUAL = 0.035;

    /** Two forks differ by much too often by chance. */
    private static final int FEWEST_PINNED = 3;

    private ForkSpread() {}

    static Stream<RowWarning> bimodal(List<RecordedRow> rows) {
        return RowWarning.significant(rows.stream().flatMap(row -> bimodal(row).stream()));
    }

    private static Optional<RowWarning> bimodal(RecordedRow row) {
        double[] logTimes = row.forks().stream()
                .mapToDouble(fork -> row.logTime(fork.scores()))
                .toArray();
        return Bimodality.of(logTimes).map(groups -> {
            List<String> slowRounds = IntStream.range(0, logTimes.length)
                    .filter(i -> logTimes[i] > groups.limit())
                    .mapToObj(i -> String.valueOf(row.forks().get(i).round()))
                    .toList();
            return new RowWarning(
                    "bimodal forks",
                    row.label(),
                    groups.distance(),
                    groups.probability(),
                    "has " + slowRounds.size() + " of " + logTimes.length + " forks "
                            + Numbers.percent(Math.expm1(groups.distance()), 1) + " slower than the others (rounds "
                            + String.join(", ", slowRounds) + "; " + RowWarning.text(groups.probability()) + ")",
                    "Its mean describes neither group. If no slow minutes explain them, try -jvmArgsAppend -Xbatch"
                            + " (src/docs/compare.md), and raise -f.");
        });
    }

    /** Rows with all threads on one CPU, where only the machine and the JIT are left to differ. */
    static Stream<RowWarning> pinned(List<RecordedRow> rows) {
        return RowWarning.significant(rows.stream()
                .filter(row -> row.forks().size() >= FEWEST_PINNED
                        && row.forks().stream().allMatch(Fork::isPinned))
                .map(ForkSpread::pinned));
    }

    private static RowWarning pinned(RecordedRow row) {
        double variation = row.row().primary().coefficientOfVariation();
        int degrees = row.forks().size() - 1;
        double squares = degrees * variation * variation / (USUAL * USUAL);
        double probability = 1 - new ChiSquaredDistribution(degrees).cumulativeProbability(squares);
        return new RowWarning(
                "pinned, yet forks far apart",
                row.label(),
                variation,
                probability,
                "has a coefficient of variation of " + Numbers.percent(variation, 1) + " over "
                        + row.forks().size() + " forks; at most " + Numbers.percent(USUAL, 1) + " is usual ("
                        + RowWarning.text(probability) + ")",
                "The machine is not quiet or the forks differ: stop what else runs, look for slow minutes, and raise -f.");
    }
}

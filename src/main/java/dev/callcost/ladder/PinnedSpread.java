package dev.callcost.ladder;

import dev.callcost.data.Fork;
import dev.callcost.text.Numbers;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.math3.distribution.ChiSquaredDistribution;

/** Rows with all threads on one CPU, where nothing but the machine and the JIT is left to differ, whose forks lie far apart. */
final class PinnedSpread {
    /**
     * The coefficient of variation that medians of ten iterations have when only the machine moves and it is quiet: those of
     * {@code results/noise} from its 221st iteration on, after its slow minutes, rounded up.
     */
    static final double USUAL = 0.035;

    /** Two forks lie far apart too often to say so. */
    private static final int FEWEST_FORKS = 3;

    private PinnedSpread() {}

    static Stream<RowWarning> among(List<RecordedRow> rows) {
        return RowWarning.believed(rows.stream()
                        .filter(row -> row.forks().size() >= FEWEST_FORKS
                                && row.forks().stream().allMatch(Fork::isPinned))
                        .map(PinnedSpread::spread)
                        .toList())
                .stream();
    }

    private static RowWarning spread(RecordedRow row) {
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
                        + row.forks().size() + " forks, usual is " + Numbers.percent(USUAL, 1) + " at most ("
                        + RowWarning.text(probability) + ")",
                "The machine is not quiet or the forks differ: stop what else runs, look for slow minutes, and raise -f.");
    }
}

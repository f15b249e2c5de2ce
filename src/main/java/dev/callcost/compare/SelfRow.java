package dev.callcost.compare;

import dev.callcost.results.RowKey;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * What a session said of a row.
 *
 * @param row the row
 * @param verdict the verdict in a word, FAILED and SKIPPED among them
 * @param pairs how many pairs counted
 * @param ratio head's time over base's; null when no pair counted
 * @param low the lower end of its interval; null without one
 * @param high the upper end; null without one, and when it is beyond all numbers
 * @param minutes how long the row's pairs took, with the burn-in and those set aside; null when the session does not say
 */
public record SelfRow(RowKey row, String verdict, int pairs, Double ratio, Double low, Double high, Double minutes) {
    private static final Set<String> BLAMED = Set.of("SLOWER", "FASTER");
    private static final Set<String> SETTLED_OR_NOT = Set.of("SLOWER", "FASTER", "SAME", "UNDECIDED");

    static SelfRow of(PairedRow row, Duration time) {
        Optional<PairedComparison> score = row.score();
        return new SelfRow(
                row.key(),
                row.word(),
                row.pairs(),
                score.map(it -> it.score().slowdown().value()).orElse(null),
                score.map(PairedComparison::low).filter(Double::isFinite).orElse(null),
                score.map(PairedComparison::high).filter(Double::isFinite).orElse(null),
                time == null ? null : time.toMillis() / 60_000.0);
    }

    /** Whether the row was judged, which one that failed, was skipped or has too few pairs for the first look was not. */
    boolean isJudged() {
        return SETTLED_OR_NOT.contains(verdict) && PairedRule.judged(pairs) > 0;
    }

    /** Whether a difference was seen. */
    boolean isBlamed() {
        return BLAMED.contains(verdict);
    }

    /** Whether there is an interval. */
    boolean hasInterval() {
        return low != null;
    }

    /** Whether the interval holds a ratio. */
    boolean holds(double truth) {
        return low <= truth && (high == null || truth <= high);
    }
}

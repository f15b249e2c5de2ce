package dev.callcost.compare.measure;

import dev.callcost.compare.evidence.PairRule;
import dev.callcost.compare.judge.PairVerdicts.JudgedSession;
import dev.callcost.compare.judge.RowVerdict;
import dev.callcost.compare.session.Session;
import dev.callcost.compare.session.SessionEvent.Pair;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * The session and the verdicts of a comparison that has ended, or was stopped.
 *
 * @param isStopped whether this process was told to end (Ctrl-C, SIGTERM) before the session was over
 */
public record MeasuredSession(JudgedSession judged, boolean isStopped) {
    /**
     * The whole budget with which open rows get more pairs: twice what the session had, or more where they need more.
     * Empty for a stopped session whose own budget has enough left.
     */
    public Optional<Duration> budgetToResume(ComparisonRequest request) {
        Session session = judged.session();
        int first = Comparison.TIERS.stream()
                .map(kind -> session.changed().of(kind).size())
                .filter(rows -> rows > 0)
                .findFirst()
                .orElse(0);
        Duration limit = request.limit(first);
        Duration left = request.left(limit, session);
        Duration needed = needed();
        boolean isEnough = left.compareTo(needed) > 0 && left.compareTo(limit.dividedBy(Comparison.RESERVE)) > 0;
        return isStopped && isEnough
                ? Optional.empty()
                : Optional.of(Collections.max(List.of(
                        limit.multipliedBy(2),
                        Duration.ofMinutes(session.spent().plus(needed).toMinutes() + 1))));
    }

    /** About how long the pairs take that open rows need; zero where none is known to need any. */
    private Duration needed() {
        double nanosPerPair = judged.session().pairs().stream()
                .filter(pair -> !pair.isFirst())
                .mapToLong(Pair::elapsed)
                .average()
                .orElse(0);
        long pairs = judged.verdicts().rows().stream()
                .mapToLong(RowVerdict::needed)
                .filter(needed -> needed <= PairRule.MOST_PAIRS)
                .sum();
        return Duration.ofNanos(Math.round(pairs * nanosPerPair * Comparison.RESERVE / (Comparison.RESERVE - 1)));
    }
}

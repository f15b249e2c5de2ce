package dev.callcost.lab;

import dev.callcost.compare.PairDifference;
import dev.callcost.compare.PairedRule;
import dev.callcost.compare.Session;
import dev.callcost.compare.SessionComparison;
import dev.callcost.results.RowKey;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What the rule makes of the pairs that sessions of identical sides recorded, when chance signs and draws them: with identical sides a
 * pair's difference could as well have had the other sign. Each replay is judged look by look as a session that has these rows. A replay
 * is no live verdict: it holds only differences that were recorded, and no drift from one session to the next.
 *
 * @param comparison the sessions, and the rule by which replays are judged
 * @param rows the rows that were replayed
 * @param leftOut rows with too few pairs for the first look
 */
public record Replay(SessionComparison comparison, List<ReplayedRow> rows, List<RowKey> leftOut) {
    /** Replays of a row in each way: the standard error of a rate is at most 0.35 percentage points. */
    public static final int REPLAYS = 20_000;

    private static final long SEED = 20240229;

    /**
     * Replays sessions.
     *
     * @param sessions at least one; the pairs of a row add up, one session after the other
     * @throws IllegalArgumentException when base and head of a session were not the same, or sessions have different margins
     */
    public static Replay of(List<Session> sessions) {
        for (Session session : sessions) {
            if (!session.isOfIdenticalSides()) {
                throw new IllegalArgumentException("base and head were not the same in the run of "
                        + session.header().start());
            }
        }
        SessionComparison comparison = SessionComparison.of(sessions, OptionalDouble.empty());
        List<ReplayedRow> rows = new ArrayList<>();
        List<RowKey> leftOut = new ArrayList<>();
        comparison.rows().forEach(row -> {
            double[] differences = differences(row.key(), comparison.sessions());
            if (PairedRule.judged(differences.length) == 0) {
                leftOut.add(row.key());
            } else {
                rows.add(ReplayedRow.of(row.key(), differences, comparison.rule(), REPLAYS, SEED));
            }
        });
        return new Replay(comparison, rows, leftOut);
    }

    private static double[] differences(RowKey row, List<Session> sessions) {
        return sessions.stream()
                .flatMap(session -> session.pairs().stream())
                .filter(pair -> pair.counts() && pair.row().equals(row))
                .flatMap(pair -> pair.difference().stream())
                .mapToDouble(PairDifference::byMedian)
                .toArray();
    }
}

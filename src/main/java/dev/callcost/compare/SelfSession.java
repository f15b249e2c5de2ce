package dev.callcost.compare;

import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * What a session said whose sides were the same, or would have been but for work that head was given.
 *
 * @param start when it began: ISO 8601, UTC
 * @param machine the machine in one line
 * @param inject how much more work head was made to do, relative; null when none
 * @param rows what it said of each row
 * @param inTurns whether forks took turns by iterations; a session that does not say is of forks one after the other
 */
public record SelfSession(String start, String machine, Double inject, List<SelfRow> rows, boolean inTurns) {

    /**
     * Judges a session on its own, as it was judged when it ended.
     *
     * @throws IllegalArgumentException when its sides differed otherwise
     */
    public static SelfSession of(Session session) {
        Session.Header header = session.header();
        if (header.inject() == null && !session.isOfIdenticalSides()) {
            throw new IllegalArgumentException("base and head differ in the run of " + header.start());
        }
        return new SelfSession(
                header.start(),
                header.machine(),
                header.inject(),
                SessionComparison.of(List.of(session), OptionalDouble.empty()).rows().stream()
                        .map(row -> SelfRow.of(row, session.time().get(row.key())))
                        .toList(),
                session.pairs().stream().anyMatch(Pair::inTurns));
    }

    /** How much more work head did; zero when none. */
    double injected() {
        return inject == null ? 0 : inject;
    }

    /** Rows that were judged. */
    Stream<SelfRow> judged() {
        return rows.stream().filter(SelfRow::isJudged);
    }
}

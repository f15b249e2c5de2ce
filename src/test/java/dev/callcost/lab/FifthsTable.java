package dev.callcost.lab;

import dev.callcost.compare.PairDifference;
import dev.callcost.compare.Session;
import dev.callcost.compare.SessionComparison;
import dev.callcost.compare.VerdictRow;
import dev.callcost.data.RowKey;
import dev.callcost.stats.EstimateText;
import dev.callcost.stats.Trend;
import dev.callcost.text.Grid;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** How the difference between two sides moved while it was measured, as Markdown. */
final class FifthsTable {
    private FifthsTable() {}

    /** A line a session and row: verdict, pairs, and the difference in each fifth of the measured iterations. */
    static String markdown(List<Session> sessions) {
        Grid grid = new Grid().left("row", "verdict").right("pairs", "dropped");
        for (String part : List.of("first", "second", "third", "fourth", "last")) {
            grid.right(part + " fifth");
        }
        for (Session session : sessions) {
            for (VerdictRow row : SessionComparison.of(List.of(session), OptionalDouble.empty())
                    .rows()) {
                List<String> cells = new ArrayList<>(List.of(
                        row.key().label(),
                        row.word(),
                        String.valueOf(row.pairs()),
                        String.valueOf(row.losses().dropped())));
                drift(session, row.key())
                        .ifPresent(it -> it.parts().forEach(fifth -> cells.add(EstimateText.change(Math.exp(fifth)))));
                grid.row(cells.toArray(String[]::new));
            }
        }
        return grid.markdown();
    }

    private static Optional<Trend> drift(Session session, RowKey row) {
        return Trend.of(session.pairs().stream()
                .filter(pair -> pair.counts() && pair.row().equals(row))
                .flatMap(pair -> pair.difference().stream())
                .map(PairDifference::fifths)
                .toList());
    }
}

package dev.callcost.compare;

import dev.callcost.results.verdict.Changes;
import dev.callcost.text.Grid;
import dev.callcost.text.Sections;
import java.util.List;

/** How a comparison stands while it goes on, for a screen: short, the rows that are still open first. */
public final class StateTable {
    private static final int MOST_ROWS = 20;

    private StateTable() {}

    /** The table; each line ends in a line feed. */
    public static String text(List<PairedRow> rows) {
        Grid grid = new Grid().right("change").left("interval").right("pairs").left("verdict", "row");
        List<PairedRow> openFirst = rows.stream()
                .sorted((row, other) -> Boolean.compare(row.isFinished(), other.isFinished()))
                .toList();
        for (PairedRow row : openFirst.subList(0, Math.min(MOST_ROWS, rows.size()))) {
            grid.row(
                    row.score().map(it -> Changes.change(it.score().slowdown())).orElse(""),
                    row.score().map(it -> Changes.interval(it.low(), it.high())).orElse(""),
                    String.valueOf(row.pairs()),
                    row.word(),
                    row.key().label());
        }
        int more = rows.size() - MOST_ROWS;
        return grid.text() + (more > 0 ? "and " + Sections.count(more, "more row") + "\n" : "");
    }
}

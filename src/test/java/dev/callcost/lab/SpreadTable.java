package dev.callcost.lab;

import dev.callcost.results.ResultsFile;
import dev.callcost.results.Row;
import dev.callcost.run.ladder.Ladder;
import dev.callcost.run.ladder.Ladder.Step;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;

/** How far the forks of each row lie apart. */
public final class SpreadTable {
    private SpreadTable() {}

    /** The table as Markdown: the rungs, then the rows outside the chain. */
    public static String markdown(ResultsFile file) {
        Ladder ladder = Ladder.of(file);
        Grid grid = new Grid().left("row").right("forks", "CV");
        for (Step step : ladder.steps()) {
            add(grid, step.rung().name(), step.row());
        }
        for (Row row : ladder.others()) {
            add(grid, row.label(), row);
        }
        return "Between-fork coefficient of variation: standard deviation over mean of the forks' values, "
                + "each the median of its iterations\n\n"
                + grid.markdown();
    }

    private static void add(Grid grid, String name, Row row) {
        grid.row(
                name,
                String.valueOf(row.primary().forks().size()),
                Numbers.percent(row.primary().coefficientOfVariation()));
    }
}

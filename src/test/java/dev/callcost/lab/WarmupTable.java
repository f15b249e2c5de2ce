package dev.callcost.lab;

import dev.callcost.results.Metric;
import dev.callcost.results.ResultsFile;
import dev.callcost.results.Row;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Forks that were measured from their first iteration on, for the sight of their warm-up. */
public final class WarmupTable {
    private static final int GROUP = 10;

    private WarmupTable() {}

    /** A table for each row as Markdown: a line for each ten iterations, a column for each fork. */
    public static String markdown(ResultsFile file) {
        StringBuilder text = new StringBuilder("Median of each " + GROUP + " iterations, from the first one on\n");
        for (Row row : file.rows()) {
            text.append("\n")
                    .append(row.label())
                    .append(", ")
                    .append(row.primary().unit())
                    .append(":\n\n");
            text.append(grid(row.primary()).markdown());
        }
        return text.toString();
    }

    private static Grid grid(Metric score) {
        int forks = score.forks().size();
        int iterations = score.forks().stream().mapToInt(List::size).max().orElse(0);
        Grid grid = new Grid().right("iterations");
        IntStream.rangeClosed(1, forks).forEach(fork -> grid.right("fork " + fork));
        for (int from = 0; from < iterations; from += GROUP) {
            List<String> cells = new ArrayList<>(List.of((from + 1) + "-" + Math.min(from + GROUP, iterations)));
            for (List<Double> fork : score.forks()) {
                List<Double> group = fork.subList(Math.min(from, fork.size()), Math.min(from + GROUP, fork.size()));
                cells.add(
                        group.isEmpty()
                                ? ""
                                : Numbers.significant(new Metric(score.unit(), List.of(group))
                                        .estimate()
                                        .value()));
            }
            grid.row(cells.toArray(String[]::new));
        }
        return grid;
    }
}

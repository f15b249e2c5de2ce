package dev.callcost.lab;

import dev.callcost.data.Metric;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.ladder.Caption;
import dev.callcost.stats.EstimateText;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Forks iteration by iteration, for the sight of what their summary hides, as Markdown. */
final class IterationTables {
    private static final int GROUP = 10;
    private static final String SINGLE_SHOT = "ss";

    /** Of its iterations each is a call after a pause, in a warm JVM: no rounds. */
    private static final String NO_ROUNDS = "RmiIdleBenchmark.";

    private IterationTables() {}

    /** The warm-up of forks that were measured from their first iteration on: a line for each ten, a column for each fork. */
    static String warmup(ResultsFile file) {
        StringBuilder text = new StringBuilder("Median of each " + GROUP + " iterations, from the first one on\n");
        for (Row row : file.rows()) {
            text.append("\n")
                    .append(row.label())
                    .append(", ")
                    .append(row.primary().unit())
                    .append(":\n\n");
            text.append(curves(row.primary()).markdown());
        }
        return text.toString();
    }

    private static Grid curves(Metric score) {
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

    /** What was run several times in a fresh JVM: a line for each round, a column for each row of single shots. */
    static String rounds(ResultsFile file) {
        List<Row> rows = file.rows().stream()
                .filter(row -> row.mode().equals(SINGLE_SHOT) && row.nanos().isPresent())
                .filter(row -> roundsOf(row) > 1 && !row.simpleName().startsWith(NO_ROUNDS))
                .toList();
        if (rows.isEmpty()) {
            throw new IllegalArgumentException(file.path() + " holds no single shots in several rounds");
        }
        Grid grid = new Grid().right("round");
        rows.forEach(row -> grid.left(row.label().replace(" mode=" + SINGLE_SHOT, "")));
        int most = rows.stream().mapToInt(IterationTables::roundsOf).max().orElseThrow();
        for (int round = 0; round < most; round++) {
            List<String> cells = new ArrayList<>(List.of(String.valueOf(round + 1)));
            for (Row row : rows) {
                cells.add(round < roundsOf(row) ? timeIn(row, round) : "");
            }
            grid.row(cells.toArray(String[]::new));
        }
        return "Time per call in each round: " + Caption.of("one value a fork", rows) + "\n\n" + grid.markdown();
    }

    private static String timeIn(Row row, int round) {
        double nanos = Sample.nanosPerUnit(row);
        Sample sample = new Sample(
                row.primary().forks().stream().map(fork -> fork.get(round)).toList());
        return EstimateText.time(sample.times(nanos).estimate().orElseThrow());
    }

    /** The rounds that every fork has. */
    private static int roundsOf(Row row) {
        return row.primary().forks().stream().mapToInt(List::size).min().orElseThrow();
    }
}

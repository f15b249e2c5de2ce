package dev.callcost.lab;

import dev.callcost.results.Caption;
import dev.callcost.results.EstimateText;
import dev.callcost.results.ResultsFile;
import dev.callcost.results.Row;
import dev.callcost.text.Grid;
import java.util.ArrayList;
import java.util.List;

/** What was run several times in a fresh JVM, round by round. */
public final class RoundsTable {
    private static final String SINGLE_SHOT = "ss";

    /** Of its iterations each is a call after a pause, in a warm JVM: no rounds. */
    private static final String NO_ROUNDS = "RmiIdleBenchmark.";

    private RoundsTable() {}

    /**
     * The table as Markdown: a line for each round, a column for each row of single shots.
     *
     * @throws IllegalArgumentException when the file holds no single shots with several iterations a fork
     */
    public static String markdown(ResultsFile file) {
        List<Row> rows = file.rows().stream()
                .filter(row -> row.mode().equals(SINGLE_SHOT) && row.nanos().isPresent())
                .filter(row -> rounds(row) > 1 && !row.simpleName().startsWith(NO_ROUNDS))
                .toList();
        if (rows.isEmpty()) {
            throw new IllegalArgumentException(file.path() + " holds no single shots in several rounds");
        }
        Grid grid = new Grid().right("round");
        rows.forEach(row -> grid.left(row.label().replace(" mode=" + SINGLE_SHOT, "")));
        int most = rows.stream().mapToInt(RoundsTable::rounds).max().orElseThrow();
        for (int round = 0; round < most; round++) {
            List<String> cells = new ArrayList<>(List.of(String.valueOf(round + 1)));
            for (Row row : rows) {
                cells.add(round < rounds(row) ? cell(row, round) : "");
            }
            grid.row(cells.toArray(String[]::new));
        }
        return "Time per call in each round: " + Caption.of("one value a fork", rows) + "\n\n" + grid.markdown();
    }

    private static String cell(Row row, int round) {
        double nanos = Sample.nanosPerUnit(row);
        Sample sample = new Sample(
                row.primary().forks().stream().map(fork -> fork.get(round)).toList());
        return EstimateText.time(sample.times(nanos).estimate().orElseThrow());
    }

    /** The rounds that every fork has. */
    private static int rounds(Row row) {
        return row.primary().forks().stream().mapToInt(List::size).min().orElseThrow();
    }
}

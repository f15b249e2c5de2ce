package dev.callcost.pages;

import dev.callcost.data.Metric;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.text.Grid;
import java.util.stream.DoubleStream;

/** A results file as a table for a spreadsheet: one line for each fork, because forks are independent of one another. */
final class ForkCsv {
    private static final String[] HEADER = {
        "benchmark", "mode", "threads", "params", "fork", "iterations", "value", "mean", "unit", "B/op"
    };

    private ForkCsv() {}

    /** Comma-separated values, see {@link Grid#csv}. Blanks separate params, forks count from 1, and B/op is empty when it was not measured. */
    static String csv(ResultsFile file) {
        Grid grid = new Grid().left(HEADER);
        file.rows().forEach(row -> addTo(grid, row));
        return grid.csv();
    }

    private static void addTo(Grid grid, Row row) {
        double[] values = row.forkValues();
        double[] bytes = row.bytesPerOp().map(Metric::forkMedians).orElse(new double[0]);
        for (int i = 0; i < values.length; i++) {
            double[] scores = row.primary().forks().get(i).stream()
                    .mapToDouble(Double::doubleValue)
                    .toArray();
            grid.row(
                    row.benchmark(),
                    row.mode(),
                    String.valueOf(row.threads()),
                    RowKey.text(row.key().params()).strip(),
                    String.valueOf(i + 1),
                    String.valueOf(scores.length),
                    String.valueOf(values[i]),
                    String.valueOf(DoubleStream.of(scores).sum() / scores.length),
                    row.primary().unit(),
                    bytes.length == values.length ? String.valueOf(bytes[i]) : "");
        }
    }
}

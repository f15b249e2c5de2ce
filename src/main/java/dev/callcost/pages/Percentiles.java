package dev.callcost.pages;

import dev.callcost.data.Histogram;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.data.RowNames;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.List;

/** The percentiles of rows of mode SampleTime, as JMH calculates them. */
final class Percentiles {
    private static final List<Double> QUANTILES = List.of(0.5, 0.9, 0.99, 0.999, 0.9999);

    private Percentiles() {}

    /**
     * Adds a table of the rows that have histograms of times. A percentile is left out where no sample is slower, or
     * where the clock shows it as zero.
     */
    static Sections addTo(Sections report, ResultsFile file) {
        List<Row> rows = file.rows().stream()
                .filter(row -> row.primary().nanosPerUnit().isPresent()
                        && !row.primary().histograms().isEmpty())
                .toList();
        RowNames names = new RowNames(file.rows().stream().map(Row::key).toList());
        Grid table = new Grid()
                .droppable("99.99%", "50%")
                .left("row")
                .right("50%", "90%", "99%", "99.9%", "99.99%", "longest");
        for (Row row : rows) {
            Histogram samples = row.primary().samples();
            double nanos = row.primary().nanosPerUnit().orElseThrow();
            List<String> cells = new ArrayList<>(List.of(names.of(row.key())));
            for (double q : QUANTILES) {
                double value = samples.quantile(q);
                boolean isKnown = value > 0 && (1 - q) * samples.samples() >= 1;
                cells.add(isKnown ? Numbers.plainTime(nanos * value) : "");
            }
            cells.add(Numbers.plainTime(nanos * samples.value(samples.size() - 1)));
            table.row(cells.toArray(String[]::new));
        }
        return rows.isEmpty()
                ? report
                : report.paragraph("Percentiles of the operations that JMH sampled, of all forks together:")
                        .table(table);
    }
}

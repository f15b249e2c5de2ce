package dev.callcost.pages;

import dev.callcost.data.Histogram;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey.RowNames;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import dev.callcost.text.Table;
import java.util.List;
import java.util.Optional;

/** The percentiles of rows of mode SampleTime, as JMH calculates them. */
final class Percentiles {
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
        Table<Row> table = new Table<Row>()
                .left("row", row -> names.of(row.key()))
                .right("p50", 2, row -> quantile(row, 0.5))
                .right("p90", row -> quantile(row, 0.9))
                .right("p99", row -> quantile(row, 0.99))
                .right("p99.9", row -> quantile(row, 0.999))
                .right("p99.99", 1, row -> quantile(row, 0.9999))
                .right("max", Percentiles::max);
        return rows.isEmpty()
                ? report
                : report.paragraph("Percentiles of the operations that JMH sampled, of all forks together:")
                        .table(table.of(rows));
    }

    private static Optional<String> quantile(Row row, double q) {
        Histogram samples = row.primary().samples();
        double value = samples.quantile(q);
        boolean isKnown = value > 0 && (1 - q) * samples.samples() >= 1;
        return isKnown ? Optional.of(time(row, value)) : Optional.empty();
    }

    private static String max(Row row) {
        Histogram samples = row.primary().samples();
        return time(row, samples.value(samples.size() - 1));
    }

    private static String time(Row row, double value) {
        return Numbers.plainTime(row.primary().nanosPerUnit().orElseThrow() * value);
    }
}

package dev.callcost.lab;

import dev.callcost.agent.Latencies;
import dev.callcost.data.EstimateText;
import dev.callcost.data.Fork;
import dev.callcost.data.Fork.Iteration;
import dev.callcost.data.Histogram;
import dev.callcost.data.Log;
import dev.callcost.data.Metric;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey.RowNames;
import dev.callcost.load.RateRow;
import dev.callcost.stats.Robust;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import dev.callcost.text.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/** Tables of rows of mode sample, as Markdown: their percentiles, and how much their forks differ. */
final class SampleTable {
    private static final List<Double> QUANTILES = List.of(0.5, 0.9, 0.99, 0.999);
    private static final String CPU = "CPU per call";

    /** A quantity of a row, one value a fork. */
    private record Scattered(String row, String quantity, Metric forks) {}

    private SampleTable() {}

    /** A line for each row of mode sample. */
    static String percentiles(ResultsFile file) {
        List<Row> rows = sampled(file);
        RowNames names = new RowNames(rows.stream().map(Row::key).toList());
        Table<Row> table = new Table<Row>().left("row", row -> names.of(row.key()));
        for (double q : QUANTILES) {
            table.right(name(q), row -> new RateRow(row).quantile(q).map(EstimateText::time));
        }
        table.right("slowest", row -> Numbers.plainTime(new RateRow(row).slowest()))
                .right("calls", row -> Math.round(row.primary().samples().samples()))
                .right("forks", row -> new RateRow(row).forks());
        return new Sections(true)
                .paragraph("Geometric means over forks of each fork's percentile, \u00b1 is the 99 % interval. A"
                        + " percentile has at least ten slower calls in each fork")
                .table(table.of(rows))
                .text();
    }

    /**
     * A line for each quantity of each row: the coefficient of variation over forks. Rows of other modes have their
     * score.
     */
    static String scatter(ResultsFile file) {
        sampled(file);
        RowNames names = new RowNames(file.rows().stream().map(Row::key).toList());
        List<Fork> log = Log.forks(file);
        List<Scattered> lines = new ArrayList<>();
        for (Row row : file.rows()) {
            BiConsumer<String, Optional<Metric>> add = (quantity, metric) ->
                    metric.ifPresent(it -> lines.add(new Scattered(names.of(row.key()), quantity, it)));
            if (isSampled(row)) {
                QUANTILES.forEach(q -> add.accept(name(q), quantile(row, q)));
                add.accept(CPU, Optional.ofNullable(row.secondary().get(Latencies.CPU)));
            } else {
                add.accept(
                        "time per call",
                        Optional.of(new Metric(
                                row.primary().unit(),
                                Arrays.stream(row.forkValues())
                                        .mapToObj(List::of)
                                        .toList())));
                add.accept(
                        CPU + ", client",
                        Sample.perOperation(row, log, Iteration::cpuNanos).map(it -> it.metric("ns/op")));
            }
        }
        Table<Scattered> table = new Table<Scattered>()
                .left("row", Scattered::row)
                .left("quantity", Scattered::quantity)
                .right("median fork", line -> Numbers.plainTime(nanos(line.forks) * Robust.median(values(line))))
                .left("range", SampleTable::range)
                .right("variation", line -> Numbers.percent(Sample.variation(line.forks.forkMedians()), 1))
                .right("forks", line -> values(line).length);
        return new Sections(true)
                .paragraph("Variation: the coefficient of variation of the forks' values")
                .table(table.of(lines))
                .text();
    }

    /** @throws IllegalArgumentException when there is none */
    private static List<Row> sampled(ResultsFile file) {
        List<Row> rows = file.rows().stream().filter(SampleTable::isSampled).toList();
        if (rows.isEmpty()) {
            throw new IllegalArgumentException(file.path() + " holds no row of mode sample");
        }
        return rows;
    }

    private static boolean isSampled(Row row) {
        return !row.primary().histograms().isEmpty();
    }

    private static String name(double q) {
        return "p" + Numbers.significant(100 * q, q > 0.99 ? 3 : 2);
    }

    /** The forks' quantiles; empty where a fork has too few calls. */
    private static Optional<Metric> quantile(Row row, double q) {
        List<List<Histogram>> forks = row.primary().histograms();
        return forks.stream().allMatch(fork -> Histogram.isEnough(Histogram.calls(fork), Histogram.FEWEST_SHOWN, q))
                ? Optional.of(new Metric(
                        "ns/op",
                        forks.stream()
                                .map(fork -> List.of(nanos(row) * Histogram.quantileOfFork(fork, q)))
                                .toList()))
                : Optional.empty();
    }

    private static double[] values(Scattered line) {
        return line.forks.forkMedians();
    }

    private static String range(Scattered line) {
        double nanos = nanos(line.forks);
        return Numbers.plainTime(nanos * Arrays.stream(values(line)).min().orElseThrow()) + " to "
                + Numbers.plainTime(nanos * Arrays.stream(values(line)).max().orElseThrow());
    }

    private static double nanos(Row row) {
        return nanos(row.primary());
    }

    private static double nanos(Metric metric) {
        return metric.nanosPerUnit().orElseThrow();
    }
}

package dev.callcost.report;

import dev.callcost.compare.Pair;
import dev.callcost.compare.SessionComparison;
import dev.callcost.picture.Curves;
import dev.callcost.picture.Curves.Curve;
import dev.callcost.picture.Curves.Panel;
import dev.callcost.picture.Curves.Point;
import dev.callcost.picture.Curves.Tick;
import dev.callcost.report.Figure.Table;
import dev.callcost.results.EstimateText;
import dev.callcost.results.RowKey;
import dev.callcost.results.RowNames;
import dev.callcost.results.verdict.ComparedRow;
import dev.callcost.text.Grid;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * The pairs of a comparison in the order they were measured: a panel a row, a dot for the difference of each pair that counts, and the mean of those so far as
 * a curve. What changed with the hour shows as a drift, and how fast the mean settles by the curve.
 */
final class PairsPicture {
    /** The reach of the panels, in margins, at least. */
    private static final double LEAST_REACH = 2;

    /**
     * A row's pairs.
     *
     * @param key the row
     * @param logs the logarithms of their ratios, head's time over base's, in the order they were measured; two at least
     */
    private record Row(RowKey key, List<Double> logs) {
        /** The mean of the first pairs. */
        double mean(int pairs) {
            return logs.stream().limit(pairs).mapToDouble(it -> it).sum() / pairs;
        }

        double least() {
            return Collections.min(logs);
        }

        double most() {
            return Collections.max(logs);
        }
    }

    private PairsPicture() {}

    /** The pairs with their numbers; empty when no row has two that count. */
    static Optional<Figure> of(SessionComparison comparison) {
        List<Row> rows = comparison.rows().stream()
                .map(ComparedRow::key)
                .sorted(Comparator.comparing(RowKey::label))
                .map(row -> new Row(row, logs(comparison, row)))
                .filter(row -> row.logs.size() > 1)
                .toList();
        RowNames names =
                new RowNames(comparison.rows().stream().map(ComparedRow::key).toList());
        return rows.isEmpty()
                ? Optional.empty()
                : Optional.of(new Figure(
                        "pairs",
                        "Pair by pair",
                        true,
                        "A dot for the change in each pair that counts, in the order they were measured, and the mean so far; the"
                                + " lines beside 0% are the margin.",
                        chart(rows, comparison.rule().rule().margin()).svg(),
                        List.of(new Table("Pair by pair, the change in each that counts:", grid(rows, names))),
                        points(rows)));
    }

    private static List<Double> logs(SessionComparison comparison, RowKey row) {
        return comparison.sessions().stream()
                .flatMap(session -> session.pairs().stream())
                .filter(pair -> pair.counts() && pair.row().equals(row))
                .flatMap(pair -> log(pair).stream())
                .toList();
    }

    /** By the statistic that decides. */
    private static Optional<Double> log(Pair pair) {
        return pair.difference().map(it -> pair.meanDecides() ? it.byMean() : it.byMedian());
    }

    private static Curves chart(List<Row> rows, double margin) {
        double reach = rows.stream()
                .flatMap(row -> row.logs.stream())
                .mapToDouble(Math::abs)
                .reduce(LEAST_REACH * margin, Math::max);
        List<Tick> ticks = List.of(
                new Tick(0, change(-reach)),
                new Tick(height(-margin, reach), ""),
                new Tick(height(0, reach), "0%"),
                new Tick(height(margin, reach), ""),
                new Tick(1, change(reach)));
        return new Curves(
                "Pair by pair",
                "pairs",
                height(0, reach),
                ticks,
                rows.stream().map(row -> panel(row, reach)).toList());
    }

    private static double height(double log, double reach) {
        return (log / reach + 1) / 2;
    }

    private static String change(double log) {
        return EstimateText.change(Math.exp(log));
    }

    private static Panel panel(Row row, double reach) {
        int pairs = row.logs.size();
        List<Point> dots = IntStream.rangeClosed(1, pairs)
                .mapToObj(pair -> new Point(pair, height(row.logs.get(pair - 1), reach)))
                .toList();
        List<Point> means = IntStream.rangeClosed(1, pairs)
                .mapToObj(pair -> new Point(pair, height(row.mean(pair), reach)))
                .toList();
        String text = pairs + " pairs, " + change(row.least()) + " to " + change(row.most()) + ", mean "
                + change(row.mean(pairs));
        return new Panel(row.key.label(), List.of(new Curve(means, OptionalDouble.empty())), dots, List.of(), text);
    }

    private static Grid grid(List<Row> rows, RowNames names) {
        Grid grid = new Grid().left("row").right("pairs", "least", "most", "mean");
        rows.forEach(row -> grid.row(
                names.of(row.key),
                String.valueOf(row.logs.size()),
                change(row.least()),
                change(row.most()),
                change(row.mean(row.logs.size()))));
        return grid;
    }

    private static Grid points(List<Row> rows) {
        Grid grid = new Grid().left("row").right("pair", "ratio", "mean so far");
        for (Row row : rows) {
            for (int pair = 1; pair <= row.logs.size(); pair++) {
                grid.row(
                        row.key.label(),
                        String.valueOf(pair),
                        Figure.number(Math.exp(row.logs.get(pair - 1))),
                        Figure.number(Math.exp(row.mean(pair))));
            }
        }
        return grid;
    }
}

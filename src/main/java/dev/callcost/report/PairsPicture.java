package dev.callcost.report;

import dev.callcost.compare.ComparedRow;
import dev.callcost.compare.Pair;
import dev.callcost.compare.PairedRule;
import dev.callcost.compare.SessionComparison;
import dev.callcost.data.Estimate;
import dev.callcost.data.RowKey;
import dev.callcost.data.RowNames;
import dev.callcost.plot.Curves;
import dev.callcost.plot.Curves.Curve;
import dev.callcost.plot.Curves.Panel;
import dev.callcost.plot.Curves.Point;
import dev.callcost.plot.Curves.Tick;
import dev.callcost.report.Figure.Table;
import dev.callcost.stats.EstimateText;
import dev.callcost.stats.Rule;
import dev.callcost.text.Grid;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The pairs of a comparison in the order they were measured: a panel a row, a dot for the difference of each pair that counts, and the mean of
 * those so far as a curve, between two others, which are the interval by which each look judged. What changed with the hour shows as a drift, and
 * how fast the row settles by the curves.
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

        /** What a look at the first pairs said. */
        Estimate look(int pairs) {
            return Estimate.ofLogs(logs.subList(0, pairs));
        }

        /** The numbers of pairs at which it was judged. */
        List<Integer> looks() {
            return PairedRule.LOOKS.stream().filter(look -> look <= logs.size()).toList();
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
                        "A dot for the change in each pair that counts, in the order they were measured, and the mean so far; above and"
                                + " below it the interval by which each look judged. The lines beside 0% are the margin.",
                        chart(rows, comparison.rule().rule()).svg(),
                        tables(rows, names, comparison.rule().rule().confidence()),
                        points(rows, comparison.rule().rule().confidence())));
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

    private static Curves chart(List<Row> rows, Rule rule) {
        double margin = rule.margin();
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
                rows.stream().map(row -> panel(row, reach, rule.confidence())).toList());
    }

    private static double height(double log, double reach) {
        return (log / reach + 1) / 2;
    }

    private static String change(double log) {
        return EstimateText.change(Math.exp(log));
    }

    private static Panel panel(Row row, double reach, double confidence) {
        int pairs = row.logs.size();
        List<Point> dots = IntStream.rangeClosed(1, pairs)
                .mapToObj(pair -> new Point(pair, height(row.logs.get(pair - 1), reach)))
                .toList();
        List<Point> means = IntStream.rangeClosed(1, pairs)
                .mapToObj(pair -> new Point(pair, height(row.mean(pair), reach)))
                .toList();
        List<Curve> curves = Stream.of(
                        means,
                        looks(row, reach, look -> look.low(confidence)),
                        looks(row, reach, look -> look.high(confidence)))
                .filter(points -> points.size() > 1)
                .map(points -> new Curve(points, OptionalDouble.empty()))
                .toList();
        String text = pairs + " pairs, " + change(row.least()) + " to " + change(row.most()) + ", mean "
                + change(row.mean(pairs));
        return new Panel(row.key.label(), curves, dots, List.of(), text);
    }

    private static List<Point> looks(Row row, double reach, ToDoubleFunction<Estimate> end) {
        return row.looks().stream()
                .map(look -> new Point(look, height(Math.log(end.applyAsDouble(row.look(look))), reach)))
                .toList();
    }

    private static List<Table> tables(List<Row> rows, RowNames names, double confidence) {
        List<Table> tables = new ArrayList<>();
        tables.add(new Table("Pair by pair, the change in each that counts:", grid(rows, names)));
        if (rows.stream().anyMatch(row -> !row.looks().isEmpty())) {
            tables.add(new Table("The interval by which each look judged:", judged(rows, names, confidence)));
        }
        return tables;
    }

    private static Grid judged(List<Row> rows, RowNames names, double confidence) {
        Grid grid = new Grid().left("row").right("pairs").left("interval");
        for (Row row : rows) {
            for (int look : row.looks()) {
                Estimate estimate = row.look(look);
                grid.row(
                        names.of(row.key),
                        String.valueOf(look),
                        EstimateText.changes(estimate.low(confidence), estimate.high(confidence)));
            }
        }
        return grid;
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

    private static Grid points(List<Row> rows, double confidence) {
        Grid grid = new Grid().left("row").right("pair", "ratio", "mean so far", "low", "high");
        for (Row row : rows) {
            for (int pair = 1; pair <= row.logs.size(); pair++) {
                Optional<Estimate> look =
                        Optional.of(pair).filter(row.looks()::contains).map(row::look);
                grid.row(
                        row.key.label(),
                        String.valueOf(pair),
                        Figure.number(Math.exp(row.logs.get(pair - 1))),
                        Figure.number(Math.exp(row.mean(pair))),
                        look.map(it -> Figure.number(it.low(confidence))).orElse(""),
                        look.map(it -> Figure.number(it.high(confidence))).orElse(""));
            }
        }
        return grid;
    }
}

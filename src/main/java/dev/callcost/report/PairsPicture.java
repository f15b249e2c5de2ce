package dev.callcost.report;

import dev.callcost.compare.Pair;
import dev.callcost.compare.SessionComparison;
import dev.callcost.picture.Curves;
import dev.callcost.picture.Curves.Curve;
import dev.callcost.picture.Curves.Panel;
import dev.callcost.picture.Curves.Point;
import dev.callcost.picture.Curves.Tick;
import dev.callcost.results.EstimateText;
import dev.callcost.results.RowKey;
import dev.callcost.results.verdict.ComparedRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The pairs of a comparison in the order they were measured: a panel a row, a dot for the difference of each pair that counts, and the mean of those so far as
 * a curve. What changed with the hour shows as a drift, and how fast the mean settles by the curve.
 */
final class PairsPicture {
    /** The reach of the panels, in margins, at least. */
    private static final double LEAST_REACH = 2;

    private PairsPicture() {}

    /** The picture; empty when no row has two pairs that count. */
    static Optional<Curves> of(SessionComparison comparison) {
        double margin = comparison.rule().rule().margin();
        double reach = comparison.rows().stream()
                .flatMap(row -> differences(comparison, row.key()).stream())
                .mapToDouble(Math::abs)
                .reduce(LEAST_REACH * margin, Math::max);
        List<Panel> panels = comparison.rows().stream()
                .map(ComparedRow::key)
                .sorted(Comparator.comparing(RowKey::label))
                .flatMap(row -> panel(row, differences(comparison, row), reach).stream())
                .toList();
        List<Tick> ticks = List.of(
                new Tick(0, EstimateText.change(Math.exp(-reach))),
                new Tick(height(-margin, reach), ""),
                new Tick(height(0, reach), "0%"),
                new Tick(height(margin, reach), ""),
                new Tick(1, EstimateText.change(Math.exp(reach))));
        return panels.isEmpty()
                ? Optional.empty()
                : Optional.of(new Curves("Pair by pair", "pairs", height(0, reach), ticks, panels));
    }

    private static List<Double> differences(SessionComparison comparison, RowKey row) {
        return comparison.sessions().stream()
                .flatMap(session -> session.pairs().stream())
                .filter(pair -> pair.counts() && pair.row().equals(row))
                .flatMap(pair -> PairsPicture.difference(pair).stream())
                .toList();
    }

    /** By the statistic that decides. */
    private static Optional<Double> difference(Pair pair) {
        return pair.difference().map(it -> pair.meanDecides() ? it.byMean() : it.byMedian());
    }

    private static double height(double log, double reach) {
        return (log / reach + 1) / 2;
    }

    private static Optional<Panel> panel(RowKey row, List<Double> differences, double reach) {
        if (differences.size() < 2) {
            return Optional.empty();
        }
        List<Point> dots = new ArrayList<>();
        List<Point> means = new ArrayList<>();
        double sum = 0;
        for (double difference : differences) {
            sum += difference;
            int pair = dots.size() + 1;
            dots.add(new Point(pair, height(difference, reach)));
            means.add(new Point(pair, height(sum / pair, reach)));
        }
        double[] sorted = differences.stream().mapToDouble(it -> it).sorted().toArray();
        String text = differences.size() + " pairs, " + EstimateText.change(Math.exp(sorted[0])) + " to "
                + EstimateText.change(Math.exp(sorted[sorted.length - 1])) + ", mean "
                + EstimateText.change(Math.exp(sum / differences.size()));
        return Optional.of(
                new Panel(row.label(), List.of(new Curve(means, OptionalDouble.empty())), dots, List.of(), text));
    }
}

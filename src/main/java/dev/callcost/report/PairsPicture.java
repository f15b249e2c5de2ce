package dev.callcost.report;

import dev.callcost.compare.Pair;
import dev.callcost.compare.PairedRule;
import dev.callcost.compare.Session;
import dev.callcost.compare.VerdictRow;
import dev.callcost.compare.Verdicts;
import dev.callcost.data.Estimate;
import dev.callcost.data.RowKey;
import dev.callcost.data.RowNames;
import dev.callcost.plot.Axis;
import dev.callcost.plot.Mark;
import dev.callcost.plot.Mark.Place;
import dev.callcost.plot.Panels.Panel;
import dev.callcost.stats.EstimateText;
import dev.callcost.stats.Rule;
import dev.callcost.text.Grid;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The pairs of a comparison in the order they were measured: a panel a row, a dot for the difference of each pair that counts, their mean so far as a
 * curve, and the interval of each interim analysis. Drift is seen here, and how fast the row settles.
 */
final class PairsPicture {
    /** The reach of the panels, in margins, at least. */
    private static final double LEAST_REACH = 2;

    /**
     * A row's pairs.
     *
     * @param logs the logarithms of their ratios, head's time over base's, in the order they were measured; two at least
     */
    private record Row(RowKey key, List<Double> logs) {
        static Row of(List<Session> sessions, RowKey key) {
            return new Row(
                    key,
                    Session.inOrder(sessions).stream()
                            .flatMap(session -> session.pairs().stream())
                            .filter(pair -> pair.counts() && pair.row().equals(key))
                            .flatMap(pair -> log(pair).stream())
                            .toList());
        }

        /** By the statistic that decides. */
        private static Optional<Double> log(Pair pair) {
            return pair.difference().map(it -> pair.meanDecides() ? it.byMean() : it.byMedian());
        }

        double mean(int pairs) {
            return logs.stream().limit(pairs).mapToDouble(it -> it).sum() / pairs;
        }

        /** The estimate of an interim analysis after so many pairs; empty where there was none. */
        Optional<Estimate> analysis(int pairs) {
            return PairedRule.LOOKS.contains(pairs)
                    ? Optional.of(Estimate.ofLogs(logs.subList(0, pairs)))
                    : Optional.empty();
        }
    }

    private PairsPicture() {}

    /** The pairs with their numbers; empty when no row has two that count. */
    static Optional<Figure> of(List<Session> sessions, Verdicts verdicts) {
        Rule rule = verdicts.rule();
        List<RowKey> keys = verdicts.rows().stream().map(VerdictRow::key).toList();
        RowNames names = new RowNames(keys);
        List<Row> rows = keys.stream()
                .sorted(Comparator.comparing(RowKey::label))
                .map(key -> Row.of(sessions, key))
                .filter(row -> row.logs.size() > 1)
                .toList();
        double reach = rows.stream()
                .flatMap(row -> row.logs.stream())
                .mapToDouble(Math::abs)
                .reduce(LEAST_REACH * rule.margin(), Math::max);
        Axis up = new Axis(
                -reach,
                reach,
                false,
                List.of(
                        new Axis.Tick(-reach, change(-reach)),
                        new Axis.Tick(0, "0%"),
                        new Axis.Tick(reach, change(reach))));
        Grid changes = new Grid().left("row").right("pairs", "least", "most", "mean");
        Grid intervals = new Grid().left("row").right("pairs").left("interval");
        Grid points = new Grid().left("row").right("pair", "ratio", "mean so far", "low", "high");
        List<Panel> panels = new ArrayList<>();
        for (Row row : rows) {
            int pairs = row.logs.size();
            String least = change(Collections.min(row.logs));
            String most = change(Collections.max(row.logs));
            changes.row(names.of(row.key), String.valueOf(pairs), least, most, change(row.mean(pairs)));
            List<Mark> marks = new ArrayList<>(
                    List.of(new Mark.Area(-Mark.EDGE, -rule.margin(), Mark.EDGE, rule.margin(), "band", "")));
            List<Place> means = new ArrayList<>();
            for (int n = 1; n <= pairs; n++) {
                double log = row.logs.get(n - 1);
                double low =
                        row.analysis(n).map(it -> it.low(rule.confidence())).orElse(Double.NaN);
                double high =
                        row.analysis(n).map(it -> it.high(rule.confidence())).orElse(Double.NaN);
                if (row.analysis(n).isPresent()) {
                    intervals.row(names.of(row.key), String.valueOf(n), EstimateText.changes(low, high));
                    marks.add(new Mark.Line(n, Math.log(low), n, Math.log(high), "range k0"));
                }
                marks.add(new Mark.Point(n, log, "small", change(log)));
                means.add(new Place(n, row.mean(n)));
                Figure.add(points, row.key.label(), n, Math.exp(log), Math.exp(row.mean(n)), low, high);
            }
            marks.add(new Mark.Curve(means, "median", ""));
            Axis across = Axis.counting(pairs, "pairs");
            panels.add(new Panel(
                    row.key.label(),
                    across,
                    "",
                    up,
                    marks,
                    pairs + " pairs, " + least + " to " + most + ", mean " + change(row.mean(pairs))));
        }
        return Figure.of(
                "pairs",
                "Pair by pair",
                true,
                "Each dot is the change in a pair that counts, in the order they were measured. The curve is the mean"
                        + " so far, upright lines are the intervals of the interim analyses, the band is the margin.",
                panels,
                Figure.Tables.of(
                        "Pair by pair, the change in each that counts:",
                        changes,
                        report -> intervals.text().isEmpty()
                                ? report
                                : report.paragraph("The interval by which each look judged:")
                                        .table(intervals)),
                points);
    }

    private static String change(double log) {
        return EstimateText.change(Math.exp(log));
    }
}

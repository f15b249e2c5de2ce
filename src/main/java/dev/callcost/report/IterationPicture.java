package dev.callcost.report;

import dev.callcost.data.Fork;
import dev.callcost.data.Metric;
import dev.callcost.data.RowKey;
import dev.callcost.data.RowNames;
import dev.callcost.ladder.Warnings;
import dev.callcost.plot.Axis;
import dev.callcost.plot.Mark;
import dev.callcost.plot.Panels.Panel;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/** The measured iterations of the rows that a run's warnings name first, fork after fork. They show slow minutes, bimodal forks and drift. */
final class IterationPicture {
    private static final Axis UP = Axis.ratios(0.75, 2, "0.75", "1", "1.5", "2");

    /** More rows would make the page large. The points have all rows. */
    private static final int MOST_ROWS = 4;

    private static final int MOST_DOTS = 400;

    /**
     * A row.
     *
     * @param forks the scores of each fork's iterations over the median of the forks' medians; at least one of each
     */
    private record Row(RowKey key, List<double[]> forks) {
        static Row of(List<Fork> recorded) {
            List<double[]> scores = recorded.stream()
                    .map(fork -> fork.scores().stream().mapToDouble(it -> it).toArray())
                    .toList();
            double middle =
                    Metric.median(scores.stream().mapToDouble(Metric::median).toArray());
            return new Row(
                    recorded.get(0).key(),
                    scores.stream()
                            .map(fork -> DoubleStream.of(fork)
                                    .map(score -> score / middle)
                                    .toArray())
                            .toList());
        }
    }

    private IterationPicture() {}

    /** The iterations of the rows that warnings name; empty when no warning names a row. */
    static Optional<Figure> of(List<Fork> log) {
        List<Row> rows = Warnings.worst(log).stream().map(Row::of).toList();
        List<RowKey> keys = rows.stream().map(Row::key).toList();
        RowNames names = new RowNames(keys);
        Grid table = new Grid().left("row").right("forks", "iterations", "medians of forks", "iterations' scores");
        Grid points = new Grid().left("row").right("fork", "iteration", "score ratio");
        List<Panel> panels = new ArrayList<>();
        for (Row row : rows) {
            String medians = Figure.range(row.forks.stream().mapToDouble(Metric::median), Numbers::significant) + " x";
            String scores =
                    Figure.range(row.forks.stream().flatMapToDouble(DoubleStream::of), Numbers::significant) + " x";
            int all = row.forks.stream().mapToInt(fork -> fork.length).sum();
            table.row(names.of(row.key), String.valueOf(row.forks.size()), String.valueOf(all), medians, scores);
            List<Mark> marks = new ArrayList<>();
            int before = 0;
            for (int f = 0; f < row.forks.size(); f++) {
                double[] fork = row.forks.get(f);
                for (int n = 0; n < fork.length; n++) {
                    Figure.add(points, row.key.label(), f + 1, n + 1, fork[n]);
                    if (n % (1 + all / MOST_DOTS) == 0) {
                        marks.add(new Mark.Point(before + n + 1, fork[n], "small", ""));
                    }
                }
                double median = Metric.median(fork);
                marks.add(new Mark.Line(before + 1, median, before + fork.length, median, "range k0"));
                before += fork.length;
            }
            String words = row.forks.size() + " forks, their medians " + medians + ", their iterations " + scores;
            panels.add(new Panel(row.key.label(), Axis.counting(all, "iterations"), "", UP, marks, words));
        }
        return Figure.of(
                "iterations",
                "Iteration by iteration, where a warning names a row",
                true,
                "A dot is the score of a measured iteration as a ratio to the median of the row's forks, fork after fork."
                        + " Long rows show every few iterations. A line is at each fork's median.",
                panels.subList(0, Math.min(MOST_ROWS, panels.size())),
                Figure.Tables.of(
                        "Iteration by iteration, where a warning names a row: scores over the median of the row's"
                                + " forks:",
                        table,
                        report -> names.addShared(report, keys)),
                points);
    }
}

package dev.callcost.pages;

import dev.callcost.data.Fork;
import dev.callcost.data.RowKey;
import dev.callcost.data.RowKey.RowNames;
import dev.callcost.pages.Subject.Figure;
import dev.callcost.plot.Axis;
import dev.callcost.plot.Mark;
import dev.callcost.plot.Mark.Place;
import dev.callcost.plot.Panel;
import dev.callcost.plot.Panel.Lane;
import dev.callcost.plot.Picture;
import dev.callcost.stats.Robust;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The iterations of the rows that warnings name, fork after fork. They show slow minutes, bimodal forks and drift. */
final class IterationFigure {
    /** More rows would make the page large. */
    private static final int MOST_ROWS = 4;

    private static final int MOST_DOTS = 400;
    private static final int LANE = 96;

    /** The ratio at the top of a lane; at its bottom is the inverse. */
    private static final double REACH = 1.5;

    private IterationFigure() {}

    /** @param worst the forks of each row that a warning names, at least one row */
    static Figure of(List<List<Fork>> worst, String title) {
        List<List<Fork>> rows = worst.subList(0, Math.min(MOST_ROWS, worst.size()));
        RowNames names = new RowNames(rows.stream().map(IterationFigure::key).toList());
        int most = rows.stream()
                .mapToInt(row ->
                        row.stream().mapToInt(fork -> fork.scores().size()).sum())
                .max()
                .orElseThrow();
        List<Lane> lanes =
                rows.stream().map(row -> lane(names.label(key(row)), row)).toList();
        Panel panel = Panel.lanes("Iterations", Axis.linear(0, most + 1, ""), LANE, lanes);
        String legend = "A dot is the score of a measured iteration as a ratio to the median of the row's forks, on a"
                + " logarithmic scale from 1/1.5 to 1.5, fork after fork. Long rows show every few iterations. A"
                + " line is at each fork's median.";
        return new Figure("iterations", legend, true, new Picture(title, List.of(), List.of(panel)));
    }

    private static RowKey key(List<Fork> row) {
        return row.get(0).key();
    }

    private static Lane lane(String name, List<Fork> row) {
        double middle = median(row.stream().map(fork -> median(fork.scores())).toList());
        int every = 1 + row.stream().mapToInt(fork -> fork.scores().size()).sum() / MOST_DOTS;
        List<Place> dots = new ArrayList<>();
        List<Mark> medians = new ArrayList<>();
        List<Double> ratios = new ArrayList<>();
        int before = 0;
        for (Fork fork : row) {
            List<Double> scores = fork.scores();
            for (int n = 0; n < scores.size(); n += every) {
                dots.add(new Place(before + n + 1, height(scores.get(n) / middle)));
            }
            double ratio = median(scores) / middle;
            ratios.add(ratio);
            medians.add(
                    new Mark.Segment(before + 1, height(ratio), before + scores.size(), height(ratio), "range median"));
            before += scores.size();
        }
        List<Mark> marks = new ArrayList<>(List.of(
                new Mark.Segment(-Mark.EDGE, Mark.MIDDLE, Mark.EDGE, Mark.MIDDLE, "zero"),
                new Mark.Segment(-Mark.EDGE, 0, Mark.EDGE, 0, "grid"),
                new Mark.Dots(dots, "small")));
        marks.addAll(medians);
        String detail = Sections.count(row.size(), "fork") + ", medians "
                + Figure.range(ratios.stream().mapToDouble(it -> it), Numbers::significant) + " x";
        String words = ratios.stream().map(Numbers::significant).collect(Collectors.joining(", "));
        return new Lane(name, marks, name + ": medians of forks, as ratios: " + words).withDetail(detail);
    }

    private static double height(double ratio) {
        return Mark.MIDDLE + Math.log(ratio) / (2 * Math.log(REACH));
    }

    private static double median(List<Double> values) {
        return Robust.median(values.stream().mapToDouble(it -> it).toArray());
    }
}

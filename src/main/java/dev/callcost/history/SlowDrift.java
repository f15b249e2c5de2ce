package dev.callcost.history;

import dev.callcost.stats.Robust;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Cuts in one direction that are one slow drift: a straight line fits the runs as well as the stairs do, so no commit
 * made it.
 */
final class SlowDrift {
    /** A pace moves a cut of many rows by no more runs. */
    private static final int MOVED = 5;

    private final double[] values;
    private final double penalty;

    private SlowDrift(double[] values, double noise) {
        this.values = values;
        penalty = Cuts.penalty(values.length, noise);
    }

    /**
     * The changes of a row: the cuts of each drift are one.
     *
     * @param raw the series' values with the pace in them, which smears the steps of many rows and makes lines of them
     */
    static List<List<CutTest>> changes(Series series, double[] raw, double margin) {
        List<SlowDrift> views =
                List.of(new SlowDrift(series.values(), series.noise()), new SlowDrift(raw, Series.noise(raw)));
        List<List<CutTest>> changes = new ArrayList<>();
        List<CutTest> steps = series.steps();
        int done = 0;
        for (int n = 0; n < steps.size(); ) {
            int end = n + 1;
            while (end < steps.size()
                    && steps.get(end).change() > 0 == steps.get(n).change() > 0) {
                end++;
            }
            while (end > n + 1 && !isDrift(views, steps.subList(n, end), margin)) {
                end--;
            }
            if (end > n + 1) {
                changes.addAll(Series.changes(steps.subList(done, n), margin));
                changes.add(steps.subList(n, end));
                done = end;
            }
            n = end;
        }
        changes.addAll(Series.changes(steps.subList(done, steps.size()), margin));
        return changes;
    }

    private static boolean isDrift(List<SlowDrift> views, List<CutTest> cuts, double margin) {
        return Math.abs(Series.size(cuts)) >= Math.log1p(margin)
                && views.stream().allMatch(view -> view.isLine(cuts));
    }

    private boolean isLine(List<CutTest> cuts) {
        CutTest first = cuts.get(0);
        CutTest last = cuts.get(cuts.size() - 1);
        // of the outer stretches as much as the inner ones are long: a drift may begin and end within them
        int inner = (last.at() - first.at()) / (cuts.size() - 1);
        int from = Math.max(first.from(), first.at() - inner);
        int to = Math.min(last.end(), last.at() + inner);
        double stairs = 0;
        int start = from;
        for (CutTest cut : cuts) {
            int end = cut == last ? to : cut.end();
            double before = Robust.median(Arrays.copyOfRange(values, cut == first ? from : cut.from(), cut.at()));
            double after = Robust.median(Arrays.copyOfRange(values, cut.at(), end));
            int begin = start;
            int at = IntStream.rangeClosed(Math.max(start + 1, cut.at() - MOVED), Math.min(end - 1, cut.at() + MOVED))
                    .boxed()
                    .min((a, b) -> Double.compare(
                            distance(begin, a, before) + distance(a, end, after),
                            distance(begin, b, before) + distance(b, end, after)))
                    .orElse(cut.at());
            stairs += distance(start, at, before) + (cut == last ? distance(at, to, after) : 0);
            start = at;
        }
        return line(Arrays.copyOfRange(values, from, to)) <= stairs + (cuts.size() - 1) * penalty;
    }

    private double distance(int from, int to, double level) {
        double sum = 0;
        for (int n = from; n < to; n++) {
            sum += Math.abs(values[n] - level);
        }
        return sum;
    }

    /**
     * The sum of the distances from a straight line whose slope is the median of all slopes (Theil, 1950, and Sen,
     * 1968).
     */
    private static double line(double[] values) {
        double slope = Robust.median(IntStream.range(0, values.length)
                .boxed()
                .flatMapToDouble(
                        a -> IntStream.range(a + 1, values.length).mapToDouble(b -> (values[b] - values[a]) / (b - a)))
                .toArray());
        double[] rest = IntStream.range(0, values.length)
                .mapToDouble(n -> values[n] - slope * n)
                .toArray();
        double level = Robust.median(rest);
        return DoubleStream.of(rest).map(it -> Math.abs(it - level)).sum();
    }
}

package dev.callcost.history;

import dev.callcost.data.RowKey;
import dev.callcost.history.Change.Kind;
import dev.callcost.history.RowHistory.Point;
import dev.callcost.history.RowHistory.Stretch;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The rule on one row of a history. */
final class RowRule {
    /** Older runs are not judged. */
    private static final int MOST = 150;

    private final RowKey key;
    private final List<JudgedRun> runs;
    private final double margin;

    /** Indices of the runs that have the row. */
    private final List<Integer> known;

    /** Indices of the judged runs that have the row with the settings of its newest run. */
    private final List<Integer> judged;

    RowRule(RowKey key, List<JudgedRun> runs, double margin) {
        this.key = key;
        this.runs = runs;
        this.margin = margin;
        known = IntStream.range(0, runs.size())
                .filter(run -> value(run) != null)
                .boxed()
                .toList();
        List<Integer> alike = known.stream()
                .filter(run -> runs.get(run).isJudged() && value(run).settings().equals(newest().settings()))
                .toList();
        judged = alike.subList(Math.max(0, alike.size() - MOST), alike.size());
    }

    private HistoryRun.Value value(int run) {
        return runs.get(run).run().values().get(key);
    }

    private HistoryRun.Value newest() {
        return value(known.get(known.size() - 1));
    }

    private double corrected(int run) {
        return value(run).logNanos() - runs.get(run).pace().orElse(0);
    }

    /** @param before the row's judgement without the newest run */
    RowHistory judge(Optional<RowHistory> before) {
        Set<Integer> counted = new HashSet<>(judged);
        List<Point> points = known.stream()
                .map(run -> new Point(run, corrected(run), counted.contains(run)))
                .toList();
        boolean isMissing = known.get(known.size() - 1) < runs.size() - 1;
        if (judged.size() < RowHistory.FEWEST) {
            return new RowHistory(key, newest().unit(), points, Double.NaN, List.of(), List.of(), isMissing);
        }
        Series series = Series.of(judged.stream().mapToDouble(this::corrected).toArray(), margin);
        List<Change> changes = new ArrayList<>();
        series.changes().forEach(steps -> changes.add(change(steps, series.level())));
        boolean isNewest = runs.stream().skip(judged.get(judged.size() - 1) + 1).noneMatch(JudgedRun::isJudged);
        series.newest()
                .filter(it -> isNewest)
                .map(it -> change(List.of(it), it.end() - it.at() == 1 ? Kind.SUSPECT : Kind.CONFIRMED, true))
                .ifPresent(changes::add);
        return new RowHistory(
                key,
                newest().unit(),
                points,
                series.noise(),
                stretches(series),
                before.isEmpty() ? changes : marked(changes, before.get().changes()),
                isMissing);
    }

    private List<Stretch> stretches(Series series) {
        List<Integer> starts = Stream.concat(
                        Stream.of(0), series.steps().stream().map(CutTest::at))
                .toList();
        return IntStream.range(0, starts.size())
                .mapToObj(n -> {
                    boolean isLast = n == starts.size() - 1;
                    int end = isLast ? judged.size() : starts.get(n + 1);
                    return new Stretch(
                            judged.get(starts.get(n)),
                            judged.get(end - 1),
                            isLast ? series.level() : series.steps().get(n).before());
                })
                .toList();
    }

    private Change change(List<CutTest> steps, double level) {
        double left = level - steps.get(0).before();
        return change(steps, Kind.CONFIRMED, Math.signum(Series.size(steps)) * left >= Math.log1p(margin));
    }

    private Change change(List<CutTest> steps, Kind kind, boolean stands) {
        CutTest first = steps.get(0);
        CutTest last = steps.get(steps.size() - 1);
        int good = judged.get(first.at() - 1);
        int bad = judged.get(last.at());
        boolean isRerun = runs.get(bad).run().isRerunOf(runs.get(good).run());
        double[] ends = steps.size() == 1 ? first.shift() : new double[] {Double.NaN, Double.NaN};
        return new Change(
                isRerun ? Kind.MACHINE : kind,
                good,
                bad,
                steps.size(),
                first.before(),
                last.after(),
                ends[0],
                ends[1],
                judged.size() - last.at(),
                stands,
                false);
    }

    /** Marks what the newest run adds. It cannot show an older change than its test reaches back from it. */
    private static List<Change> marked(List<Change> changes, List<Change> before) {
        return IntStream.range(0, changes.size())
                .mapToObj(n -> {
                    Change change = changes.get(n);
                    // a change that is known may have moved as far as to its neighbours
                    int after = n == 0 ? -1 : changes.get(n - 1).bad();
                    int until = n == changes.size() - 1
                            ? Integer.MAX_VALUE
                            : changes.get(n + 1).bad();
                    boolean isKnown = change.since() > CutTest.NEAREST
                            || before.stream()
                                    .anyMatch(it -> it.kind() != Kind.SUSPECT
                                            && it.isSlower() == change.isSlower()
                                            && it.bad() > after
                                            && it.bad() < until);
                    return isKnown ? change : change.asNew();
                })
                .toList();
    }
}

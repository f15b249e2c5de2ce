package dev.callcost.history;

import dev.callcost.data.RowKey;
import dev.callcost.history.HistoryRun.Value;
import dev.callcost.history.RowHistory.Change;
import dev.callcost.history.RowHistory.Change.ChangeKind;
import dev.callcost.history.RowHistory.RunPoint;
import dev.callcost.history.RowHistory.StepRange;
import dev.callcost.history.RowHistory.Stretch;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The rule on one row of a history. */
final class RowRule {
    /** Older runs are not judged. */
    private static final int MOST = 150;

    private final RowKey key;
    private final List<JudgedRun> runs;
    private final double margin;

    /** What stands for a value of zero, by {@link #zero(List)}. */
    private final double zero;

    /** Indices of the runs that have the row. */
    private final List<Integer> known;

    /** Indices of the judged runs that have the row with the settings of its newest run. */
    private final List<Integer> judged;

    /** Empty for a row with too few runs. */
    private final Optional<Series> series;

    /** The cuts of each change; several for small steps and for a drift. */
    private final List<List<CutTest>> changes;

    /**
     * @param smeared the rule with paces that shared steps have smeared: what it does not show at all is no change, or
     *     better paces would make more of chance
     */
    RowRule(RowKey key, List<JudgedRun> runs, double margin, Optional<RowRule> smeared) {
        this.key = key;
        this.runs = runs;
        this.margin = margin;
        known = IntStream.range(0, runs.size())
                .filter(run -> value(run) != null)
                .boxed()
                .toList();
        zero = zero(known.stream().map(this::value).toList());
        List<Integer> alike = known.stream()
                .filter(run -> runs.get(run).isJudged() && value(run).settings().equals(newest().settings()))
                .toList();
        judged = alike.subList(Math.max(0, alike.size() - MOST), alike.size());
        series = judged.size() < CutTest.FEWEST_RUNS
                ? Optional.empty()
                : Optional.of(
                        Series.of(judged.stream().mapToDouble(this::corrected).toArray(), margin));
        changes = series
                .map(it -> SlowDrift.changes(
                        it, judged.stream().mapToDouble(this::raw).toArray(), margin))
                .orElse(List.of())
                .stream()
                .filter(cuts -> smeared.isEmpty()
                        || smeared.get().isNear(run(cuts.get(0).at()), cuts))
                .toList();
    }

    /** Whether the row has a step like one of these, about a run. */
    private boolean isNear(int run, List<CutTest> cuts) {
        return cuts().stream()
                .anyMatch(cut ->
                        cut.change() > 0 == Series.size(cuts) > 0 && Math.abs(run(cut.at()) - run) <= Places.REACH);
    }

    private List<CutTest> cuts() {
        return series.map(Series::steps).orElse(List.of());
    }

    private Value value(int run) {
        return runs.get(run).run().values().get(key);
    }

    private Value newest() {
        return value(known.get(known.size() - 1));
    }

    private double corrected(int run) {
        return value(run).isZero()
                ? zero
                : value(run).logNanos() - runs.get(run).pace().orElse(0);
    }

    /** What stands for zero, which has no logarithm: ten times as good as the best other value. */
    private static double zero(List<Value> values) {
        double side = values.stream()
                .map(Value::logNanos)
                .filter(it -> Double.isInfinite(it))
                .findFirst()
                .orElse(0.0);
        DoubleStream others = values.stream().filter(it -> !it.isZero()).mapToDouble(Value::logNanos);
        return side > 0 ? others.max().orElse(0) + Math.log(10) : others.min().orElse(0) - Math.log(10);
    }

    RowKey key() {
        return key;
    }

    /** Whether the row has enough runs. */
    boolean isJudged() {
        return series.isPresent();
    }

    /** The index in the history of a judged run. */
    int run(int at) {
        return judged.get(at);
    }

    /**
     * The logarithm of the time with the run's pace in it; NaN where the run lacks the row, or has it with other
     * settings or from another machine.
     */
    double raw(int run) {
        return value(run) != null
                        && runs.get(run).isSameMachine()
                        && value(run).settings().equals(newest().settings())
                ? value(run).isZero() ? zero : value(run).logNanos()
                : Double.NaN;
    }

    /** The level of the stretch that a run is in. */
    double level(int run) {
        return series.map(it -> it.steps().stream()
                        .filter(cut -> run(cut.at()) > run)
                        .findFirst()
                        .map(CutTest::before)
                        .orElse(it.level()))
                .orElse(0.0);
    }

    /** The cuts that hold, without those of a drift. */
    List<CutTest> steps() {
        List<CutTest> steps = new ArrayList<>(cuts());
        changes.stream().filter(cuts -> cuts.size() > 1).forEach(steps::removeAll);
        return steps;
    }

    /** @param before the row's judgement without the newest run */
    RowHistory judge(Optional<RowHistory> before, Places places) {
        Set<Integer> counted = new HashSet<>(judged);
        List<RunPoint> points = known.stream()
                .map(run -> new RunPoint(run, corrected(run), counted.contains(run)))
                .toList();
        if (this.series.isEmpty()) {
            return new RowHistory(key, newest().unit(), zero, points, Double.NaN, List.of(), List.of());
        }
        Series series = this.series.get();
        List<Change> changes = new ArrayList<>();
        this.changes.forEach(steps -> changes.add(change(steps, series.level(), places)));
        boolean isNewest = runs.stream().skip(judged.get(judged.size() - 1) + 1).noneMatch(JudgedRun::isJudged);
        series.newest()
                .filter(it -> isNewest)
                .map(it -> change(
                        List.of(it),
                        it.end() - it.at() == 1 ? ChangeKind.SUSPECT : ChangeKind.CONFIRMED,
                        true,
                        Optional.empty()))
                .ifPresent(changes::add);
        return new RowHistory(
                key,
                newest().unit(),
                zero,
                points,
                series.noise(),
                stretches(series),
                before.map(it -> marked(changes, it.changes())).orElse(changes));
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

    private Change change(List<CutTest> steps, double level, Places places) {
        double left = level - steps.get(0).before();
        return change(
                steps,
                ChangeKind.CONFIRMED,
                Math.signum(Series.size(steps)) * left >= Math.log1p(margin),
                steps.size() == 1 ? Optional.of(places.of(this, steps.get(0))) : Optional.empty());
    }

    /** @param place empty where it lies between two judged runs */
    private Change change(List<CutTest> steps, ChangeKind kind, boolean stands, Optional<StepRange> place) {
        CutTest first = steps.get(0);
        CutTest last = steps.get(steps.size() - 1);
        StepRange found = place.orElse(new StepRange(run(first.at() - 1), run(last.at()), run(last.at())));
        int since = (int) judged.stream().filter(run -> run >= found.first()).count();
        HistoryRun before =
                runs.get(run(Math.max(0, judged.size() - since - 1))).run();
        HistoryRun after = runs.get(found.first()).run();
        boolean isAtUpdate = steps.size() == 1 && !before.updated(after).isEmpty();
        return new Change(
                isAtUpdate || after.isRerunOf(before) ? ChangeKind.MACHINE : kind,
                List.copyOf(steps),
                found,
                since,
                stands,
                false);
    }

    /** Marks what the newest run adds. It cannot show an older change than its test reaches back from it. */
    private static List<Change> marked(List<Change> changes, List<Change> before) {
        return IntStream.range(0, changes.size())
                .mapToObj(n -> {
                    Change change = changes.get(n);
                    // a change that is known may have moved as far as to its neighbours
                    int after = n == 0 ? -1 : changes.get(n - 1).first();
                    int until = n == changes.size() - 1
                            ? Integer.MAX_VALUE
                            : changes.get(n + 1).first();
                    boolean isKnown = change.since() > CutTest.NEAREST
                            || before.stream()
                                    .anyMatch(it -> it.kind() != ChangeKind.SUSPECT
                                            && it.isSlower() == change.isSlower()
                                            && it.first() > after
                                            && (it.isDrift() ? it.good() : it.first()) < until);
                    return isKnown ? change : change.asNew();
                })
                .toList();
    }
}

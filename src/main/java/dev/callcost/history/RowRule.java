package dev.callcost.history;

import dev.callcost.data.RowKey;
import dev.callcost.history.Change.Kind;
import dev.callcost.history.RowHistory.Point;
import dev.callcost.history.RowHistory.Presence;
import dev.callcost.history.RowHistory.Stretch;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The rule on one row of a history: its settings cut it into segments, and each segment is a {@link Series}. */
final class RowRule {
    /** Older runs are not judged. */
    private static final int MOST = 150;

    private static final int DRIFT_CUTS = 3;
    private static final int DRIFT_RUNS = 60;
    private static final double DRIFT_STEP = Math.log(1.1);

    private final RowKey key;
    private final List<JudgedRun> runs;
    private final double margin;
    private final ForkScatter scatter;

    /** Indices of the judged runs that have the row. */
    private final List<Integer> judged;

    private final List<Stretch> stretches = new ArrayList<>();
    private final List<Integer> candidates = new ArrayList<>();
    private final List<Change> changes = new ArrayList<>();
    private double noise = Double.NaN;

    RowRule(RowKey key, List<JudgedRun> runs, double margin, ForkScatter scatter) {
        this.key = key;
        this.runs = runs;
        this.margin = margin;
        this.scatter = scatter;
        List<Integer> all =
                known().filter(run -> runs.get(run).isJudged()).boxed().toList();
        judged = all.subList(Math.max(0, all.size() - MOST), all.size());
    }

    private IntStream known() {
        return IntStream.range(0, runs.size()).filter(run -> value(run) != null);
    }

    private HistoryRun.Value value(int run) {
        return runs.get(run).run().values().get(key);
    }

    private double corrected(int run) {
        return value(run).logNanos() - runs.get(run).shared();
    }

    /** @param before the row's judgement without the newest run */
    RowHistory judge(Optional<RowHistory> before, List<AcceptedChange> accepted) {
        List<List<Integer>> segments = new ArrayList<>();
        String settings = null;
        for (int run : judged) {
            if (!value(run).settings().equals(settings)) {
                settings = value(run).settings();
                segments.add(new ArrayList<>());
            }
            segments.get(segments.size() - 1).add(run);
        }
        for (List<Integer> segment : segments) {
            if (segment.size() >= RowHistory.FEWEST) {
                judge(segment, segment == segments.get(segments.size() - 1));
            }
        }
        SortedMap<Integer, Double> bytes = new TreeMap<>();
        judged.forEach(run -> value(run).bytes().ifPresent(it -> bytes.put(run, it)));
        int newest = known().max().orElseThrow();
        return new RowHistory(
                key,
                value(newest).unit(),
                known().mapToObj(this::point).toList(),
                noise,
                segments.stream().skip(1).map(it -> it.get(0)).toList(),
                stretches,
                candidates,
                marked(changes, before.map(RowHistory::changes), accepted),
                marked(
                        new BytesChanges(bytes)
                                .changes().stream()
                                        .map(it -> isUpdated(it.good(), it.bad()) ? it.byMachine() : it)
                                        .toList(),
                        before.map(RowHistory::bytes),
                        accepted),
                Presence.of(runs.size() - 1 - newest));
    }

    private Point point(int run) {
        return new Point(
                run,
                corrected(run),
                runs.get(run).isJudged() && run >= judged.get(0),
                scatter.isUnusual(value(run).forks()));
    }

    private void judge(List<Integer> segment, boolean isNewest) {
        double[] values = segment.stream().mapToDouble(this::corrected).toArray();
        Set<Integer> updates = IntStream.range(1, segment.size())
                .filter(n -> isUpdated(segment.get(n - 1), segment.get(n)))
                .boxed()
                .collect(Collectors.toSet());
        List<CutTest> jumps = Series.jumps(values, margin, scatter.floor(), updates);
        // what a row's jumps at updates add to each value from there on, less what they add to the newest one
        double[] jumped = IntStream.range(0, values.length)
                .mapToDouble(n ->
                        -Series.sum(jumps.stream().filter(jump -> jump.at() > n).toList()))
                .toArray();
        Series series = Series.of(
                IntStream.range(0, values.length)
                        .mapToDouble(n -> values[n] - jumped[n])
                        .toArray(),
                margin,
                scatter.floor());
        noise = series.noise();
        series.candidates().forEach(cut -> candidates.add(segment.get(cut)));
        double level = series.level();
        stretches(segment, series, jumps, jumped);
        List<Change> found = new ArrayList<>();
        for (CutTest cut : series.cuts()) {
            boolean stands = isNewest && isLeft(cut.change(), level - cut.before());
            found.add(change(segment, cut, Kind.CONFIRMED, cut.p(), 0, stands));
        }
        for (List<CutTest> steps : series.drifts()) {
            CutTest first = steps.get(0);
            int last = segment.get(steps.get(steps.size() - 1).at());
            boolean stands = isNewest && isLeft(first.change(), level - first.before());
            found.add(Change.drift(segment.get(first.at() - 1), last, Series.sum(steps), since(last), stands));
        }
        found.sort(Comparator.comparing(Change::bad));
        changes.addAll(withDrifts(found));
        for (CutTest jump : jumps) {
            if (jump.reaches(margin)) {
                boolean stands = isNewest && isLeft(jump.change(), -jumped[jump.at() - 1]);
                changes.add(change(segment, jump, Kind.MACHINE, jump.p(), 0, stands));
            }
        }
        changes.sort(Comparator.comparing(Change::bad));
        boolean hasLast =
                runs.stream().skip(segment.get(segment.size() - 1) + 1).noneMatch(JudgedRun::isJudged);
        if (isNewest && hasLast) {
            series.newest()
                    .map(it -> {
                        Kind kind = it.end() - it.at() == 1 ? Kind.SUSPECT : Kind.CONFIRMED;
                        return change(segment, it, kind, Double.NaN, 1, true);
                    })
                    .or(() -> series.open().map(it -> change(segment, it, Kind.CANDIDATE, it.p(), it.needed(), true)))
                    .ifPresent(changes::add);
        }
    }

    /** Whether what is left of a change reaches the margin in its direction. */
    private boolean isLeft(double change, double rest) {
        return Math.signum(change) * rest >= Math.log1p(margin);
    }

    /** Levels between steps, which jumps at updates part too. */
    private void stretches(List<Integer> segment, Series series, List<CutTest> jumps, double[] jumped) {
        int[] starts = Stream.of(series.steps(), jumps)
                .flatMap(cuts -> cuts.stream().map(CutTest::at))
                .mapToInt(Integer::intValue)
                .sorted()
                .distinct()
                .toArray();
        int from = 0;
        for (int n = 0; n <= starts.length; n++) {
            int start = from;
            int end = n < starts.length ? starts[n] : segment.size();
            double median = series.steps().stream()
                    .filter(step -> step.at() > start)
                    .findFirst()
                    .map(CutTest::before)
                    .orElse(series.level());
            stretches.add(new Stretch(segment.get(from), segment.get(end - 1), end - from, median + jumped[from]));
            from = end;
        }
    }

    /** Whether there is an update after one run, up to the other. */
    private boolean isUpdated(int good, int bad) {
        return runs.subList(good + 1, bad + 1).stream()
                .anyMatch(run -> run.update().isPresent());
    }

    private Change change(List<Integer> segment, CutTest cut, Kind kind, double p, int needed, boolean stands) {
        int good = segment.get(cut.at() - 1);
        int bad = segment.get(cut.at());
        boolean isRerun = runs.get(bad).run().isRerunOf(runs.get(good).run());
        boolean isOfMachine = isRerun || kind != Kind.CANDIDATE && isUpdated(good, bad);
        return Change.ofTime(
                isOfMachine ? Kind.MACHINE : kind, good, bad, cut.change(), cut.shift(), p, since(bad), needed, stands);
    }

    private int since(int bad) {
        return (int) judged.stream().filter(run -> run >= bad).count();
    }

    /** Marks what is accepted, and what the newest run adds. It cannot show an older change than its test reaches back from it. */
    private List<Change> marked(List<Change> all, Optional<List<Change>> before, List<AcceptedChange> accepted) {
        List<Change> marked = new ArrayList<>();
        for (int n = 0; n < all.size(); n++) {
            Change change = all.get(n);
            boolean isLast = n == all.size() - 1;
            // a change that is known may have moved as far as to its neighbours, but what an update explained fails the
            // build when it does no more
            int after = n == 0 ? -1 : all.get(n - 1).bad();
            int until = isLast ? Integer.MAX_VALUE : all.get(n + 1).bad();
            boolean isKnown = before.isEmpty()
                    || change.since() > CutTest.NEAREST
                    || before.get().stream()
                            .anyMatch(it -> it.kind() != Kind.SUSPECT
                                    && it.kind() != Kind.CANDIDATE
                                    && (change.kind() == Kind.MACHINE || !isUpdated(it.good(), it.bad()))
                                    && it.isSlower() == change.isSlower()
                                    && it.bad() > after
                                    && it.bad() < until);
            marked.add(change.marked(
                    !isKnown,
                    change.isOfBytes() ? isLast : change.stands(),
                    accepted.stream()
                            .filter(it -> it.isOf(key, change.bad(), runs))
                            .map(AcceptedChange::why)
                            .findFirst()));
        }
        return marked;
    }

    /** Small changes in one direction, one after the other, become one drift. */
    private static List<Change> withDrifts(List<Change> changes) {
        List<Change> result = new ArrayList<>();
        for (int n = 0; n < changes.size(); ) {
            int end = n;
            while (end < changes.size() && drifts(changes.get(n), changes.get(end))) {
                end++;
            }
            if (end - n >= DRIFT_CUTS) {
                result.add(Change.drift(changes.subList(n, end)));
                n = end;
            } else {
                result.add(changes.get(n++));
            }
        }
        return result;
    }

    private static boolean drifts(Change first, Change other) {
        return other.kind() == Kind.CONFIRMED
                && !Double.isNaN(other.p())
                && other.isSlower() == first.isSlower()
                && Math.abs(other.size()) < DRIFT_STEP
                && other.bad() - first.bad() <= DRIFT_RUNS;
    }
}

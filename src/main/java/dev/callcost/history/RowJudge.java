package dev.callcost.history;

import dev.callcost.data.RowKey;
import dev.callcost.history.Change.Kind;
import dev.callcost.history.RowJudgement.Point;
import dev.callcost.history.RowJudgement.Presence;
import dev.callcost.history.RowJudgement.Stretch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** The rule on one row of a history: its settings cut it into segments, and each segment is a {@link Series}. */
final class RowJudge {
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

    RowJudge(RowKey key, List<JudgedRun> runs, double margin, ForkScatter scatter) {
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

    private Run.Value value(int run) {
        return runs.get(run).run().values().get(key);
    }

    private double corrected(int run) {
        return value(run).logNanos() - runs.get(run).pace().orElse(0);
    }

    /** @param before the row's judgement without the newest run */
    RowJudgement judge(Optional<RowJudgement> before, List<Accepted> accepted) {
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
            if (segment.size() >= RowJudgement.FEWEST) {
                judge(segment, segment == segments.get(segments.size() - 1));
            }
        }
        SortedMap<Integer, Double> bytes = new TreeMap<>();
        judged.forEach(run -> value(run).bytes().ifPresent(it -> bytes.put(run, it)));
        int newest = known().max().orElseThrow();
        return new RowJudgement(
                key,
                value(newest).unit(),
                known().mapToObj(this::point).toList(),
                noise,
                segments.stream().skip(1).map(it -> it.get(0)).toList(),
                stretches,
                candidates,
                marked(withDrifts(changes), before.map(RowJudgement::changes), accepted),
                marked(new Bytes(bytes).changes(), before.map(RowJudgement::bytes), accepted),
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
        Series series = Series.of(segment.stream().mapToDouble(this::corrected).toArray(), margin, scatter.floor());
        noise = series.noise();
        series.candidates().forEach(cut -> candidates.add(segment.get(cut)));
        int from = 0;
        for (Tested cut : series.cuts()) {
            stretches.add(stretch(segment, from, cut.at(), cut.before()));
            from = cut.at();
        }
        double level = series.level();
        stretches.add(stretch(segment, from, segment.size(), level));
        for (Tested cut : series.cuts()) {
            double rest = Math.signum(cut.change()) * (level - cut.before());
            changes.add(change(segment, cut, Kind.CONFIRMED, cut.p(), 0, isNewest && rest >= Math.log1p(margin)));
        }
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

    private static Stretch stretch(List<Integer> segment, int from, int end, double median) {
        return new Stretch(segment.get(from), segment.get(end - 1), end - from, median);
    }

    private Change change(List<Integer> segment, Tested cut, Kind kind, double p, int needed, boolean stands) {
        int good = segment.get(cut.at() - 1);
        int bad = segment.get(cut.at());
        Optional<String> commit = runs.get(good).run().commit();
        boolean isOneCommit =
                commit.isPresent() && commit.equals(runs.get(bad).run().commit());
        int since = (int) judged.stream().filter(run -> run >= bad).count();
        return Change.ofTime(
                isOneCommit ? Kind.MACHINE : kind, good, bad, cut.change(), cut.shift(), p, since, needed, stands);
    }

    /** Marks what is accepted, and what the newest run adds. It cannot show an older change than its test reaches back from it. */
    private List<Change> marked(List<Change> all, Optional<List<Change>> before, List<Accepted> accepted) {
        List<Change> marked = new ArrayList<>();
        for (int n = 0; n < all.size(); n++) {
            Change change = all.get(n);
            boolean isLast = n == all.size() - 1;
            // a change that is known may have moved as far as to its neighbours
            int after = n == 0 ? -1 : all.get(n - 1).bad();
            int until = isLast ? Integer.MAX_VALUE : all.get(n + 1).bad();
            boolean isKnown = before.isEmpty()
                    || change.since() > Tested.NEAREST
                    || before.get().stream()
                            .anyMatch(it -> it.kind() != Kind.SUSPECT
                                    && it.kind() != Kind.CANDIDATE
                                    && it.isSlower() == change.isSlower()
                                    && it.bad() > after
                                    && it.bad() < until);
            marked.add(change.marked(
                    !isKnown,
                    change.isOfBytes() ? isLast : change.stands(),
                    accepted.stream()
                            .filter(it -> it.isOf(key, change.bad(), runs))
                            .map(Accepted::why)
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

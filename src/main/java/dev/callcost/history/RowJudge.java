package dev.callcost.history;

import dev.callcost.data.Metric;
import dev.callcost.data.RowKey;
import dev.callcost.history.Change.Kind;
import dev.callcost.history.RowJudgement.LastTwo;
import dev.callcost.history.RowJudgement.Point;
import dev.callcost.history.RowJudgement.Presence;
import dev.callcost.history.RowJudgement.Stretch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/** The rule on one row of a history: its settings cut it into segments, and each segment is a {@link Series}. */
final class RowJudge {
    /** A segment with fewer judged runs is too short. */
    private static final int FEWEST = 12;

    /** Older runs are not judged. */
    private static final int MOST = 150;

    /** A row that this many runs lack has ended. */
    private static final int ENDED = Pace.NEAREST;

    private static final double LEVEL = 0.01;

    private static final int DRIFT_CUTS = 3;
    private static final int DRIFT_RUNS = 60;
    private static final double DRIFT_STEP = Math.log(1.1);

    private final RowKey key;
    private final List<JudgedRun> runs;
    private final double margin;
    private final ForkScatter scatter;

    /** Indices of the runs that have the row. */
    private final List<Integer> known;

    /** Those of them that are judged. */
    private final List<Integer> judged;

    private final List<Segment> segments = new ArrayList<>();

    RowJudge(RowKey key, List<JudgedRun> runs, double margin, ForkScatter scatter) {
        this.key = key;
        this.runs = runs;
        this.margin = margin;
        this.scatter = scatter;
        known = IntStream.range(0, runs.size())
                .filter(run -> runs.get(run).run().values().containsKey(key))
                .boxed()
                .toList();
        List<Integer> all =
                known.stream().filter(run -> runs.get(run).isJudged()).toList();
        judged = all.subList(Math.max(0, all.size() - MOST), all.size());
        int first = 0;
        for (int n = 1; n <= judged.size(); n++) {
            if (n == judged.size()
                    || !value(judged.get(n))
                            .settings()
                            .equals(value(judged.get(n - 1)).settings())) {
                segments.add(new Segment(judged.subList(first, n)));
                first = n;
            }
        }
    }

    RowKey key() {
        return key;
    }

    private List<Integer> newestSegment() {
        return segments.isEmpty() ? List.of() : segments.get(segments.size() - 1).runs;
    }

    private boolean isTooShort() {
        return newestSegment().size() < FEWEST;
    }

    /** The two newest runs of a row that is too short, where its settings are the same in both. */
    Optional<OneAgainstOne.Two> lastTwo() {
        int size = newestSegment().size();
        if (!isTooShort() || size < 2) {
            return Optional.empty();
        }
        int base = newestSegment().get(size - 2);
        int head = newestSegment().get(size - 1);
        return Optional.of(new OneAgainstOne.Two(base, head, value(base), value(head)));
    }

    /** @param before the row's judgement without the newest run */
    RowJudgement judge(Optional<LastTwo> lastTwo, Optional<RowJudgement> before, List<Accepted> accepted) {
        List<Stretch> stretches = new ArrayList<>();
        List<Integer> candidates = new ArrayList<>();
        List<Change> changes = new ArrayList<>();
        double noise = Double.NaN;
        for (Segment segment : segments) {
            if (segment.series != null) {
                noise = segment.series.noise();
                segment.series.candidates().forEach(cut -> candidates.add(segment.runs.get(cut)));
                segment.addTo(stretches, changes);
            }
        }
        int newest = known.get(known.size() - 1);
        int lacking = runs.size() - 1 - newest;
        return new RowJudgement(
                key,
                value(newest).unit(),
                points(),
                noise,
                segments.stream().skip(1).map(it -> it.runs.get(0)).toList(),
                List.copyOf(stretches),
                List.copyOf(candidates),
                marked(withDrifts(changes), before.map(RowJudgement::changes), accepted),
                marked(bytes(), before.map(RowJudgement::bytes), accepted),
                isTooShort(),
                lastTwo,
                lacking == 0 ? Presence.MEASURED : lacking <= ENDED ? Presence.MISSING : Presence.ENDED);
    }

    private List<Change> bytes() {
        return Bytes.changes(judged.stream()
                .filter(run -> value(run).bytes().isPresent())
                .map(run -> new Bytes.Measured(run, value(run).bytes().getAsDouble()))
                .toList());
    }

    /** Marks what is accepted, and what the newest run adds. It cannot show an older change than its test reaches back from it. */
    private List<Change> marked(List<Change> changes, Optional<List<Change>> before, List<Accepted> accepted) {
        List<Change> marked = new ArrayList<>();
        for (int n = 0; n < changes.size(); n++) {
            Change change = changes.get(n);
            boolean isLast = n == changes.size() - 1;
            // a change that is known may have moved as far as to its neighbours
            int after = n == 0 ? -1 : changes.get(n - 1).bad();
            int until = isLast ? Integer.MAX_VALUE : changes.get(n + 1).bad();
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
        return List.copyOf(marked);
    }

    private List<Point> points() {
        int oldest = judged.isEmpty() ? 0 : judged.get(0);
        return known.stream()
                .map(run -> new Point(
                        run,
                        corrected(run),
                        runs.get(run).isJudged() && run >= oldest,
                        scatter.isUnusual(value(run).forks())))
                .toList();
    }

    private Run.Value value(int run) {
        return runs.get(run).run().values().get(key);
    }

    private double corrected(int run) {
        return value(run).logNanos() - runs.get(run).pace().orElse(0);
    }

    /** Judged runs with the same settings. */
    private final class Segment {
        private final List<Integer> runs;

        /** Null where runs are too few. */
        private final Series series;

        Segment(List<Integer> runs) {
            this.runs = runs;
            series = runs.size() < FEWEST
                    ? null
                    : Series.of(
                            runs.stream().mapToDouble(RowJudge.this::corrected).toArray(), margin, scatter.floor());
        }

        private boolean isNewest() {
            return runs == newestSegment();
        }

        void addTo(List<Stretch> stretches, List<Change> changes) {
            List<Integer> ends = new ArrayList<>(List.of(0));
            series.cuts().forEach(cut -> ends.add(cut.at()));
            ends.add(runs.size());
            int newest = ends.get(ends.size() - 2);
            for (int n = 1; n < ends.size(); n++) {
                int from = ends.get(n - 1);
                int end = ends.get(n);
                stretches.add(new Stretch(runs.get(from), runs.get(end - 1), end - from, median(from, end)));
                if (end < runs.size()) {
                    Tested cut = series.cuts().get(n - 1);
                    double rest = Math.signum(cut.change()) * (median(newest, runs.size()) - median(from, end));
                    changes.add(change(
                            from,
                            end,
                            ends.get(n + 1),
                            Kind.CONFIRMED,
                            OptionalDouble.of(cut.p()),
                            0,
                            isNewest() && rest >= Math.log1p(margin)));
                }
            }
            boolean hasLast = RowJudge.this.runs.stream()
                    .skip(runs.get(runs.size() - 1) + 1)
                    .noneMatch(JudgedRun::isJudged);
            if (isNewest() && hasLast) {
                newest(newest).ifPresent(changes::add);
            }
        }

        /** What the newest runs show after the last cut that holds. */
        private Optional<Change> newest(int stretch) {
            int end = runs.size();
            int beyond = series.newest();
            if (beyond > 0) {
                return Optional.of(change(
                        Math.max(stretch, end - beyond - Tested.NEAREST),
                        end - beyond,
                        end,
                        beyond == 1 ? Kind.SUSPECT : Kind.CONFIRMED,
                        OptionalDouble.empty(),
                        1,
                        true));
            }
            int cut = series.candidates().stream().reduce(0, (a, b) -> b);
            int needed = cut > stretch ? Tested.needed(cut - stretch, end - cut) : 0;
            if (needed == 0 || needed >= Tested.NEAREST) {
                return Optional.empty();
            }
            Tested tested = Tested.of(series.values(), stretch, cut, end);
            return Math.abs(tested.change()) < Math.log1p(margin)
                    ? Optional.empty()
                    : Optional.of(
                            change(stretch, cut, end, Kind.CANDIDATE, OptionalDouble.of(tested.p()), needed, true));
        }

        private Change change(int from, int at, int end, Kind kind, OptionalDouble p, int needed, boolean stands) {
            int good = runs.get(at - 1);
            int bad = runs.get(at);
            double[] shift = RankSum.shift(values(from, at), values(at, end), LEVEL);
            Optional<String> commit = RowJudge.this.runs.get(good).run().commit();
            boolean isOneCommit = commit.isPresent()
                    && commit.equals(RowJudge.this.runs.get(bad).run().commit());
            return new Change(
                    isOneCommit ? Kind.MACHINE : kind,
                    good,
                    bad,
                    median(at, end) - median(from, at),
                    shift[0],
                    shift[1],
                    p,
                    (int) judged.stream().filter(run -> run >= bad).count(),
                    needed,
                    Double.NaN,
                    Double.NaN,
                    false,
                    stands,
                    Optional.empty());
        }

        private double[] values(int from, int end) {
            return Arrays.copyOfRange(series.values(), from, end);
        }

        private double median(int from, int end) {
            return Metric.median(values(from, end));
        }
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
                result.add(drift(changes.subList(n, end)));
                n = end;
            } else {
                result.add(changes.get(n++));
            }
        }
        return result;
    }

    private static boolean drifts(Change first, Change other) {
        return other.kind() == Kind.CONFIRMED
                && other.p().isPresent()
                && other.isSlower() == first.isSlower()
                && Math.abs(other.size()) < DRIFT_STEP
                && other.bad() - first.bad() <= DRIFT_RUNS;
    }

    private static Change drift(List<Change> steps) {
        Change last = steps.get(steps.size() - 1);
        double sum = steps.stream().mapToDouble(Change::size).sum();
        return new Change(
                Kind.DRIFT, steps.get(0).good(), last.bad(), sum, last.since(), Double.NaN, Double.NaN, last.stands());
    }
}

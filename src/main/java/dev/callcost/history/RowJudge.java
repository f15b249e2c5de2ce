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
import java.util.OptionalInt;
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

    /** Judged runs of the row. */
    private final List<Integer> judged;

    private final List<Integer> segments = new ArrayList<>();
    private final List<Stretch> stretches = new ArrayList<>();
    private final List<Integer> candidates = new ArrayList<>();
    private final List<Change> changes = new ArrayList<>();
    private double noise = Double.NaN;
    private int newestSegment;

    RowJudge(RowKey key, List<JudgedRun> runs, double margin, ForkScatter scatter) {
        this.key = key;
        this.runs = runs;
        this.margin = margin;
        this.scatter = scatter;
        List<Integer> known = IntStream.range(0, runs.size())
                .filter(run -> runs.get(run).isJudged() && has(run))
                .boxed()
                .toList();
        judged = known.subList(Math.max(0, known.size() - MOST), known.size());
        for (int n = 1; n < judged.size(); n++) {
            if (!value(judged.get(n)).settings().equals(value(judged.get(n - 1)).settings())) {
                segments.add(judged.get(n));
            }
        }
        newestSegment = segments.isEmpty() ? 0 : judged.indexOf(segments.get(segments.size() - 1));
    }

    RowKey key() {
        return key;
    }

    private boolean isTooShort() {
        return judged.size() - newestSegment < FEWEST;
    }

    /** The two newest runs of a row that is too short, where its settings are the same in both. */
    Optional<OneAgainstOne.Two> lastTwo() {
        if (!isTooShort() || judged.size() - newestSegment < 2) {
            return Optional.empty();
        }
        int base = judged.get(judged.size() - 2);
        int head = judged.get(judged.size() - 1);
        return Optional.of(new OneAgainstOne.Two(base, head, value(base), value(head)));
    }

    RowJudgement judge(Optional<LastTwo> lastTwo) {
        int first = 0;
        for (int segment : segments) {
            int end = judged.indexOf(segment);
            judge(judged.subList(first, end), false);
            first = end;
        }
        judge(judged.subList(first, judged.size()), true);
        return new RowJudgement(
                key,
                IntStream.range(0, runs.size())
                        .map(run -> runs.size() - 1 - run)
                        .filter(this::has)
                        .mapToObj(run -> value(run).unit())
                        .findFirst()
                        .orElse(""),
                points(),
                noise,
                List.copyOf(segments),
                List.copyOf(stretches),
                List.copyOf(candidates),
                withDrifts(changes),
                Bytes.changes(judged.stream()
                        .filter(run -> value(run).bytes().isPresent())
                        .map(run -> new Bytes.Measured(run, value(run).bytes().getAsDouble()))
                        .toList()),
                isTooShort(),
                lastTwo,
                presence());
    }

    private List<Point> points() {
        int oldest = judged.isEmpty() ? 0 : judged.get(0);
        return IntStream.range(0, runs.size())
                .filter(this::has)
                .mapToObj(run -> new Point(
                        run,
                        corrected(run),
                        runs.get(run).isJudged() && run >= oldest,
                        scatter.isUnusual(value(run).forks())))
                .toList();
    }

    private Presence presence() {
        OptionalInt newest = IntStream.range(0, runs.size()).filter(this::has).max();
        int lacking = runs.size() - 1 - newest.orElse(-1);
        return lacking == 0 ? Presence.MEASURED : lacking <= ENDED ? Presence.MISSING : Presence.ENDED;
    }

    private void judge(List<Integer> segment, boolean isNewest) {
        if (segment.size() < FEWEST) {
            return;
        }
        Series series = Series.of(segment.stream().mapToDouble(this::corrected).toArray(), margin, scatter.floor());
        noise = series.noise();
        series.candidates().forEach(cut -> candidates.add(segment.get(cut)));
        List<Integer> ends = new ArrayList<>(List.of(0));
        series.cuts().forEach(cut -> ends.add(cut.at()));
        ends.add(segment.size());
        double level = median(series, ends.get(ends.size() - 2), segment.size());
        for (int n = 1; n < ends.size(); n++) {
            int from = ends.get(n - 1);
            int end = ends.get(n);
            stretches.add(new Stretch(segment.get(from), segment.get(end - 1), end - from, median(series, from, end)));
            if (end < segment.size()) {
                Tested cut = series.cuts().get(n - 1);
                double rest = Math.signum(cut.change()) * (level - median(series, from, end));
                changes.add(change(
                        series,
                        segment,
                        from,
                        end,
                        ends.get(n + 1),
                        Kind.CONFIRMED,
                        OptionalDouble.of(cut.p()),
                        0,
                        isNewest && rest >= Math.log1p(margin)));
            }
        }
        if (isNewest && segment.get(segment.size() - 1) == newestJudged()) {
            addNewest(series, segment, ends.get(ends.size() - 2));
        }
    }

    private int newestJudged() {
        return IntStream.range(0, runs.size())
                .filter(run -> runs.get(run).isJudged())
                .max()
                .orElse(-1);
    }

    /** @param stretch index of the first value of the newest stretch */
    private void addNewest(Series series, List<Integer> segment, int stretch) {
        int end = segment.size();
        if (series.newest() > 0) {
            changes.add(change(
                    series,
                    segment,
                    Math.max(stretch, end - series.newest() - Tested.NEAREST),
                    end - series.newest(),
                    end,
                    series.newest() == 1 ? Kind.SUSPECT : Kind.CONFIRMED,
                    OptionalDouble.empty(),
                    1,
                    true));
            return;
        }
        int cut = series.candidates().isEmpty()
                ? 0
                : series.candidates().get(series.candidates().size() - 1);
        if (cut > stretch) {
            int needed = Tested.needed(cut - stretch, end - cut);
            Tested tested = Tested.of(series.values(), stretch, cut, end);
            if (needed > 0 && needed < Tested.NEAREST && Math.abs(tested.change()) >= Math.log1p(margin)) {
                changes.add(change(
                        series,
                        segment,
                        stretch,
                        cut,
                        end,
                        Kind.CANDIDATE,
                        OptionalDouble.of(tested.p()),
                        needed,
                        true));
            }
        }
    }

    private Change change(
            Series series,
            List<Integer> segment,
            int from,
            int at,
            int end,
            Kind kind,
            OptionalDouble p,
            int needed,
            boolean stands) {
        int good = segment.get(at - 1);
        int bad = segment.get(at);
        double[] shift = RankSum.shift(
                Arrays.copyOfRange(series.values(), from, at), Arrays.copyOfRange(series.values(), at, end), LEVEL);
        Optional<String> commit = runs.get(good).run().commit();
        boolean isOneCommit =
                commit.isPresent() && commit.equals(runs.get(bad).run().commit());
        return new Change(
                isOneCommit ? Kind.MACHINE : kind,
                good,
                bad,
                median(series, at, end) - median(series, from, at),
                shift[0],
                shift[1],
                p,
                (int) judged.stream().filter(run -> run >= bad).count(),
                needed,
                false,
                stands,
                Optional.empty());
    }

    private static double median(Series series, int from, int end) {
        return Metric.median(Arrays.copyOfRange(series.values(), from, end));
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
        return List.copyOf(result);
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
        return new Change(
                Kind.DRIFT,
                steps.get(0).good(),
                last.bad(),
                steps.stream().mapToDouble(Change::size).sum(),
                Double.NaN,
                Double.NaN,
                OptionalDouble.empty(),
                last.since(),
                0,
                false,
                last.stands(),
                Optional.empty());
    }

    private boolean has(int run) {
        return runs.get(run).run().values().containsKey(key);
    }

    private Run.Value value(int run) {
        return runs.get(run).run().values().get(key);
    }

    private double corrected(int run) {
        return value(run).logNanos() - runs.get(run).pace().orElse(0);
    }
}

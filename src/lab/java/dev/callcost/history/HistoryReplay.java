package dev.callcost.history;

import dev.callcost.data.RowKey;
import dev.callcost.history.CutTest.RankSum;
import dev.callcost.history.HistoryReader.History;
import dev.callcost.history.RowHistory.Change.ChangeKind;
import dev.callcost.lab.Simulated;
import dev.callcost.stats.Robust;
import dev.callcost.text.Table.Grid;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A history, judged as it grew: what the rule finds, how often it errs when each run is judged with the runs before it
 * alone, and how soon it finds steps that are added to one row at a time.
 *
 * <p>An alarm is a new SLOWER or FASTER. It is <em>false</em> when nothing lasts in hindsight: the 12 judged runs from
 * its place on differ from the 12 before by less than 1.5 %, or with p above 0.05 in the rank-sum test; <em>true</em>
 * when they differ by 3 % or more with p up to 0.001; others are not counted. The threshold to compare with is that of
 * github-action-benchmark: 1.5 times the last run of another commit, in both directions, at the same rows and runs.
 */
final class HistoryReplay {
    private static final long SEED = 20261125;
    private static final double MARGIN = 0.03;
    private static final double THRESHOLD = Math.log(1.5);

    /** Runs on each side of an alarm that label it, and the fewest for a label. */
    private static final int LABEL = 12;

    private static final int FEWEST = 6;

    /** A step has so many runs before it and after it, and no change of the row itself within them. */
    private static final int BEFORE = 20;

    private static final int AFTER = 18;
    private static final List<Double> STEPS = List.of(0.10, 0.20);
    private static final List<Integer> DELAYS = List.of(1, 2, 5, 10);
    private static final List<Noises> NOISES = List.of(
            new Noises("below 2 %", 0, 0.02),
            new Noises("2 to 5 %", 0.02, 0.05),
            new Noises("from 5 %", 0.05, Double.POSITIVE_INFINITY));

    private record Noises(String name, double low, double high) {}

    private final String name;
    private final History history;
    private final Judgement hindsight;

    /** The runs with paces that no step of a row has changed, so that labels do not follow from what the rule found. */
    private final List<JudgedRun> labels;

    /** Each run judged with those before it. */
    private final List<List<JudgedRun>> online = new ArrayList<>();

    private final Alarms rule = new Alarms();
    private final Alarms threshold = new Alarms();
    private int rowRuns;

    private static final class Alarms {
        private int wrong;
        private int right;

        void add(double[] before, double[] after) {
            if (before.length < FEWEST || after.length < FEWEST) {
                return;
            }
            double change = Math.abs(Robust.median(after) - Robust.median(before));
            double p = RankSum.p(before, after);
            if (change < 0.015 || p > 0.05) {
                wrong++;
            } else if (change >= 0.03 && p <= 0.001) {
                right++;
            }
        }
    }

    /**
     * A step added to a row.
     *
     * @param found the number of runs after which it is SLOWER; a large number for never
     */
    record Step(double size, double noise, int found) {}

    HistoryReplay(String name, History history) {
        this.name = name;
        this.history = history;
        hindsight = Judgement.of(history, MARGIN);
        labels = JudgedRun.of(
                history.runs(),
                history.runs().stream()
                        .flatMap(run -> run.values().keySet().stream())
                        .distinct()
                        .toList(),
                (row, run) -> 0);
    }

    /** The rule of some evaluations, or the threshold that it is compared with. */
    private record Rule(String name, List<HistoryReplay> evaluations, boolean isRule) {
        static Stream<Rule> both(String name, List<HistoryReplay> evaluations) {
            return Stream.of(true, false)
                    .map(isRule -> new Rule(name, evaluations, isRule))
                    .filter(it -> it.rowRuns() > 0);
        }

        int rowRuns() {
            return evaluations.stream().mapToInt(it -> it.rowRuns).sum();
        }

        List<?> cells() {
            List<Alarms> alarms = evaluations.stream()
                    .map(it -> isRule ? it.rule : it.threshold)
                    .toList();
            int wrong = alarms.stream().mapToInt(it -> it.wrong).sum();
            return List.of(
                    name,
                    rowRuns(),
                    isRule ? "history" : "previous run, 150 %",
                    wrong,
                    String.format(Locale.ROOT, "%.2f", 100.0 * wrong / rowRuns()),
                    alarms.stream().mapToInt(it -> it.right).sum());
        }
    }

    static Grid alarms(List<HistoryReplay> evaluations) {
        return Simulated.table(
                "<history|row-runs|<rule|false|false per 100|true",
                Stream.concat(
                        evaluations.stream().flatMap(it -> Rule.both(it.name, List.of(it))),
                        Rule.both("all", evaluations)),
                Rule::cells);
    }

    static Grid steps(List<Step> steps) {
        return Simulated.table(
                "<step|<rows with noise|rows|found by run 1|2|5|10",
                Simulated.each(STEPS, NOISES, Map::entry),
                it -> cells(steps, it.getKey(), it.getValue()));
    }

    private static List<?> cells(List<Step> steps, double size, Noises noises) {
        List<Step> some = steps.stream()
                .filter(it -> it.size() == size && it.noise() >= noises.low && it.noise() < noises.high)
                .toList();
        List<Object> cells =
                new ArrayList<>(List.of(String.format(Locale.ROOT, "+%.0f %%", 100 * size), noises.name, some.size()));
        DELAYS.forEach(delay -> cells.add(share(some, step -> step.found() <= delay)));
        return cells;
    }

    private static String share(List<Step> steps, Predicate<Step> is) {
        return String.format(
                Locale.ROOT,
                "%.0f %%",
                100
                        * steps.stream()
                                .mapToDouble(it -> is.test(it) ? 1 : 0)
                                .average()
                                .orElse(0));
    }

    /** Judges each run with those before it. */
    void replay() {
        List<RowHistory> before = List.of();
        for (int run = 0; run < history.runs().size(); run++) {
            History known = new History(history.runs().subList(0, run + 1), List.of());
            Judgement now = Judgement.of(known, MARGIN, before);
            online.add(now.runs());
            before = now.rows();
            for (RowHistory row : before) {
                judge(row, run);
            }
        }
    }

    private void judge(RowHistory row, int run) {
        if (row.isTooShort() || row.points().get(row.points().size() - 1).run() != run) {
            return;
        }
        rowRuns++;
        row.changes().stream()
                .filter(change -> change.kind() == ChangeKind.CONFIRMED && change.isNew())
                .forEach(change -> add(rule, row.key(), change.first()));
        HistoryRun newest = history.runs().get(run);
        for (int other = run - 1; other >= 0; other--) {
            HistoryRun previous = history.runs().get(other);
            if (!previous.commit().equals(newest.commit()) && previous.values().containsKey(row.key())) {
                double change = newest.values().get(row.key()).logNanos()
                        - previous.values().get(row.key()).logNanos();
                if (Math.abs(change) > THRESHOLD) {
                    add(threshold, row.key(), run);
                }
                return;
            }
        }
    }

    /** Labels an alarm by what follows. */
    private void add(Alarms alarms, RowKey key, int bad) {
        int[] runs = IntStream.range(0, history.runs().size())
                .filter(run -> labels.get(run).isJudged()
                        && history.runs().get(run).values().containsKey(key))
                .toArray();
        int at = (int) IntStream.of(runs).filter(run -> run < bad).count();
        double[] values = IntStream.of(runs)
                .mapToDouble(run -> corrected(labels, key, run))
                .toArray();
        alarms.add(
                Arrays.copyOfRange(values, Math.max(0, at - LABEL), at),
                Arrays.copyOfRange(values, at, Math.min(values.length, at + LABEL)));
    }

    private double corrected(List<JudgedRun> runs, RowKey key, int run) {
        return history.runs().get(run).values().get(key).logNanos()
                - runs.get(run).pace().orElse(0);
    }

    /** Steps at one random place of each row. */
    List<Step> steps() {
        Random random = new Random(SEED);
        List<Step> steps = new ArrayList<>();
        for (RowHistory row : hindsight.rows()) {
            List<Integer> places = IntStream.rangeClosed(BEFORE, history.runs().size() - AFTER)
                    .filter(place -> history.runs().get(place).values().containsKey(row.key()))
                    .filter(place -> row.points().stream()
                                            .filter(it -> it.isJudged() && it.run() < place)
                                            .count()
                                    >= BEFORE
                            && row.changes().stream()
                                    .noneMatch(it -> it.first() > place - BEFORE && it.first() < place + AFTER))
                    .boxed()
                    .toList();
            if (!places.isEmpty()) {
                int place = places.get(random.nextInt(places.size()));
                STEPS.forEach(size -> steps.add(step(row, place, size)));
            }
        }
        return steps;
    }

    private Step step(RowHistory row, int place, double size) {
        return new Step(
                size,
                row.noise(),
                DELAYS.stream()
                        .filter(delay -> IntStream.range(0, delay)
                                .anyMatch(later -> isSlower(row.key(), place, size, place + later)
                                        && !isSlower(row.key(), place, 0, place + later)))
                        .findFirst()
                        .orElse(Integer.MAX_VALUE));
    }

    /** Whether the row is slower from about this place on, as a change or in the two newest runs that are known. */
    private boolean isSlower(RowKey key, int place, double size, int newest) {
        List<JudgedRun> known = online.get(newest);
        int[] runs = IntStream.rangeClosed(0, newest)
                .filter(run -> known.get(run).isJudged()
                        && history.runs().get(run).values().containsKey(key))
                .toArray();
        Series series = Series.of(
                IntStream.of(runs)
                        .mapToDouble(run -> corrected(known, key, run) + (run >= place ? Math.log1p(size) : 0))
                        .toArray(),
                MARGIN);
        return Series.changes(series.steps(), MARGIN).stream()
                        .filter(steps -> Series.size(steps) > 0)
                        .flatMap(List::stream)
                        .anyMatch(cut -> Math.abs(runs[cut.at()] - place) <= Cuts.SHORTEST)
                || runs[runs.length - 1] == newest
                        && series.newest()
                                .filter(it -> it.end() - it.at() == 2 && it.change() > 0)
                                .isPresent();
    }
}

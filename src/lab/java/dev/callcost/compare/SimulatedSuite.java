package dev.callcost.compare;

import dev.callcost.compare.PairResult.Analyses;
import dev.callcost.data.Estimate;
import dev.callcost.data.RowKey;
import dev.callcost.lab.ForkShape;
import dev.callcost.stats.Moderation;
import dev.callcost.stats.Verdict;
import dev.callcost.stats.VerdictRule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * The rows of one comparison whose truth is known. {@link Screen}, {@link Analyses} and {@link PairRule} judge them. The loop gives
 * rows pairs as {@link PairSchedule} does, which takes too long for many comparisons.
 */
final class SimulatedSuite {
    /** The share of rows that are slower; one at least. */
    private static final double SLOWER = 0.03;

    /** As in {@link PairSchedule}: of the open rows, so many get the next pairs. */
    private static final int PART = 10;

    /** How long a first pair takes, by the clock of {@link #compare}. */
    private static final Duration FIRST_PAIR = Duration.ofSeconds(8);

    private static final RecordedPairs RECORDED;

    static {
        try {
            RECORDED = RecordedPairs.read();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** How the differences of a row's pairs are spread, with mean 0 and standard deviation 1. */
    enum Noise {
        NORMAL(Random::nextGaussian),
        BIMODAL(random -> (ForkShape.BIMODAL.draw(random) - ForkShape.BIMODAL.draw(random)) / Math.sqrt(2)),
        /** Base is normal, so that the difference is asymmetric. */
        BIMODAL_HEAD(random -> (ForkShape.BIMODAL.draw(random) - ForkShape.NORMAL.draw(random)) / Math.sqrt(2)),
        RECORDED(random -> pick(SimulatedSuite.RECORDED.residuals(), random));

        private final ToDoubleFunction<Random> draw;

        Noise(ToDoubleFunction<Random> draw) {
            this.draw = draw;
        }
    }

    /**
     * Suites of one kind. A row's standard deviation is that of a recorded row.
     *
     * @param budget in pairs, first pairs included
     */
    record Kind(Noise noise, int rows, int budget) {
        int slower() {
            return (int) Math.max(1, Math.round(SLOWER * rows));
        }
    }

    /** A row and what was measured of it. */
    final class SimulatedRow {
        private final double slowdown;
        private final Random own = new Random(random.nextLong());
        private final double deviation = pick(RECORDED.deviations(), own);
        private final double first;
        private final List<Double> values = new ArrayList<>();
        private Verdict verdict = Verdict.UNDECIDED;
        private double probability = 1;
        private double mean;
        private boolean isClear;
        private int needed;
        private VerdictRule neededBy;

        private SimulatedRow(double slowdown) {
            this.slowdown = slowdown;
            first = pair();
        }

        /** The next pair's difference. */
        private double pair() {
            return slowdown + deviation * kind.noise.draw.applyAsDouble(own);
        }

        private void measure() {
            values.add(pair());
            neededBy = null;
            Analyses analyses = analyses();
            mean = analyses.all().logMean();
            if (PairRule.ANALYSES.contains(pairs())) {
                probability = analyses.probability();
                VerdictRule before = rule;
                rule = rule();
                (rule.equals(before) ? Stream.of(this) : rows.stream().filter(SimulatedRow::isJudged))
                        .forEach(SimulatedRow::judge);
            }
            isClear = verdict.isDecided() || analyses.isClear();
        }

        /** The estimated number of pairs until it is decided. It is estimated again when its pairs or the rule are others. */
        private int pairsUntilDecided() {
            if (!rule.equals(neededBy)) {
                neededBy = rule;
                needed = PairRule.pairsNeeded(analyses().last(), rule) - pairs();
            }
            return Math.min(needed, PairRule.MOST_PAIRS);
        }

        private void judge() {
            Analyses analyses = analyses();
            verdict = analyses.isWithinMargin(rule) ? Verdict.SAME : analyses.difference(rule);
        }

        private Analyses analyses() {
            return new Analyses(values, prior);
        }

        private boolean isFinished() {
            return pairs() >= PairRule.MOST_PAIRS || verdict.isDecided();
        }

        /** The number of deciding pairs. */
        int pairs() {
            return values.size();
        }

        boolean isJudged() {
            return pairs() >= PairRule.FEWEST_PAIRS;
        }

        Verdict verdict() {
            return verdict;
        }

        /** Whether SLOWER is right. */
        boolean isSlower() {
            return slowdown > 0;
        }

        /** Whether the last interval holds the truth. */
        boolean isCovered() {
            Estimate last = analyses().last();
            return Math.abs(last.logMean() - slowdown) <= last.logHalfWidth(rule.confidence());
        }
    }

    private final Kind kind;
    private final Random random;
    private final List<SimulatedRow> rows = new ArrayList<>();
    private Moderation prior;
    private List<SimulatedRow> chosen;
    private boolean choosesAll;
    private VerdictRule rule;

    /**
     * @param random decides what is measured, and the order of rows
     * @param slowdown of the slower rows, as a share
     */
    SimulatedSuite(Kind kind, double slowdown, Random random) {
        this.kind = kind;
        this.random = random;
        for (int n = 0; n < kind.rows; n++) {
            rows.add(new SimulatedRow(n < kind.slower() ? Math.log1p(slowdown) : 0));
        }
    }

    /** Gives the rows pairs until all are decided or clear, or the budget ends. */
    void measure() {
        Collections.shuffle(new ArrayList<>(rows), random); // the order of the first pairs
        choose();
        int left = kind.budget - kind.rows;
        for (List<SimulatedRow> next = next(); left > 0 && !next.isEmpty(); next = next()) {
            next.stream().limit(left).forEach(SimulatedRow::measure);
            left -= next.size();
        }
    }

    List<SimulatedRow> rows() {
        return rows;
    }

    private static double pick(double[] numbers, Random random) {
        return numbers[random.nextInt(numbers.length)];
    }

    private void choose() {
        Map<SimulatedRow, OptionalDouble> first = new LinkedHashMap<>();
        rows.forEach(row -> first.put(row, OptionalDouble.of(row.first)));
        Screen<SimulatedRow> screen = Screen.of(first, kind.budget - kind.rows);
        chosen = screen.chosen();
        choosesAll = screen.choosesAll();
        prior = Screen.prior(first);
        rule = rule();
    }

    private VerdictRule rule() {
        return PairRule.of(chosen.stream().mapToDouble(row -> row.probability).toArray(), VerdictRule.MARGIN, 1);
    }

    /** As {@link PairSchedule#decidingPairs}. */
    private List<SimulatedRow> next() {
        List<SimulatedRow> open =
                chosen.stream().filter(row -> !row.isFinished()).toList();
        List<SimulatedRow> without =
                open.stream().filter(row -> row.pairs() == 0).toList();
        if (!without.isEmpty()) {
            return without;
        }
        List<SimulatedRow> unclear = open.stream().filter(row -> !row.isClear).toList();
        if (!unclear.isEmpty()) {
            return part(unclear, Comparator.comparingDouble(row -> -row.mean));
        }
        return choosesAll ? part(open, Comparator.comparingInt(SimulatedRow::pairsUntilDecided)) : List.of();
    }

    private List<SimulatedRow> part(List<SimulatedRow> some, Comparator<SimulatedRow> order) {
        List<SimulatedRow> part = new ArrayList<>(some.stream()
                .sorted(order)
                .limit(Math.max(1, some.size() / PART))
                .toList());
        Collections.shuffle(part, random);
        return part;
    }

    /**
     * Measures and judges the rows as {@code compare} does, with {@link PairSchedule} and {@link PairJudge}.
     *
     * @return the verdicts in the order of the rows
     */
    List<RowVerdict> compare() {
        Map<RowKey, SimulatedRow> byKey = new LinkedHashMap<>();
        rows.forEach(row -> byKey.put(MadeUpSession.key("row" + byKey.size()), row));
        CompareLog session = new CompareLog(MadeUpSession.header(List.copyOf(byKey.keySet())));
        PairJudge judged = new PairJudge(
                List.of(session),
                session.header().settings().margin(),
                session.header().settings().quantities());
        Duration ofDecidingPair = FIRST_PAIR; // of rows with a fixed warm-up
        AtomicLong clock = new AtomicLong();
        PairSchedule schedule = new PairSchedule(
                byKey.keySet().stream()
                        .map(key -> new RowProgress(MadeUpSession.planned(key, 1)))
                        .toList(),
                List.of(),
                judged,
                random,
                FIRST_PAIR.multipliedBy(kind.rows).plus(ofDecidingPair.multipliedBy(kind.budget - kind.rows)),
                Duration.ZERO,
                clock::get);
        for (List<RowProgress> next = next(schedule, judged); !next.isEmpty(); next = next(schedule, judged)) {
            for (RowProgress row : next) {
                if (!schedule.isOver()) {
                    boolean isFirst = !judged.hasBegun(row.key());
                    SimulatedRow simulated = byKey.get(row.key());
                    judged.add(pair(row.key(), isFirst, isFirst ? simulated.first : simulated.pair()));
                    clock.addAndGet((isFirst ? FIRST_PAIR : ofDecidingPair).toNanos());
                }
            }
        }
        return judged.verdicts();
    }

    /** As {@link PairLoop#nextRound}. */
    private static List<RowProgress> next(PairSchedule schedule, PairJudge judged) {
        List<RowProgress> first = schedule.firstPairs();
        if (!first.isEmpty()) {
            return first;
        }
        if (judged.chosen().isEmpty()) {
            schedule.choice().forEach(row -> judged.add(new CompareLog.Chosen(row)));
        }
        return schedule.decidingPairs(List.of());
    }

    private static Pair pair(RowKey key, boolean isFirst, double difference) {
        Rows row = Rows.row().benchmark(key.benchmark());
        return new Pair(
                key,
                isFirst,
                row.of(List.of(List.of(1.0))),
                row.of(List.of(List.of(Math.exp(difference)))),
                FIRST_PAIR.toNanos());
    }
}

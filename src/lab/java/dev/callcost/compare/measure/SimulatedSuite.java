package dev.callcost.compare.measure;

import dev.callcost.compare.MadeUpSession;
import dev.callcost.compare.Rows;
import dev.callcost.compare.evidence.PairRule;
import dev.callcost.compare.evidence.PairRule.PairPrior;
import dev.callcost.compare.evidence.Quantities;
import dev.callcost.compare.judge.PairJudge;
import dev.callcost.compare.judge.RowVerdict;
import dev.callcost.compare.judge.Screen;
import dev.callcost.compare.session.Session;
import dev.callcost.compare.session.SessionEvent.ChosenRow;
import dev.callcost.compare.session.SessionEvent.Pair;
import dev.callcost.data.RowKey;
import dev.callcost.lab.ForkShape;
import dev.callcost.stats.Estimate;
import dev.callcost.stats.Moderation;
import dev.callcost.stats.Moderation.Own;
import dev.callcost.stats.VerdictRule;
import dev.callcost.stats.VerdictRule.Verdict;
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
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToDoubleFunction;

/**
 * The rows of one comparison whose truth is known. {@link Screen}, {@link PairPrior} and {@link PairRule} judge them.
 * The loop gives rows pairs as {@link PairSchedule} does, and judges them as {@link PairJudge} does, which take too
 * long for many comparisons.
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

    /** Half of an interval in standard errors, at a level: few are different, and each quantile takes long. */
    private static final Map<Critical, Double> QUANTILES = new ConcurrentHashMap<>();

    private record Critical(double level, double degrees) {
        private double quantile() {
            return new Estimate(0, 1, degrees, 2).logHalfWidth(1 - level);
        }
    }

    /** A row and what was measured of it. */
    final class SimulatedRow {
        private final double slowdown;
        private final Random own = new Random(random.nextLong());
        private final double deviation = pick(RECORDED.deviations(), own);
        private final double first;
        private final List<Double> values = new ArrayList<>();
        private double usual;
        private double probability = 1;
        private double sign;
        private Estimate all;
        private Estimate atLast;
        private Verdict verdict = Verdict.UNDECIDED;
        private boolean isClear;

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
            all = Estimate.ofLogs(values);
            usual = PairPrior.usual(all);
            prior = prior();
            if (PairRule.ANALYSES.contains(pairs())) {
                atLast = all;
                double reached = moderated(all).probabilityOf(0);
                if (reached < probability) {
                    probability = reached;
                    sign = all.logMean();
                }
                rule = rule();
            }
        }

        private void judge() {
            if (all == null) {
                return;
            }
            Estimate now = moderated(all);
            isClear = now.hasInterval() && now.logMean() + PairRule.CLEAR * Math.sqrt(now.variance()) < PairRule.FIND;
            verdict = Verdict.UNDECIDED;
            if (isJudged()) {
                Estimate last = moderated(atLast);
                if (last.hasInterval() && Math.abs(last.logMean()) + halfWidth(last) < Math.log1p(VerdictRule.MARGIN)) {
                    verdict = Verdict.SAME;
                } else if (probability <= rule.level()) {
                    verdict = sign > 0 ? Verdict.SLOWER : Verdict.FASTER;
                }
            }
        }

        private Estimate moderated(Estimate own) {
            return prior.moderated(Own.ofMean(own));
        }

        private double halfWidth(Estimate estimate) {
            return Math.sqrt(estimate.variance())
                    * QUANTILES.computeIfAbsent(new Critical(rule.level(), estimate.degrees()), Critical::quantile);
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

        double first() {
            return first;
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
            Estimate last = moderated(atLast);
            return Math.abs(last.logMean() - slowdown) <= halfWidth(last);
        }
    }

    private final Kind kind;
    private final Random random;
    private final List<SimulatedRow> rows = new ArrayList<>();
    private final Map<SimulatedRow, OptionalDouble> first = new LinkedHashMap<>();
    private final List<SimulatedRow> chosen = new ArrayList<>();
    private Moderation prior;
    private VerdictRule rule;

    /**
     * @param random decides what is measured, and the order of rows
     * @param slower how many rows are slower
     * @param slowdown of these, as a share
     */
    SimulatedSuite(Kind kind, int slower, double slowdown, Random random) {
        this.kind = kind;
        this.random = random;
        for (int n = 0; n < kind.rows; n++) {
            rows.add(new SimulatedRow(n < slower ? Math.log1p(slowdown) : 0));
        }
        rows.forEach(row -> first.put(row, OptionalDouble.of(row.first)));
    }

    /** Gives the rows pairs until all are decided or clear, or the budget ends. */
    void measure() {
        Collections.shuffle(new ArrayList<>(rows), random); // the order of the first pairs
        int left = kind.budget - kind.rows;
        choose(first, left);
        while (left > 0) {
            List<SimulatedRow> next = next();
            if (next.isEmpty() && !choose(suspects(), left)) {
                return;
            }
            for (SimulatedRow row : next.subList(0, Math.min(left, next.size()))) {
                row.measure();
                left--;
            }
            rows.forEach(SimulatedRow::judge);
        }
    }

    List<SimulatedRow> rows() {
        return rows;
    }

    private static double pick(double[] numbers, Random random) {
        return numbers[random.nextInt(numbers.length)];
    }

    /** Whether there were rows to choose. */
    private boolean choose(Map<SimulatedRow, OptionalDouble> candidates, int left) {
        if (!candidates.isEmpty()) {
            chosen.addAll(Screen.of(candidates, left).chosen());
            prior = prior();
            rule = rule();
        }
        return !candidates.isEmpty();
    }

    private Map<SimulatedRow, OptionalDouble> suspects() {
        Screen<SimulatedRow> screen = Screen.of(first, chosen);
        Map<SimulatedRow, OptionalDouble> suspects = new LinkedHashMap<>(first);
        chosen.forEach(suspects::remove);
        suspects.values().removeIf(value -> !screen.isSuspect(value));
        return suspects;
    }

    private Moderation prior() {
        List<SimulatedRow> telling = chosen.stream()
                .filter(row -> row.pairs() >= PairPrior.FEWEST_DECIDING)
                .toList();
        return telling.size() < PairPrior.FEWEST_ROWS
                ? PairPrior.ofFirst(rows.stream().mapToDouble(row -> row.first).toArray())
                : PairPrior.ofDeciding(
                        telling.stream().mapToDouble(row -> row.usual).toArray(),
                        telling.stream().mapToInt(row -> row.pairs() - 1).sum());
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
        return part(unclear.isEmpty() && chosen.size() == rows.size() ? open : unclear);
    }

    private List<SimulatedRow> part(List<SimulatedRow> some) {
        List<SimulatedRow> part = new ArrayList<>(some.stream()
                .sorted(Comparator.comparingDouble(row -> -row.all.logMean()))
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
        Session session = new Session(MadeUpSession.header(List.copyOf(byKey.keySet())));
        PairJudge judged = new PairJudge(
                List.of(session),
                session.header().settings().margin(),
                new Quantities(session.header().settings().choices()));
        Duration ofDecidingPair = FIRST_PAIR; // of rows with a fixed warm-up
        AtomicLong clock = new AtomicLong();
        PairSchedule schedule = new PairSchedule(
                List.of(byKey.keySet().stream()
                        .map(key -> new RowProgress(PlannedPairs.planned(key)))
                        .toList()),
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
        List<RowProgress> next;
        do {
            next = schedule.firstPairs();
            if (next.isEmpty()) {
                if (schedule.isChoosing()) {
                    schedule.choice().forEach(row -> judged.add(new ChosenRow(row)));
                }
                next = schedule.decidingPairs(List.of());
            }
        } while (next.isEmpty() && schedule.takesUpMore());
        return next;
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

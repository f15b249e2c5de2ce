package dev.callcost.compare.measure;

import dev.callcost.compare.evidence.PairRule;
import dev.callcost.compare.judge.PairJudge;
import dev.callcost.compare.judge.RowVerdict;
import dev.callcost.compare.judge.RowVerdict.Fate;
import dev.callcost.compare.judge.Screen;
import dev.callcost.compare.session.Session;
import dev.callcost.data.RowKey;
import dev.callcost.launch.RowPair;
import dev.callcost.work.WorkDelta.WorkKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * Which rows get the next pairs. Each row of the first tier gets a first pair. These choose the slowest rows, as many
 * as the budget has pairs for. Each chosen row gets a deciding pair, and then those that are open and not clear, the
 * slowest first. Where all rows are chosen, clear ones are measured last, until they are the same. When no chosen row
 * is open and the budget has pairs left, rows whose one pair was suspect are chosen, and then rows without a pair get
 * theirs, the earlier tier first. Their chosen rows are judged together with the earlier ones.
 */
final class PairSchedule {
    /** Of the budget: when it is over, rows without a first pair get none, so that there is time for deciding pairs. */
    private static final double FIRST_PAIRS = 2.0 / 3;

    /** The same where this is enough for all of them. */
    private static final double ALL_FIRST_PAIRS = 0.8;

    /** For estimates of time: a row without a change needs from 5 to 30 deciding pairs until it is the same. */
    private static final int USUAL_PAIRS = 20;

    /** Of the open rows, so many get the next pairs. */
    private static final int PART = 10;

    private final List<List<RowProgress>> tiers;
    private final Map<RowKey, RowProgress> rows = new LinkedHashMap<>();
    private final PairJudge judged;
    private final Random random;
    private final LongSupplier clock;
    private final long begin;
    private final Duration budget;
    private final long reserve;

    /** Rows of which some are to be chosen, by their first pairs; none while chosen rows get pairs. */
    private List<RowProgress> candidates;

    /** When the candidates' first pairs began. */
    private long candidatesBegin;

    /** How many pairs run at once. */
    private int atOnce = 1;

    /**
     * A schedule whose budget begins now.
     *
     * @param tiers the rows, those of the first tier first; a tier may be empty
     * @param judged what was measured of the rows; what comes is added there
     * @param budget after which no further pair begins
     * @param reserve of it, once a row is slower, for finding out why
     * @param clock nanoseconds
     */
    PairSchedule(
            List<List<RowProgress>> tiers,
            PairJudge judged,
            Random random,
            Duration budget,
            Duration reserve,
            LongSupplier clock) {
        this.tiers = tiers.stream().filter(tier -> !tier.isEmpty()).toList();
        this.judged = judged;
        this.random = random;
        this.budget = budget;
        this.reserve = reserve.toNanos();
        this.clock = clock;
        begin = clock.getAsLong();
        this.tiers.forEach(tier -> tier.stream().filter(this::hasBegun).forEach(this::add));
        takeUp(this.tiers.stream()
                .filter(tier -> tier.stream().noneMatch(row -> judged.chosen().contains(row.key())))
                .filter(tier -> judged.chosen().isEmpty() || tier.stream().anyMatch(this::hasBegun))
                .findFirst()
                .orElse(List.of()));
    }

    /**
     * The schedule of a session.
     *
     * @param tiers see {@link #PairSchedule}, like the other parameters
     */
    static PairSchedule of(
            Session session, List<List<RowPair>> tiers, Duration budget, Duration reserve, SideBySide machine) {
        PairSchedule schedule = new PairSchedule(
                tiers.stream()
                        .map(tier -> tier.stream()
                                .map(row -> RowProgress.of(row, session))
                                .toList())
                        .toList(),
                new PairJudge(session),
                new Random(session.header().settings().seed() + session.pairs().size()),
                budget,
                reserve,
                System::nanoTime);
        schedule.atOnce(machine.isFixed() ? machine.pairs() : 1);
        return schedule;
    }

    PairJudge judge() {
        return judged;
    }

    Random random() {
        return random;
    }

    Duration budget() {
        return budget;
    }

    private void add(RowProgress row) {
        rows.put(row.key(), row);
    }

    private boolean hasBegun(RowProgress row) {
        return judged.hasBegun(row.key());
    }

    private void takeUp(List<RowProgress> some) {
        some.forEach(this::add);
        candidates = List.copyOf(some);
        candidatesBegin = clock.getAsLong();
    }

    void atOnce(int pairs) {
        atOnce = pairs;
    }

    /** Whether first pairs are measured, or rows are to be chosen by them. */
    boolean isChoosing() {
        return !candidates.isEmpty();
    }

    /**
     * The rows that get their first pair next, shuffled: those that do other work first, and those that do the same
     * last, because the budget may end before them. None when the rows are chosen, or when the time for first pairs is
     * over.
     */
    List<RowProgress> firstPairs() {
        if (isOver()) {
            return List.of();
        }
        List<RowProgress> round = new ArrayList<>(withoutFirstPair());
        Collections.shuffle(round, random);
        round.sort(Comparator.comparingInt(this::turn));
        return round;
    }

    private int turn(RowProgress row) {
        return judged.work(row.key())
                .map(work -> work.isOther() ? 0 : work.kind() == WorkKind.SAME ? 2 : 1)
                .orElse(1);
    }

    private List<RowProgress> withoutFirstPair() {
        return candidates.stream().filter(row -> !hasBegun(row)).toList();
    }

    boolean hasMeasuredNone() {
        return judged.firstPairs().getCount() == 0;
    }

    /**
     * The candidates that are chosen, the slowest first; none where none has had a pair. There are no candidates
     * afterwards.
     */
    List<RowKey> choice() {
        Map<RowKey, OptionalDouble> all = judged.first();
        Map<RowKey, OptionalDouble> first = new LinkedHashMap<>();
        candidates.stream().filter(this::hasBegun).forEach(row -> first.put(row.key(), all.get(row.key())));
        List<RowKey> choice =
                first.isEmpty() ? List.of() : Screen.of(first, pairsLeft()).chosen();
        candidates = List.of();
        return choice;
    }

    /**
     * The rows that get deciding pairs next; none when there is nothing to decide, or the budget is over.
     *
     * @param running rows that have pairs now; they get no further one while another row can have it
     */
    List<RowProgress> decidingPairs(Collection<RowProgress> running) {
        if (isOver()) {
            return List.of();
        }
        List<RowKey> open = judged.chosen().stream()
                .filter(row -> rows.containsKey(row) && !isFinished(row))
                .toList();
        List<RowKey> others =
                open.stream().filter(row -> !running.contains(rows.get(row))).toList();
        List<RowProgress> next = decidingPairs(others);
        return next.isEmpty() && others.size() < open.size() ? decidingPairs(open) : next;
    }

    private List<RowProgress> decidingPairs(List<RowKey> open) {
        List<RowKey> without =
                open.stream().filter(row -> judged.slowest(row).isEmpty()).toList();
        if (!without.isEmpty()) {
            return runs(without);
        }
        List<RowKey> unclear = open.stream().filter(row -> !isClear(row)).toList();
        return part(
                unclear.isEmpty() ? open.stream().filter(this::isChosenWithAll).toList() : unclear);
    }

    /**
     * Takes up more rows when no chosen one is open.
     *
     * @return false when there is none, or the budget is over
     */
    boolean takesUpMore() {
        if (pairsLeft() == 0 || isOver()) {
            return false;
        }
        List<RowProgress> suspect = rows.values().stream()
                .filter(row -> judged.isSuspect(row.key()) && !judged.isGivenUp(row.key()))
                .toList();
        takeUp(
                suspect.isEmpty()
                        ? tiers.stream()
                                .map(tier -> tier.stream()
                                        .filter(Predicate.not(this::hasBegun))
                                        .toList())
                                .filter(tier -> !tier.isEmpty())
                                .findFirst()
                                .orElse(List.of())
                        : suspect);
        return isChoosing();
    }

    /** The slowest of the rows, shuffled. Rows that drift come last. */
    private List<RowProgress> part(List<RowKey> some) {
        if (some.isEmpty()) {
            return List.of();
        }
        List<RowProgress> part = runs(some.stream()
                .sorted(Comparator.<RowKey, Boolean>comparing(judged::isDrifting)
                        .thenComparingDouble(row -> -judged.slowest(row).getAsDouble()))
                .limit(Math.max(1, some.size() / PART))
                .toList());
        Collections.shuffle(part, random);
        return part;
    }

    /** The estimated time until all of a row is decided. */
    private long nanosUntilDecided(RowKey row) {
        int pairs = judged.slowest(row).isEmpty()
                ? USUAL_PAIRS
                : judged.verdicts(row).stream()
                        .mapToInt(RowVerdict::morePairs)
                        .max()
                        .orElse(0);
        return nanosOf(row, pairs);
    }

    private long nanosOf(RowKey row, int decidingPairs) {
        return rows.get(row).nanosPerPair(nanosOfDecidingPair()) * Math.min(decidingPairs, PairRule.MOST_PAIRS);
    }

    private List<RowProgress> runs(Collection<RowKey> keys) {
        return new ArrayList<>(keys.stream().map(rows::get).toList());
    }

    private boolean isChosenWithAll(RowKey row) {
        return judged.screen(judged.tier(row)).filter(Screen::choosesAll).isPresent();
    }

    boolean isFinished(RowKey row) {
        List<RowVerdict> verdicts = judged.verdicts(row);
        return judged.isGivenUp(row)
                || verdicts.stream().allMatch(RowVerdict::isFinished)
                        && verdicts.get(0).fate() != Fate.NOT_MEASURED;
    }

    private boolean isClear(RowKey row) {
        return judged.verdicts(row).stream().filter(it -> !it.isFinished()).allMatch(it -> it.fate() == Fate.CLEAR);
    }

    /** How many rows can still get pairs. */
    long open() {
        return rows.keySet().stream().filter(this::isOpen).count();
    }

    int size() {
        return rows.size();
    }

    private boolean isOpen(RowKey row) {
        boolean isCandidate = candidates.stream().anyMatch(it -> it.key().equals(row));
        return isCandidate
                ? !isFinished(row)
                : judged.chosen().contains(row) && !isFinished(row) && (isChosenWithAll(row) || !isClear(row));
    }

    private boolean isOverForFirstPairs() {
        long all = budget.toNanos() - (candidatesBegin - begin);
        long over = clock.getAsLong() - candidatesBegin;
        return over > nanosForFirstPairs(all, over) && candidates.stream().anyMatch(this::hasBegun);
    }

    /** @param over how many of all nanoseconds are over */
    private double nanosForFirstPairs(long all, long over) {
        boolean isEnough = over + withoutFirstPair().size() * nanosOfFirstPair() <= ALL_FIRST_PAIRS * all;
        return (isEnough ? ALL_FIRST_PAIRS : FIRST_PAIRS) * all;
    }

    /** Whether no further pair begins. */
    boolean isOver() {
        return nanosToEnd() <= 0 || isChoosing() && isOverForFirstPairs();
    }

    private long nanosToEnd() {
        boolean isAnySlower = reserve > 0
                && judged.chosen().stream()
                        .anyMatch(row -> judged.verdicts(row).get(0).fate() == Fate.SLOWER);
        return budget.toNanos() - (clock.getAsLong() - begin) - (isAnySlower ? reserve : 0);
    }

    private long pairsLeft() {
        return Math.max(0, nanosToEnd() / nanosOfDecidingPair());
    }

    long nanosOfFirstPair() {
        LongSummaryStatistics nanos = judged.firstPairs();
        return nanos.getCount() > 0 ? Math.round(nanos.getAverage()) : RowProgress.plannedNanos(any().first()) / atOnce;
    }

    /** As long as a first pair, and as much longer as its warm-up is expected to take. */
    private long nanosOfDecidingPair() {
        RowProgress row = any();
        return nanosOfFirstPair()
                + (RowProgress.plannedNanos(row.row()) - RowProgress.plannedNanos(row.first())) / atOnce;
    }

    private RowProgress any() {
        return tiers.get(0).get(0);
    }

    /**
     * For how many rows of the first tier the time for first pairs is enough, estimated before the first pair; for all
     * when the rows are chosen.
     */
    long firstPairsInBudget() {
        return isChoosing()
                ? judged.first().size() + (long) (nanosForFirstPairs(budget.toNanos(), 0) / nanosOfFirstPair())
                : rows.size();
    }

    /** The estimated time of the schedule before its first pair, with the rows of all tiers. */
    long planned() {
        long takenUp =
                nanosLeft(row -> judged.chosen().contains(row) ? nanosUntilDecided(row) : nanosOf(row, USUAL_PAIRS));
        return Math.min(
                Math.max(0, Math.min(takenUp, nanosToEnd())) + notTakenUp() * nanosOfRow(USUAL_PAIRS),
                budget.toNanos());
    }

    private long notTakenUp() {
        return tiers.stream().mapToLong(List::size).sum() - rows.size();
    }

    /** The same where each row gets all pairs that a session measures. */
    long plannedAtMost() {
        return Math.min((rows.size() + notTakenUp()) * nanosOfRow(PairRule.MOST_PAIRS), budget.toNanos());
    }

    /** Whether a planned time is all that the budget still has. */
    boolean takesBudget(long nanos) {
        return nanos >= nanosToEnd();
    }

    private long nanosOfRow(int decidingPairs) {
        return nanosOfFirstPair() + decidingPairs * nanosOfDecidingPair();
    }

    private long nanosLeft(ToLongFunction<RowKey> ofDecidingPairs) {
        return withoutFirstPair().size() * nanosOfFirstPair()
                + rows.keySet().stream()
                        .filter(this::isOpen)
                        .mapToLong(ofDecidingPairs)
                        .sum();
    }

    /**
     * The time until the budget is over, or until all rows that may get pairs have had all of theirs and the reserve is
     * spent. The estimate would jump up and down with each pair.
     */
    long nanosLeftAtMost() {
        long pairs =
                nanosLeft(row -> nanosOf(row, PairRule.MOST_PAIRS)) + notTakenUp() * nanosOfRow(PairRule.MOST_PAIRS);
        return Math.max(0, Math.min(pairs + reserve, budget.toNanos() - (clock.getAsLong() - begin)));
    }
}

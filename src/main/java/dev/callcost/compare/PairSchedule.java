package dev.callcost.compare;

import dev.callcost.data.RowKey;
import dev.callcost.stats.Verdict;
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
import java.util.stream.Stream;

/**
 * Which rows get the next pairs. Each row gets a first pair. These choose the slowest rows, as many as the budget has pairs for. Each chosen row gets a deciding
 * pair, and then those that are open and not clear, the slowest first. Where all rows are chosen, clear ones are measured until they are the same, those
 * that need the least time first. Rows that run changed methods only while they are set up are measured too where the budget has pairs for all others.
 */
final class PairSchedule {
    /** Of the budget: when it is over, rows without a first pair get none, so that there is time for deciding pairs. */
    private static final double FIRST_PAIRS = 2.0 / 3;

    /** The pairs that a row is expected to need: the first one, and the deciding ones that its choice is based on. */
    private static final int PAIRS_OF_ROW = 1 + Screen.PAIRS_PER_ROW;

    /** For estimates of time: a row without a change needs from 5 to 30 deciding pairs until it is the same. */
    private static final int USUAL_PAIRS = 20;

    /** Of the open rows, so many get the next pairs. */
    private static final int PART = 10;

    private final Map<RowKey, RowProgress> rows = new LinkedHashMap<>();
    private final List<RowProgress> inSetUp = new ArrayList<>();
    private final PairJudge judged;
    private final Random random;
    private final LongSupplier clock;
    private final long begin;
    private final Duration budget;
    private final long reserve;

    /**
     * A schedule whose budget begins now.
     *
     * @param inSetUp rows that are measured where the budget has pairs left
     * @param judged what was measured of the rows; what comes is added there
     * @param budget after which no further pair begins
     * @param reserve of it, once a row is slower, for finding out why
     * @param clock nanoseconds
     */
    PairSchedule(
            List<RowProgress> reached,
            List<RowProgress> inSetUp,
            PairJudge judged,
            Random random,
            Duration budget,
            Duration reserve,
            LongSupplier clock) {
        this.judged = judged;
        this.random = random;
        this.budget = budget;
        this.reserve = reserve.toNanos();
        this.clock = clock;
        this.begin = clock.getAsLong();
        add(reached);
        add(inSetUp.stream().filter(row -> judged.hasBegun(row.key())).toList());
        if (isChoosing()) {
            inSetUp.stream().filter(row -> !judged.hasBegun(row.key())).forEach(this.inSetUp::add);
        }
    }

    private void add(List<RowProgress> more) {
        more.forEach(row -> rows.put(row.key(), row));
    }

    /** Whether first pairs are measured. */
    private boolean isChoosing() {
        return judged.chosen().isEmpty();
    }

    /** The rows that get their first pair next, shuffled; none when the rows are chosen, or when the time for first pairs is over. */
    List<RowProgress> firstPairs() {
        if (!isChoosing() || isOverForFirstPairs()) {
            return List.of();
        }
        List<RowProgress> round = new ArrayList<>(withoutFirstPair());
        if (round.isEmpty()) {
            round = admitted();
        }
        Collections.shuffle(round, random);
        return round;
    }

    private List<RowProgress> withoutFirstPair() {
        return rows.values().stream().filter(row -> !judged.hasBegun(row.key())).toList();
    }

    /** Rows that are reached in set-up, as many as the budget has pairs for. Their number does not depend on what was measured but time. */
    private List<RowProgress> admitted() {
        long pairs = pairsLeft() - (long) Screen.PAIRS_PER_ROW * rows.size();
        Collections.shuffle(inSetUp, random);
        List<RowProgress> admitted =
                new ArrayList<>(inSetUp.subList(0, (int) Math.max(0, Math.min(inSetUp.size(), pairs / PAIRS_OF_ROW))));
        inSetUp.clear();
        add(admitted);
        return admitted;
    }

    boolean hasMeasuredNone() {
        return isChoosing() && judged.firstPairs().getCount() == 0;
    }

    /** The rows that are chosen, the slowest first; none where no row has had a pair. */
    List<RowKey> choice() {
        Map<RowKey, OptionalDouble> first = judged.first();
        return first.isEmpty() ? List.of() : Screen.of(first, pairsLeft()).chosen();
    }

    /** The rows that get deciding pairs next; none when there is nothing to decide, or the budget is over. */
    List<RowProgress> decidingPairs() {
        if (isOver()) {
            return List.of();
        }
        List<RowKey> open = judged.chosen().stream()
                .filter(row -> rows.containsKey(row) && !isFinished(row))
                .toList();
        List<RowKey> without =
                open.stream().filter(row -> judged.slowest(row).isEmpty()).toList();
        if (!without.isEmpty()) {
            return runs(without);
        }
        List<RowKey> unclear = open.stream().filter(row -> !isClear(row)).toList();
        if (!unclear.isEmpty()) {
            return part(
                    unclear,
                    Comparator.comparingDouble(row -> -judged.slowest(row).getAsDouble()));
        }
        // the slowest row would get all pairs, and the others would never be the same
        return choosesAll() ? part(open, Comparator.comparingLong(this::nanosUntilDecided)) : List.of();
    }

    /** The first of the rows in an order, shuffled. */
    private List<RowProgress> part(List<RowKey> some, Comparator<RowKey> order) {
        List<RowProgress> part = runs(some.stream()
                .sorted(order)
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

    private boolean choosesAll() {
        return judged.screen().filter(Screen::choosesAll).isPresent();
    }

    boolean isFinished(RowKey row) {
        List<RowVerdict> verdicts = judged.verdicts(row);
        return judged.isGivenUp(row)
                || verdicts.stream().allMatch(RowVerdict::isFinished)
                        && verdicts.get(0).verdict() != Verdict.NOT_MEASURED;
    }

    private boolean isClear(RowKey row) {
        return judged.verdicts(row).stream()
                .filter(it -> !it.isFinished())
                .allMatch(it -> it.verdict() == Verdict.CLEAR);
    }

    /** How many rows can still get pairs. */
    long open() {
        return rows.keySet().stream().filter(this::isOpen).count();
    }

    int size() {
        return rows.size();
    }

    private boolean isOpen(RowKey row) {
        return !isFinished(row) && (isChoosing() || judged.chosen().contains(row)) && (choosesAll() || !isClear(row));
    }

    private boolean isOverForFirstPairs() {
        return nanosOver() > FIRST_PAIRS * budget.toNanos()
                && judged.firstPairs().getCount() > 0;
    }

    /** Whether no further pair begins. */
    boolean isOver() {
        return nanosToEnd() <= 0 || isChoosing() && isOverForFirstPairs();
    }

    private long nanosOver() {
        return clock.getAsLong() - begin;
    }

    private long nanosToEnd() {
        boolean isAnySlower = reserve > 0
                && judged.chosen().stream()
                        .anyMatch(row -> judged.verdicts(row).get(0).verdict() == Verdict.SLOWER);
        return budget.toNanos() - nanosOver() - (isAnySlower ? reserve : 0);
    }

    private long pairsLeft() {
        return Math.max(0, nanosToEnd() / nanosOfDecidingPair());
    }

    private long nanosOfFirstPair() {
        LongSummaryStatistics nanos = judged.firstPairs();
        return nanos.getCount() > 0 ? Math.round(nanos.getAverage()) : RowProgress.plannedNanos(any().first());
    }

    /** As long as a first pair, and as much longer as its warm-up is expected to take. */
    private long nanosOfDecidingPair() {
        RowProgress row = any();
        return nanosOfFirstPair() + RowProgress.plannedNanos(row.row()) - RowProgress.plannedNanos(row.first());
    }

    private RowProgress any() {
        return Stream.concat(rows.values().stream(), inSetUp.stream())
                .findFirst()
                .orElseThrow();
    }

    /** For how many rows the time for first pairs is enough, estimated before the first pair; for all when the rows are chosen. */
    long firstPairsInBudget() {
        return isChoosing()
                ? judged.first().size() + (long) (FIRST_PAIRS * budget.toNanos() / nanosOfFirstPair())
                : rows.size();
    }

    /** The estimated time of the schedule before its first pair, with the rows that are reached in set-up. */
    long planned() {
        return Math.min(nanosLeft() + inSetUp.size() * nanosOfRow(USUAL_PAIRS), budget.toNanos());
    }

    /** The same where each row gets all pairs that a session measures. */
    long plannedAtMost() {
        return Math.min((rows.size() + inSetUp.size()) * nanosOfRow(PairRule.MOST_PAIRS), budget.toNanos());
    }

    /** Whether a planned time is all that the budget still has. */
    boolean takesBudget(long nanos) {
        return nanos >= nanosToEnd();
    }

    private long nanosOfRow(int decidingPairs) {
        return nanosOfFirstPair() + decidingPairs * nanosOfDecidingPair();
    }

    /** The estimated time until the schedule is over. */
    long nanosLeft() {
        boolean isChoosing = isChoosing();
        long nanos = isChoosing ? withoutFirstPair().size() * nanosOfFirstPair() : 0;
        for (RowKey row : isChoosing ? rows.keySet() : judged.chosen()) {
            if (rows.containsKey(row) && isOpen(row)) {
                nanos += isChoosing ? nanosOf(row, USUAL_PAIRS) : nanosUntilDecided(row);
            }
        }
        return Math.max(0, Math.min(nanos, nanosToEnd()));
    }
}

package dev.callcost.compare;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * Spends the budget of a comparison. First each row, in order, gets its burn-in pair. A row is left out when the budget is too short for its first interim
 * analysis after the rows before it: so the budget decides which rows are measured before any pair counts. Then rounds give a pair to every row without a
 * verdict, shuffled, so that drift affects rows alike. The seed and the pairs that count determine the order.
 */
final class BudgetedRounds {
    private final List<RowRun> rows;
    private final List<RowRun> waiting;
    private final Random random;
    private final LongSupplier clock;
    private final long end;
    private final List<RowRun> admitted = new ArrayList<>();
    private final List<RowRun> leftOut = new ArrayList<>();
    private RowRun candidate;
    private boolean admitting = true;

    /**
     * Rounds whose budget begins now.
     *
     * @param rows in the order in which they receive the budget
     * @param random decides the order of the rows
     * @param budget after which no further pair begins
     * @param clock nanoseconds
     */
    BudgetedRounds(List<RowRun> rows, Random random, Duration budget, LongSupplier clock) {
        this.rows = rows;
        this.waiting = new ArrayList<>(rows);
        this.random = random;
        this.clock = clock;
        this.end = clock.getAsLong() + budget.toNanos();
    }

    /** The rows of the next round: one that gets its burn-in pair, later all that can use a pair; none when all have verdicts or the budget is over. */
    List<RowRun> nextRound() {
        if (admitting) {
            candidate = nextToAdmit();
            if (candidate != null) {
                return List.of(candidate);
            }
            admitting = false;
            leftOut.addAll(waiting);
            admitted.forEach(row -> row.judgeAmong(admitted.size()));
        }
        if (isOver()) {
            return List.of();
        }
        List<RowRun> round = worthwhile();
        Collections.shuffle(round, random);
        return round;
    }

    /** The row that gets a burn-in pair next, or null. A row whose pair failed gets another. */
    private RowRun nextToAdmit() {
        if (candidate != null) {
            boolean finished = candidate.isFinished();
            if (candidate.isBurnIn() && !finished && !isOver()) {
                return candidate;
            }
            (finished || isAffordable(candidate) ? admitted : leftOut).add(candidate);
        }
        RowRun next = isOver()
                ? null
                : waiting.stream().filter(this::isAffordable).findFirst().orElse(null);
        waiting.remove(next);
        return next;
    }

    /**
     * The open rows that can still reach their next interim analysis, because a pair that reaches none is wasted; all when the time suffices for none. If it
     * suffices for some, rows before their first interim analysis come first, then those that are nearest to theirs; measured differences do not matter. Rows
     * that are to be confirmed come last, so that a slow quarter of an hour is over, and their time is reserved.
     */
    private List<RowRun> worthwhile() {
        Map<Boolean, List<RowRun>> byConfirming = open().stream()
                .sorted(Comparator.comparing(RowRun::isPastFirstAnalysis).thenComparingLong(RowRun::nanosToAnalysis))
                .collect(Collectors.partitioningBy(RowRun::isConfirming));
        List<RowRun> confirming = byConfirming.get(true);
        List<RowRun> rows = byConfirming.get(false);
        List<RowRun> worthwhile = fitting(rows, nanosToEnd() - sum(confirming, RowRun::nanosToAnalysis));
        if (worthwhile.isEmpty() && !confirming.isEmpty()) {
            rows = confirming;
            worthwhile = fitting(confirming, nanosToEnd());
        }
        return worthwhile.isEmpty() ? rows : worthwhile;
    }

    /** The rows, the first first, that reach their next interim analysis in some time. */
    private static List<RowRun> fitting(List<RowRun> rows, long nanos) {
        List<RowRun> fitting = new ArrayList<>();
        long left = nanos;
        for (RowRun row : rows) {
            if (row.nanosToAnalysis() <= left) {
                fitting.add(row);
                left -= row.nanosToAnalysis();
            }
        }
        return fitting;
    }

    boolean isAdmitting() {
        return admitting;
    }

    List<RowRun> leftOut() {
        return leftOut;
    }

    /** Whether the time suffices for the row and the admitted ones. One row is measured in any case. */
    private boolean isAffordable(RowRun row) {
        return open().isEmpty() || nanosToAnalysis(row) <= nanosToEnd() - sum(open(), this::nanosToAnalysis);
    }

    /** Calculated from the row's pairs; before the first from its plan, scaled by how long the other rows took compared with their plans. */
    private long nanosToAnalysis(RowRun row) {
        List<RowRun> measured = rows.stream().filter(it -> !it.isBurnIn()).toList();
        return !row.isBurnIn() || measured.isEmpty()
                ? row.nanosToAnalysis()
                : Math.round(row.nanosToAnalysis()
                        * ((double) sum(measured, RowRun::nanosPerPair) / sum(measured, RowRun::plannedNanos)));
    }

    private static long sum(List<RowRun> rows, ToLongFunction<RowRun> nanos) {
        return rows.stream().mapToLong(nanos).sum();
    }

    /** The estimated nanoseconds that lack to bring all rows, also those left out, to their first interim analysis; not positive when none lack. */
    long nanosLacking() {
        return admitting ? 0 : sum(open(), this::nanosToAnalysis) + sum(leftOut, this::nanosToAnalysis) - nanosToEnd();
    }

    List<RowRun> open() {
        return admitted.stream().filter(row -> !row.isFinished()).toList();
    }

    boolean isOver() {
        return nanosToEnd() <= 0;
    }

    private long nanosToEnd() {
        return end - clock.getAsLong();
    }

    /** The estimated time until all rows have verdicts or the budget ends. */
    long nanosLeft() {
        return Math.max(0, Math.min(sum(rows, RowRun::nanosLeft), nanosToEnd()));
    }
}

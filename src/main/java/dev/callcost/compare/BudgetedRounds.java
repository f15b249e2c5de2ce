package dev.callcost.compare;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;

/**
 * Spends the budget of a comparison. First each row, in order, gets its burn-in pair. A row is left out when the budget is too short for its first interim
 * analysis after the rows before it. The time until then is planned, corrected by the pairs so far, and known once the row's own pair is measured. So the
 * budget decides which rows are measured before any pair counts. Then rounds give a pair to every row without a verdict.
 */
final class BudgetedRounds {
    private final List<RowRun> rows;
    private final List<RowRun> waiting;
    private final Schedule<RowRun> schedule;
    private final double margin;
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
     * @param budget after which no further pair begins
     * @param clock nanoseconds
     */
    BudgetedRounds(List<RowRun> rows, Schedule<RowRun> schedule, double margin, Duration budget, LongSupplier clock) {
        this.rows = rows;
        this.waiting = new ArrayList<>(rows);
        this.schedule = schedule;
        this.margin = margin;
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
            PairedRule rule = PairedRule.forEachOf(Math.max(1, admitted.size()), margin);
            admitted.forEach(row -> row.judgeBy(rule));
        }
        List<RowRun> open = open();
        return open.isEmpty() || isOver()
                ? List.of()
                : schedule.round(schedule.worthwhile(open, RowRun::isPastFirstLook, RowRun::nanosToLook, nanosToEnd()));
    }

    /** The row that gets a burn-in pair next, or null. A row whose pair failed gets another. */
    private RowRun nextToAdmit() {
        if (candidate != null) {
            boolean finished = candidate.judged().isFinished();
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

    boolean isAdmitting() {
        return admitting;
    }

    List<RowRun> leftOut() {
        return leftOut;
    }

    /** Whether the time suffices for the row and the admitted ones. One row is measured in any case. */
    private boolean isAffordable(RowRun row) {
        return open().isEmpty() || nanosToLook(row) <= nanosToEnd() - sum(open(), this::nanosToLook);
    }

    /** Calculated from the row's pairs; before the first from its plan, scaled by how long the other rows took compared with their plans. */
    private long nanosToLook(RowRun row) {
        List<RowRun> measured = rows.stream().filter(it -> !it.isBurnIn()).toList();
        return !row.isBurnIn() || measured.isEmpty()
                ? row.nanosToLook()
                : Math.round(row.nanosToLook()
                        * ((double) sum(measured, RowRun::nanosPerPair) / sum(measured, RowRun::plannedNanos)));
    }

    private static long sum(List<RowRun> rows, ToLongFunction<RowRun> nanos) {
        return rows.stream().mapToLong(nanos).sum();
    }

    /** The estimated nanoseconds that lack to bring all rows, also those left out, to their first interim analysis; not positive when none lack. */
    long nanosLacking() {
        return admitting ? 0 : sum(open(), this::nanosToLook) + sum(leftOut, this::nanosToLook) - nanosToEnd();
    }

    List<RowRun> open() {
        return admitted.stream().filter(row -> !row.judged().isFinished()).toList();
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

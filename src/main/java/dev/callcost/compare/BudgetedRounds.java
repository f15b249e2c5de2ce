package dev.callcost.compare;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

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
    private Optional<RowRun> candidate = Optional.empty();
    private boolean admitting = true;

    /**
     * Rounds whose budget begins now.
     *
     * @param rows in the order in which the budget is given to them
     * @param margin the relative difference that does not matter
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
            if (candidate.isPresent()) {
                return List.of(candidate.get());
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

    /** The row that gets a burn-in pair next: the former one again when its pair failed. */
    private Optional<RowRun> nextToAdmit() {
        if (candidate.isPresent()) {
            RowRun row = candidate.get();
            boolean finished = row.judged().isFinished();
            if (row.isBurnIn() && !finished && !isOver()) {
                return candidate;
            }
            (finished || isAffordable(row) ? admitted : leftOut).add(row);
        }
        Optional<RowRun> next = isOver() ? Optional.empty() : affordable();
        next.ifPresent(waiting::remove);
        return next;
    }

    /** Whether rows still get their burn-in pairs. */
    boolean isAdmitting() {
        return admitting;
    }

    /** The rows for which the budget is too short, as far as this is known. */
    List<RowRun> leftOut() {
        return leftOut;
    }

    private Optional<RowRun> affordable() {
        return waiting.stream().filter(this::isAffordable).findFirst();
    }

    /** Whether the time suffices for the row and those before it. One row is measured even if the time does not suffice. */
    private boolean isAffordable(RowRun row) {
        return open().isEmpty() || nanosToLook(row) <= nanosToEnd() - nanosToLook(open());
    }

    /** About how long open rows take to their next looks. */
    private long nanosToLook(List<RowRun> open) {
        return open.stream().mapToLong(this::nanosToLook).sum();
    }

    /** Calculated from the row's pairs; before the first from its plan, scaled by how long the other rows took compared with their plans. */
    private long nanosToLook(RowRun row) {
        List<RowRun> measured = rows.stream().filter(it -> !it.isBurnIn()).toList();
        return !row.isBurnIn() || measured.isEmpty()
                ? row.nanosToLook()
                : Math.round(row.nanosToLook()
                        * (measured.stream().mapToDouble(RowRun::nanosPerPair).sum()
                                / measured.stream()
                                        .mapToDouble(RowRun::plannedNanos)
                                        .sum()));
    }

    /** The estimated nanoseconds that lack to bring all rows, also those left out, to their first interim analysis; not positive when none lack. */
    long nanosLacking() {
        return admitting ? 0 : nanosToLook(open()) + nanosToLook(leftOut) - nanosToEnd();
    }

    /** The rows that are measured and have no verdict yet. */
    List<RowRun> open() {
        return admitted.stream().filter(row -> !row.judged().isFinished()).toList();
    }

    /** Whether the budget ended. */
    boolean isOver() {
        return nanosToEnd() <= 0;
    }

    private long nanosToEnd() {
        return end - clock.getAsLong();
    }

    /** About how long it will still take. */
    long nanosLeft() {
        long needed = rows.stream().mapToLong(RowRun::nanosLeft).sum();
        return Math.max(0, Math.min(needed, nanosToEnd()));
    }
}

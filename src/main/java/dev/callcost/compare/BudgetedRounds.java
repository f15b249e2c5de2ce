package dev.callcost.compare;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Spends a comparison's budget. First each row in its order gets the pair that is thrown away, and is left out when the budget is too short to bring
 * it, after the rows before it, to its first look. How long that takes is planned, corrected by what the pairs so far took, and known once the row's own
 * pair is measured. So the budget decides which rows are measured, before any pair counts. Then rounds give a pair to every row that is open.
 */
final class BudgetedRounds {
    private final List<RowRun> rows;
    private final Schedule<RowRun> schedule;
    private final double margin;
    private final LongSupplier clock;
    private final long end;
    private final List<RowRun> admitted = new ArrayList<>();
    private final List<RowRun> leftOut = new ArrayList<>();
    private boolean stopped;

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
        this.schedule = schedule;
        this.margin = margin;
        this.clock = clock;
        this.end = clock.getAsLong() + budget.toNanos();
    }

    /**
     * Measures the pairs that are thrown away, and decides which rows are measured on. These alone share the rule.
     *
     * @param pair measures a row's next pair, and is false when the run is stopped
     * @return the rows that are left out
     */
    List<RowRun> admit(Predicate<RowRun> pair) {
        List<RowRun> waiting = new ArrayList<>(rows);
        for (Optional<RowRun> next = affordable(waiting); next.isPresent() && !isOver(); next = affordable(waiting)) {
            RowRun row = next.get();
            waiting.remove(row);
            while (row.isBurnIn() && !row.judged().isFinished() && !isOver()) {
                stopped = !pair.test(row);
            }
            (stopped || row.judged().isFinished() || isAffordable(row) ? admitted : leftOut).add(row);
        }
        (stopped ? admitted : leftOut).addAll(waiting);
        PairedRule rule = PairedRule.forEachOf(Math.max(1, admitted.size()), margin);
        admitted.forEach(row -> row.judgeBy(rule));
        return leftOut;
    }

    private Optional<RowRun> affordable(List<RowRun> waiting) {
        return waiting.stream().filter(this::isAffordable).findFirst();
    }

    /** Whether the time suffices for it and those before it. One row is measured even if it does not. */
    private boolean isAffordable(RowRun row) {
        return open().isEmpty() || nanosToLook(row) <= nanosToEnd() - nanosToLook(open());
    }

    /** About how long open rows take to their next looks. */
    private long nanosToLook(List<RowRun> open) {
        return open.stream().mapToLong(this::nanosToLook).sum();
    }

    /** By what the row's pairs took; before its first by its plan, as much longer or shorter as the plans of the others were. */
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

    /**
     * About how much time lacks to bring all rows to their first look, those that are left out among them; not positive when none does, or the run is
     * stopped.
     */
    long nanosLacking() {
        return stopped ? 0 : nanosToLook(open()) + nanosToLook(leftOut) - nanosToEnd();
    }

    /** Gives pairs to the rows that are measured, until they have verdicts or the budget is over. */
    void run(Predicate<RowRun> pair) {
        for (List<RowRun> open = open(); !open.isEmpty() && !isOver(); open = open()) {
            List<RowRun> worthwhile =
                    schedule.worthwhile(open, RowRun::isPastFirstLook, RowRun::nanosToLook, nanosToEnd());
            for (RowRun row : schedule.round(worthwhile)) {
                stopped = isOver() || !pair.test(row);
            }
        }
    }

    /** The rows that are measured and have no verdict yet. */
    List<RowRun> open() {
        return admitted.stream().filter(row -> !row.judged().isFinished()).toList();
    }

    private boolean isOver() {
        return stopped || nanosToEnd() <= 0;
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

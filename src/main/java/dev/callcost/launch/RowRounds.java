package dev.callcost.launch;

import dev.callcost.text.Numbers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A plan that gives each row one fork in every round until the row has all its forks: the first rows in a new random order, then the others.
 *
 * <p>JMH alone runs all forks of a row one after the other, so a machine that is slow for some minutes slows down some rows and not others. Rounds spread
 * the slow minutes over all rows, and the ratio of two rows holds. The results are complete whenever the run ends early, and a failing fork costs its row
 * one fork.
 */
public abstract class RowRounds implements Plan<PlannedRow> {
    /** The estimated overhead of a fork before the first has ended. */
    private static final double FIRST_GUESS_NANOS = 1.5e9;

    final List<PlannedRow> rows;
    final Predicate<PlannedRow> first;

    List<PlannedRow> inOrder = List.of();
    int round;

    private final Random order;
    private final Set<PlannedRow> toCome = new HashSet<>();
    private final Set<PlannedRow> ended = new HashSet<>();
    private final Map<PlannedRow, Integer> failed = new HashMap<>();
    private final List<String> failures = new ArrayList<>();
    private final List<String> skips = new ArrayList<>();
    private final Map<PlannedRow, LongSummaryStatistics> took = new HashMap<>();
    private final LongSummaryStatistics overhead = new LongSummaryStatistics();
    private long forkStart;

    /**
     * @param first the rows that are measured first in each round
     * @param seed decides the order of the rows in each round
     */
    protected RowRounds(List<PlannedRow> rows, Predicate<PlannedRow> first, long seed) {
        this.rows = rows;
        this.first = first;
        this.order = new Random(seed);
    }

    protected abstract void tell(ForkOutcome outcome, String text);

    /** Keeps how a row's fork ended. Returns a failure where the fork measured something that cannot be used. */
    protected abstract ForkOutcome keep(PlannedRow row, ForkOutcome outcome);

    protected abstract String text(ForkOutcome.Measured fork);

    protected abstract boolean isGivenUp(PlannedRow row, int failures);

    /** Forks that failed, one line each. */
    public final List<String> failures() {
        return failures;
    }

    /** Rows that cannot run here, with the reason, one line each. */
    public final List<String> skips() {
        return skips;
    }

    public final int rounds() {
        return rows.stream().mapToInt(PlannedRow::rounds).max().orElse(0);
    }

    /** The estimated nanoseconds that the rounds will still take. */
    public long nanosLeft() {
        return rows.stream()
                .filter(row -> !hasEnded(row) && !skips(row))
                .mapToLong(row -> forksLeft(row, toCome.contains(row) ? round : round + 1) * nanosPerFork(row))
                .sum();
    }

    /** How many forks a row still gets from a round on, unless it ends. */
    int forksLeft(PlannedRow row, int from) {
        return Math.max(0, row.rounds() - from + 1);
    }

    /**
     * Estimates a fork of a row: as long as those it had took on average; without any, its planned iterations and the overhead (start, set-up, tear-down) of
     * the forks so far.
     */
    final long nanosPerFork(PlannedRow row) {
        double overheads = overhead.getCount() == 0 ? FIRST_GUESS_NANOS : overhead.getAverage();
        return (long) (took.containsKey(row) ? took.get(row).getAverage() : row.iterationNanos() + overheads);
    }

    /** The estimated nanoseconds of a fork of each of the rows that are measured first; 0 when there are none. */
    public final long nanosOfFirst() {
        return rows.stream().filter(first).mapToLong(this::nanosPerFork).sum();
    }

    /** Whether the row gets no more forks: it cannot run here, or is given up. */
    final boolean hasEnded(PlannedRow row) {
        return ended.contains(row);
    }

    /** Begins the next round; false when all rounds are over. */
    final boolean beginRound() {
        round++;
        inOrder = new ArrayList<>();
        for (Predicate<PlannedRow> some : List.of(first, first.negate())) {
            List<PlannedRow> part = new ArrayList<>(
                    rows.stream().filter(some).filter(this::takesPart).toList());
            Collections.shuffle(part, order);
            inOrder.addAll(part);
        }
        toCome.clear();
        toCome.addAll(inOrder);
        return round <= rounds();
    }

    boolean takesPart(PlannedRow row) {
        return round <= row.rounds() && !hasEnded(row);
    }

    @Override
    public List<PlannedRow> nextRound() {
        return beginRound() ? inOrder : List.of();
    }

    @Override
    public void begins(PlannedRow row) {
        forkStart = System.nanoTime();
    }

    final long forkNanos() {
        return System.nanoTime() - forkStart;
    }

    /** The place of a row in its round, from 1. */
    final int place(PlannedRow row) {
        return inOrder.indexOf(row) + 1;
    }

    @Override
    public void ended(PlannedRow row, List<ForkOutcome> outcomes) {
        took(row, forkNanos());
        ForkOutcome outcome = keep(row, outcomes.get(0));
        count(row, outcome);
        String text = "round " + round + "/" + rounds() + ", row " + place(row) + "/" + inOrder.size() + "  "
                + row.key().label() + ": ";
        if (outcome instanceof ForkOutcome.Measured fork) {
            text += text(fork) + ", " + Numbers.duration(nanosLeft()) + " left";
        } else if (outcome instanceof ForkOutcome.Failed failure) {
            text += "FAILED, " + failure.message() + failure.indentedDetails();
        } else {
            text += "skipped, " + outcome.message();
        }
        tell(outcome, text);
    }

    final void took(PlannedRow row, long nanos) {
        took.computeIfAbsent(row, it -> new LongSummaryStatistics()).accept(nanos);
        overhead.accept(Math.max(0, nanos - row.iterationNanos()));
    }

    /** Counts an outcome: a row that cannot run here, or failed too often, ends. */
    final void count(PlannedRow row, ForkOutcome outcome) {
        toCome.remove(row);
        if (outcome instanceof ForkOutcome.Skipped) {
            skips.add(row.key().label() + ": " + outcome.message());
            ended.add(row);
        } else if (outcome instanceof ForkOutcome.Failed) {
            failures.add(row.key().label() + ", round " + round + ": " + outcome.message());
            if (isGivenUp(row, failed.merge(row, 1, Integer::sum))) {
                ended.add(row);
            }
        }
    }
}

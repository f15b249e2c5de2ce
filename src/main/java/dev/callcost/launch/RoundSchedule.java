package dev.callcost.launch;

import com.google.gson.JsonObject;
import dev.callcost.data.Fork;
import dev.callcost.launch.ForkPlan.ForkOutcome;
import dev.callcost.text.Numbers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/**
 * Decides which rows get a fork in each round and in which order, whether the run is over, and how much is left. It
 * follows from the outcomes of all forks so far, so a resumed run decides alike. It starts and prints nothing.
 *
 * <p>JMH alone runs all forks of a row one after the other, so a machine that is slow for some minutes slows down some
 * rows and not others. Rounds spread the slow minutes over all rows, and the ratio of two rows holds. The results are
 * complete whenever the run ends early, and a failing fork costs its row one fork.
 *
 * <p>The rungs of the ladder come before the other rows, both in random order. The first round goes up the ladder, so
 * the first table comes early and grows from its lowest rung.
 */
public final class RoundSchedule {
    /** The place of a row that is no rung. */
    public static final int NO_RUNG = Integer.MAX_VALUE;

    /** The first fork that ends after it is followed by a table. */
    private static final long FIRST_TABLE_NANOS = TimeUnit.SECONDS.toNanos(40);

    /** A row that failed so often and measured nothing is given up. */
    private static final int FAILURES = 2;

    /** The estimated overhead of a row's first fork: start, set-up and tear-down. */
    private static final long OVERHEAD_NANOS = 1_500_000_000;

    private final List<PlannedRow> rows;
    private final ToIntFunction<PlannedRow> ladder;
    private final Random random;
    private final Optional<Precision> precision;
    private final Optional<Duration> budget;
    private final boolean endsOnFailure;
    private final long nanosBefore;
    private final LongSupplier clock;

    /** How the forks of each row ended, by round. */
    private final Map<PlannedRow, SortedMap<Integer, ForkOutcome>> outcomes = new LinkedHashMap<>();

    private final Map<PlannedRow, LongSummaryStatistics> took = new HashMap<>();
    private Map<PlannedRow, Precision.State> states = Map.of();
    private List<PlannedRow> inOrder = List.of();
    private int round;
    private boolean hasTable;
    private boolean outOfTime;
    private long start;
    private long roundStart;
    private long forkStart;

    /**
     * @param ladder the place of a row on the ladder, or {@link #NO_RUNG}
     * @param seed decides the order of the rows in each round
     * @param user says when the run ends before all forks are done: {@code --precision}, {@code --budget} and
     *     {@code -foe}
     * @param before how long the run has taken in earlier processes
     * @param clock nanoseconds, never 0
     */
    public RoundSchedule(
            List<PlannedRow> rows,
            ToIntFunction<PlannedRow> ladder,
            long seed,
            RunArguments user,
            Duration before,
            LongSupplier clock) {
        this.rows = rows;
        this.ladder = ladder;
        this.random = new Random(seed);
        this.precision = user.precision();
        this.budget = user.budget();
        this.endsOnFailure = user.options().shouldFailOnError().orElse(false);
        this.nanosBefore = before.toNanos();
        this.clock = clock;
        rows.forEach(row -> outcomes.put(row, new TreeMap<>()));
    }

    /** For rows without a ladder that get all their forks. */
    public RoundSchedule(List<PlannedRow> rows, long seed) {
        this(rows, row -> NO_RUNG, seed, RunArguments.parse(), Duration.ZERO, System::nanoTime);
    }

    /** Notes how a row's fork of a round ended in an earlier process. */
    void keep(PlannedRow row, int inRound, ForkOutcome outcome) {
        note(row, inRound, outcome);
        if (outcome instanceof ForkOutcome.Measured it && it.fork().seconds() > 0) {
            took(row, Math.round(it.fork().seconds() * TimeUnit.SECONDS.toNanos(1)));
        }
    }

    private void note(PlannedRow row, int inRound, ForkOutcome outcome) {
        outcomes.get(row)
                .put(
                        inRound,
                        outcome instanceof ForkOutcome.Measured it
                                ? new ForkOutcome.Measured(it.fork(), new JsonObject()) // without its text
                                : outcome);
    }

    /**
     * The rows of the next round that lack a fork, in their order; none when all rounds are over. Before the last round
     * with a fork all count as complete.
     */
    public List<PlannedRow> nextRound() {
        start = start == 0 ? clock.getAsLong() : start;
        while (!hasFailed() && !outOfTime && round < rounds()) {
            round++;
            List<PlannedRow> shuffled = new ArrayList<>(rows);
            Collections.shuffle(shuffled, random); // all rows, so that a resumed run has the same order
            if (round >= lastRound()) {
                begin(shuffled);
                if (!toCome().isEmpty()) {
                    roundStart = clock.getAsLong();
                    return toCome();
                }
            }
        }
        return List.of();
    }

    private void begin(List<PlannedRow> shuffled) {
        judge();
        inOrder = new ArrayList<>(shuffled);
        inOrder.removeIf(row -> !has(row, round) && (round > row.rounds() || hasEnded(row) || pauses(row)));
        inOrder.sort(Comparator.comparing(row -> !isRung(row)));
        if (round == 1) {
            inOrder.sort(Comparator.comparingInt(ladder));
        }
        inOrder.sort(Comparator.comparing(row -> !has(row, round)));
    }

    private boolean pauses(PlannedRow row) {
        return states.containsKey(row) && states.get(row).pauses();
    }

    private boolean isRung(PlannedRow row) {
        return ladder.applyAsInt(row) != NO_RUNG;
    }

    private boolean has(PlannedRow row, int inRound) {
        return outcomes.get(row).containsKey(inRound);
    }

    /** The rows of this round that lack a fork. */
    private List<PlannedRow> toCome() {
        return inOrder.stream().filter(row -> !has(row, round)).toList();
    }

    /** The last round with a fork; 0 if none. */
    private int lastRound() {
        return outcomes.values().stream()
                .filter(forks -> !forks.isEmpty())
                .mapToInt(SortedMap::lastKey)
                .max()
                .orElse(0);
    }

    /**
     * Whether the row gets no more forks: it cannot run here, or is given up because it would fail for as long as
     * others are measured.
     */
    private boolean hasEnded(PlannedRow row) {
        return ended(row, ForkOutcome.Skipped.class) > 0
                || ended(row, ForkOutcome.Failed.class) >= FAILURES && forks(row) == 0;
    }

    private long ended(PlannedRow row, Class<? extends ForkOutcome> how) {
        return outcomes.get(row).values().stream().filter(how::isInstance).count();
    }

    /** How many forks of a row have measured. */
    public int forks(PlannedRow row) {
        return (int) ended(row, ForkOutcome.Measured.class);
    }

    /** Whether the rest of the round is left out. */
    boolean isOver() {
        outOfTime = !hasFailed() && budgetLeft() <= 0;
        return hasFailed() || outOfTime;
    }

    public boolean isOutOfTime() {
        return outOfTime;
    }

    private boolean hasFailed() {
        return endsOnFailure && rows.stream().anyMatch(row -> ended(row, ForkOutcome.Failed.class) > 0);
    }

    public void begins() {
        forkStart = clock.getAsLong();
    }

    /** Notes how a row's fork ended that has just run. */
    public void ended(PlannedRow row, ForkOutcome outcome) {
        took(row, clock.getAsLong() - forkStart);
        note(row, round, outcome);
    }

    /** Whether the round has no more forks. */
    boolean isRoundOver() {
        return toCome().isEmpty();
    }

    /** Whether a run that has not begun gives a table long before its end, by the estimated time. */
    public boolean promisesTable() {
        return rows.size() > 1 && lastRound() == 0 && nanosLeft() > 3 * FIRST_TABLE_NANOS;
    }

    /** Whether a table is due before the first round is over. */
    boolean isFirstTableDue() {
        boolean isDue = round == 1 && !hasTable && nanosSpent() >= FIRST_TABLE_NANOS;
        hasTable |= isDue;
        return isDue;
    }

    /** How many rows of this round have or get a fork. */
    public int forksOfRound() {
        return inOrder.size();
    }

    /** How many rows the run has. */
    public int rows() {
        return rows.size();
    }

    public int rounds() {
        return rows.stream().mapToInt(PlannedRow::rounds).max().orElse(0);
    }

    public int round() {
        return round;
    }

    /** A line on how a row's fork of this round ended. */
    public String line(PlannedRow row, ForkOutcome outcome, Function<ForkOutcome.Measured, String> text) {
        String line = "round " + round + "/" + rounds() + ", row " + (inOrder.indexOf(row) + 1) + "/" + inOrder.size()
                + "  " + row.key().label() + ": ";
        if (outcome instanceof ForkOutcome.Measured fork) {
            return line + text.apply(fork) + ", " + Numbers.duration(nanosLeft()) + " left";
        }
        return line + outcome.text();
    }

    /** Forks that failed, one line each. */
    public List<String> failures() {
        return lines(ForkOutcome.Failed.class, (row, inRound) -> row.key().label() + ", round " + inRound);
    }

    /** Rows that cannot run here, with the reason, one line each. */
    public List<String> skips() {
        return lines(ForkOutcome.Skipped.class, (row, inRound) -> row.key().label());
    }

    private List<String> lines(Class<? extends ForkOutcome> how, BiFunction<PlannedRow, Integer, String> name) {
        return IntStream.rangeClosed(1, lastRound())
                .boxed()
                .flatMap(inRound -> rows.stream()
                        .filter(row -> how.isInstance(outcomes.get(row).get(inRound)))
                        .map(row -> name.apply(row, inRound) + ": "
                                + outcomes.get(row).get(inRound).message()))
                .toList();
    }

    /** The estimated nanoseconds that the rounds will still take; with {@code --precision} at most. */
    public long nanosLeft() {
        int last = lastRound();
        long left = rows.stream()
                .filter(row -> !hasEnded(row))
                .mapToLong(row -> forksLeft(row, last) * nanosPerFork(row))
                .sum();
        return Math.min(left, budgetLeft());
    }

    /** How many forks a row still gets at most. */
    private int forksLeft(PlannedRow row, int lastRound) {
        int next = Math.max(round, lastRound);
        boolean isToCome = !has(row, next) && (round < lastRound || inOrder.contains(row));
        int left = Math.max(0, row.rounds() - next + (isToCome ? 1 : 0));
        return pauses(row) ? 0 : left;
    }

    private long budgetLeft() {
        return budget.map(time -> Math.max(0, time.toNanos() - nanosSpent())).orElse(Long.MAX_VALUE);
    }

    /** The time that the run has taken, in earlier processes too. */
    public long nanosSpent() {
        return nanosBefore + (start == 0 ? 0 : clock.getAsLong() - start);
    }

    /** The time that this round has taken; 0 before the first. */
    public long nanosOfRound() {
        return roundStart == 0 ? 0 : clock.getAsLong() - roundStart;
    }

    /** Estimates a fork of a row: as long as those it had took on average, else by its planned iterations. */
    private long nanosPerFork(PlannedRow row) {
        return took.containsKey(row) ? (long) took.get(row).getAverage() : row.iterationNanos() + OVERHEAD_NANOS;
    }

    private void took(PlannedRow row, long nanos) {
        took.computeIfAbsent(row, it -> new LongSummaryStatistics()).accept(nanos);
    }

    /** The precision of each row in the last round's beginning; empty without {@code --precision}. */
    public Map<PlannedRow, Precision.State> states() {
        return states;
    }

    /** The rows that have not reached the precision, the widest first. */
    public List<PlannedRow> missed() {
        judge();
        return rows.stream()
                .filter(row -> states.containsKey(row) && !states.get(row).isReached() && !hasEnded(row))
                .sorted(Comparator.comparingDouble(
                                (PlannedRow row) -> states.get(row).relativeHalfWidth())
                        .reversed()) // rows without an interval first
                .toList();
    }

    private void judge() {
        states = precision.map(it -> it.states(measured())).orElse(Map.of());
    }

    private Map<PlannedRow, SortedMap<Integer, Fork>> measured() {
        Map<PlannedRow, SortedMap<Integer, Fork>> measured = new LinkedHashMap<>();
        rows.forEach(row -> measured.put(row, new TreeMap<>()));
        outcomes.forEach((row, ofRow) -> ofRow.forEach((inRound, outcome) -> {
            if (outcome instanceof ForkOutcome.Measured it) {
                measured.get(row).put(inRound, it.fork());
            }
        }));
        return measured;
    }
}

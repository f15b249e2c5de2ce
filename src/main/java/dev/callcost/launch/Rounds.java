package dev.callcost.launch;

import dev.callcost.data.Metric;
import dev.callcost.text.Numbers;
import dev.callcost.text.Progress;
import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The run loop. In each round every row that still needs forks gets one, in a new random order.
 *
 * <p>JMH alone runs all forks of a row one after the other, so a machine that is slow for some minutes slows down some
 * rows and not others. Rounds spread the slow minutes over all rows, and the ratio of two
 * rows holds. The results are complete whenever the run ends early, and a failing fork costs its row one fork.
 *
 * <p>When a run is resumed, earlier rounds count as complete: the rows that continue are measured together, in new rounds.
 *
 * <p>Rows that have reached their {@link Precision} pause, and so do rows that cannot reach it while others can. The loop then gives up a row that only fails
 * after {@value Precision#FEWEST_FORKS} forks, because the row would fail for as long as the others are measured.
 */
public final class Rounds {
    private final List<PlannedRow> rows;
    private final SuiteForks forks;
    private final RunFiles files;
    private final Console console;
    private final Progress progress;
    private final Until until;
    private final boolean stopAtFailure;
    private final Random order;
    private final TimeLeft timeLeft;
    private final int rounds;
    private final int lastKept;

    private final Set<PlannedRow> ended = new HashSet<>();
    private final Set<PlannedRow> sittingOut = new HashSet<>();
    private final List<String> failures = new ArrayList<>();
    private final List<String> skips = new ArrayList<>();
    private long startNanos;
    private boolean stopped;
    private boolean interrupted;
    private boolean outOfTime;

    /**
     * A run that has not begun.
     *
     * @param files take what is measured; a fork that they kept from a killed run does not run again
     * @param console shows a line for each fork that ended
     * @param progress shows the fork that runs
     * @param until what ends the run, or a row's forks, before all are done
     * @param stopAtFailure whether the first failing fork ends the run, as JMH's {@code -foe true} asks
     * @param seed decides the order of the rows in each round
     */
    public Rounds(
            List<PlannedRow> rows,
            SuiteForks forks,
            RunFiles files,
            Console console,
            Progress progress,
            Until until,
            boolean stopAtFailure,
            long seed) {
        this.rows = rows;
        this.forks = forks;
        this.files = files;
        this.console = console;
        this.progress = progress;
        this.until = until;
        this.stopAtFailure = stopAtFailure;
        this.order = new Random(seed);
        this.timeLeft = new TimeLeft(rows);
        this.rounds = rows.stream().mapToInt(PlannedRow::rounds).max().orElse(0);
        this.lastKept = files.lastRound();
        for (PlannedRow row : rows) {
            IntStream.rangeClosed(1, row.rounds())
                    .filter(round -> files.has(row, round))
                    .forEach(round -> timeLeft.had(row));
        }
        if (until.precision().isPresent()) {
            look(0);
        }
    }

    /** How many rounds there are. */
    public int rounds() {
        return rounds;
    }

    /** The estimated nanoseconds that the run will still take. */
    public long nanosLeft() {
        return Math.min(timeLeft.nanos(), budgetLeft());
    }

    private long budgetLeft() {
        long sinceStart = startNanos == 0 ? 0 : System.nanoTime() - startNanos;
        return until.budget()
                .map(budget -> Math.max(0, budget.minus(files.keptTime()).toNanos() - sinceStart))
                .orElse(Long.MAX_VALUE);
    }

    /** Forks that failed, one line each. */
    public List<String> failures() {
        return failures;
    }

    /** Rows that cannot run here, with the reason, one line each. */
    public List<String> skips() {
        return skips;
    }

    /** Whether a signal ended the run. */
    public boolean interrupted() {
        return interrupted;
    }

    /** Rows that have not reached the precision, with the precision that they have, one line each. */
    public List<String> missed() {
        List<String> missed = new ArrayList<>();
        until.precision()
                .map(precision -> precision.states(files.forks()))
                .ifPresent(states -> rows.stream()
                        .filter(row -> !states.get(row).reached() && !ended.contains(row))
                        .forEach(row -> missed.add(row.label() + ": "
                                + states.get(row).text() + " after "
                                + Sections.count(files.forks().get(row).size(), "fork"))));
        return missed;
    }

    /** Whether the time budget ended before all forks were done. */
    public boolean isOutOfTime() {
        return outOfTime;
    }

    /** Runs all rounds. */
    public void run() {
        startNanos = System.nanoTime();
        for (int round = 1; round <= rounds && !stopped; round++) {
            if (until.precision().isPresent() && round >= lastKept) {
                look(round - 1);
            }
            List<PlannedRow> inOrder = new ArrayList<>(rows);
            int now = round;
            inOrder.removeIf(row -> !files.has(row, now) && (now < lastKept || sitsOut(row, now)));
            Collections.shuffle(inOrder, order);
            inOrder.sort(Comparator.comparing(row -> !files.has(row, now)));
            for (int i = 0; i < inOrder.size() && !stopped; i++) {
                fork(inOrder.get(i), round, i + 1, inOrder.size());
            }
        }
        if (!stopped && until.precision().isPresent()) {
            look(rounds);
        }
    }

    private boolean sitsOut(PlannedRow row, int round) {
        return row.rounds() < round || ended.contains(row) || sittingOut.contains(row);
    }

    /**
     * Finds the rows that pause in the next round, and prints the reason for each that did not pause before.
     *
     * @param round the round that has ended, 0 before the first
     */
    private void look(int round) {
        Precision precision = until.precision().orElseThrow();
        precision.states(files.forks()).forEach((row, state) -> {
            int had = files.forks().get(row).size();
            if (!state.sitsOut()) {
                sittingOut.remove(row);
            } else if (sittingOut.add(row)) {
                console.say(row.label() + " " + state.whyItSitsOut(had));
            }
            if (!ended.contains(row)) {
                int needed = state.reached() && state.sitsOut() ? 0 : state.forksNeeded() - had;
                timeLeft.left(row, Math.max(0, Math.min(needed, row.rounds() - round)));
            }
        });
    }

    private void fork(PlannedRow row, int round, int place, int places) {
        Optional<ForkOutcome> kept = files.keep(row, round, forks.jvm(row));
        if (kept.isPresent()) {
            count(row, round, kept.get());
            return;
        }
        if (budgetLeft() <= 0) {
            outOfTime = true;
            stopped = true;
            return;
        }
        ForkLine line = new ForkLine();
        long start = System.nanoTime();
        String where = "round " + round + "/" + rounds + ", row " + place + "/" + places + "  " + row.label();
        progress.step(where, () -> running(where));
        ForkOutcome outcome = forks.run(row, round == 1, files::starts);
        progress.end();
        timeLeft.took(row, System.nanoTime() - start);
        if (outcome instanceof ForkOutcome.Stopped) {
            stopped = true;
            interrupted = true;
            return;
        }
        files.ended(row, round, forks.jvm(row), outcome, line.end(row, round, place, outcome), console.forkLines());
        count(row, round, outcome);
        say(where + ": ", outcome);
        if (round >= row.rounds() || ended.contains(row)) {
            forks.end(row);
        }
    }

    /** The progress line while a fork runs. */
    private String running(String where) {
        long over = files.keptTime().toNanos() + System.nanoTime() - startNanos;
        return Progress.bar(over, nanosLeft()) + " " + Numbers.duration(nanosLeft()) + " left, " + where + "\n";
    }

    private void count(PlannedRow row, int round, ForkOutcome outcome) {
        if (outcome instanceof ForkOutcome.Skipped skip) {
            ended.add(row);
            timeLeft.ended(row);
            skips.add(row.label() + ": " + skip.reason());
        } else if (outcome instanceof ForkOutcome.Failed failure) {
            failures.add(row.label() + ", round " + round + ": " + failure.message());
            stopped = stopAtFailure;
            if (until.precision().isPresent()
                    && round >= Precision.FEWEST_FORKS
                    && files.forks().get(row).isEmpty()) {
                ended.add(row);
                timeLeft.ended(row);
            }
        }
    }

    private void say(String where, ForkOutcome outcome) {
        if (outcome instanceof ForkOutcome.Measured fork) {
            console.say(where + score(fork.fork().row().primary()) + ", " + Numbers.duration(nanosLeft()) + " left");
        } else if (outcome instanceof ForkOutcome.Skipped skip) {
            console.say(where + "skipped, " + skip.reason());
        } else if (outcome instanceof ForkOutcome.Failed failure) {
            console.say(where + "FAILED, " + failure.message());
            failure.details().forEach(detail -> console.say("    " + detail));
        }
    }

    private static String score(Metric metric) {
        return Numbers.significant(metric.forkMedians()[0], 4) + " " + metric.unit();
    }
}

package dev.callcost.launch;

import dev.callcost.data.Metric;
import dev.callcost.text.Numbers;
import dev.callcost.text.Progress;
import dev.callcost.text.Sections;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The rounds of a run.
 *
 * <p>When a run is resumed, earlier rounds count as complete: the rows that continue are measured together, in new rounds.
 *
 * <p>Rows that have reached their {@link Precision} pause, and so do rows that cannot reach it while others can. A row that only fails is then given up
 * after {@value Precision#FEWEST_FORKS} forks, because it would fail for as long as the others are measured.
 */
public final class Rounds extends RowRounds {
    private final SuiteForks suite;
    private final RunFiles files;
    private final Console console;
    private final Progress progress;
    private final Optional<Precision> precision;
    private final Optional<Duration> budget;
    private final boolean stopAtFailure;
    private final int lastKept;

    private final Set<PlannedRow> pausing = new HashSet<>();
    private long startNanos;
    private ForkLine line;
    private boolean outOfTime;

    /**
     * A run that has not begun.
     *
     * @param files take what is measured; a fork that they kept from a killed run does not run again
     * @param console shows a line for each fork that ended
     * @param progress shows the fork that runs
     * @param user says when the run ends before all forks are done: {@code --precision}, {@code --budget} and {@code -foe}
     * @param seed decides the order of the rows in each round
     */
    public Rounds(
            List<PlannedRow> rows,
            SuiteForks suite,
            RunFiles files,
            Console console,
            Progress progress,
            Arguments user,
            long seed) {
        super(rows, seed);
        this.suite = suite;
        this.files = files;
        this.console = console;
        this.progress = progress;
        this.precision = user.precision();
        this.budget = user.budget();
        this.stopAtFailure = user.options().shouldFailOnError().orElse(false);
        this.lastKept = files.lastRound();
        for (PlannedRow row : rows) {
            long kept = IntStream.rangeClosed(1, row.rounds())
                    .filter(round -> files.has(row, round))
                    .count();
            timeLeft().left(row, row.rounds() - (int) kept);
        }
        pause(0);
    }

    @Override
    public long nanosLeft() {
        return Math.min(super.nanosLeft(), budgetLeft());
    }

    private long budgetLeft() {
        return budget.map(time -> Math.max(0, time.toNanos() - nanosSpent())).orElse(Long.MAX_VALUE);
    }

    /** The time that the run has taken, in earlier processes too. */
    private long nanosSpent() {
        return files.keptTime().toNanos() + (startNanos == 0 ? 0 : System.nanoTime() - startNanos);
    }

    /** Rows that have not reached the precision, with the precision that they have, one line each. */
    public List<String> missed() {
        List<String> missed = new ArrayList<>();
        precision
                .map(it -> it.states(files.forks()))
                .ifPresent(states -> rows().stream()
                        .filter(row -> !states.get(row).reached() && !hasEnded(row))
                        .forEach(row -> missed.add(row.label() + ": "
                                + states.get(row).text() + " after "
                                + Sections.count(files.forks().get(row).size(), "fork"))));
        return missed;
    }

    /** Whether the time budget ended before all forks were done. */
    public boolean isOutOfTime() {
        return outOfTime;
    }

    @Override
    public List<PlannedRow> nextRound() {
        startNanos = startNanos == 0 ? System.nanoTime() : startNanos;
        while (!isFailed() && !outOfTime) {
            if (round() >= lastKept - 1) {
                pause(round());
            }
            if (!beginRound()) {
                break;
            }
            inOrder().sort(Comparator.comparing(row -> !isKept(row)));
            List<PlannedRow> kept = inOrder().stream().filter(this::isKept).toList();
            kept.forEach(
                    row -> count(row, files.keep(row, round(), suite.jvm(row)).orElseThrow()));
            if (kept.size() < inOrder().size()) {
                return inOrder().stream().filter(row -> !isKept(row)).toList();
            }
        }
        return List.of();
    }

    private boolean isKept(PlannedRow row) {
        return files.has(row, round());
    }

    @Override
    boolean takesPart(PlannedRow row) {
        return isKept(row) || round() >= lastKept && super.takesPart(row) && !pausing.contains(row);
    }

    /**
     * Finds the rows that pause in the next round, and prints the reason for each that did not pause before.
     *
     * @param round the round that has ended, 0 before the first
     */
    private void pause(int round) {
        precision
                .map(it -> it.states(files.forks()))
                .ifPresent(states -> states.forEach((row, state) -> {
                    int had = files.forks().get(row).size();
                    if (!state.pauses()) {
                        pausing.remove(row);
                    } else if (pausing.add(row)) {
                        console.say(row.label() + " " + state.whyItPauses(had));
                    }
                    if (!hasEnded(row)) {
                        int needed = state.reached() && state.pauses() ? 0 : state.forksNeeded() - had;
                        timeLeft().left(row, Math.max(0, Math.min(needed, row.rounds() - round)));
                    }
                }));
    }

    @Override
    public boolean isOver() {
        outOfTime = !isFailed() && budgetLeft() <= 0;
        return isFailed() || outOfTime;
    }

    private boolean isFailed() {
        return stopAtFailure && !failures().isEmpty();
    }

    @Override
    public void begins(PlannedRow row) {
        super.begins(row);
        line = new ForkLine();
        progress.step(
                where(row),
                () -> Progress.bar(nanosSpent(), nanosLeft()) + " " + Numbers.duration(nanosLeft()) + " left, "
                        + where(row) + "\n");
    }

    @Override
    public List<ForkCommand> forks(PlannedRow row) {
        return List.of(suite.fork(row));
    }

    @Override
    public int warmUpForks(PlannedRow row) {
        return round() == 1 && !row.inProcess() ? row.warmupForks() : 0;
    }

    @Override
    public void starts(HostPlace place) {
        files.starts(place.record().jvmArgument());
    }

    @Override
    protected ForkOutcome keep(PlannedRow row, ForkOutcome outcome) {
        progress.end();
        ForkJvm jvm = suite.jvm(row);
        files.ended(row, round(), jvm, outcome, line.end(row, round(), place(row), outcome), console.forkLines());
        return outcome;
    }

    @Override
    protected boolean isGivenUp(PlannedRow row, int failures) {
        return precision.isPresent()
                && round() >= Precision.FEWEST_FORKS
                && files.forks().get(row).isEmpty();
    }

    @Override
    protected void tell(String text) {
        console.say(text);
    }

    @Override
    protected String text(ForkOutcome.Measured fork) {
        Metric metric = fork.fork().row().primary();
        return Numbers.significant(metric.forkMedians()[0], 4) + " " + metric.unit();
    }
}

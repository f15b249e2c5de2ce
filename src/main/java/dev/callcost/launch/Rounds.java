package dev.callcost.launch;

import dev.callcost.data.Metric;
import dev.callcost.text.Numbers;
import dev.callcost.text.Progress;
import dev.callcost.text.Sections;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
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
    private final RunLog log;
    private final Console console;
    private final Progress progress;
    private final Optional<Precision> precision;
    private final Optional<Duration> budget;
    private final boolean stopAtFailure;
    private final int lastKept;

    private final Set<PlannedRow> pausing = new HashSet<>();
    private long startNanos;
    private boolean outOfTime;

    /**
     * @param files take what is measured; a fork that they kept from a killed run does not run again
     * @param progress shows the fork that runs
     * @param user says when the run ends before all forks are done: {@code --precision}, {@code --budget} and {@code -foe}
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
        this.log = files.log();
        this.console = console;
        this.progress = progress;
        this.precision = user.precision();
        this.budget = user.budget();
        this.stopAtFailure = user.options().shouldFailOnError().orElse(false);
        this.lastKept = rows.stream().mapToInt(log::lastRound).max().orElse(0);
        for (PlannedRow row : rows) {
            long kept = IntStream.rangeClosed(1, row.rounds())
                    .filter(round -> log.kept(row, round).isPresent())
                    .count();
            timeLeft.left(row, row.rounds() - (int) kept);
        }
        pause();
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
        return log.keptTime().toNanos() + (startNanos == 0 ? 0 : System.nanoTime() - startNanos);
    }

    /** Rows that have not reached the precision, with the precision that they have, one line each. */
    public List<String> missed() {
        Map<PlannedRow, Precision.State> states =
                precision.map(it -> it.states(files.forks())).orElse(Map.of());
        return rows.stream()
                .filter(row -> states.containsKey(row) && !states.get(row).reached() && !hasEnded(row))
                .map(row -> row.label() + ": " + states.get(row).text() + " after "
                        + Sections.count(files.forks().get(row).size(), "fork"))
                .toList();
    }

    /** Whether the budget ended before all forks were done. */
    public boolean isOutOfTime() {
        return outOfTime;
    }

    @Override
    public List<PlannedRow> nextRound() {
        startNanos = startNanos == 0 ? System.nanoTime() : startNanos;
        while (!isFailed() && !outOfTime) {
            if (round >= lastKept - 1) {
                pause();
            }
            if (!beginRound()) {
                break;
            }
            for (PlannedRow row : inOrder) {
                log.kept(row, round).ifPresent(outcome -> {
                    files.note(row, round, suite.jvm(row), outcome);
                    count(row, outcome);
                });
            }
            inOrder.sort(Comparator.comparing(row -> !isKept(row)));
            List<PlannedRow> left = inOrder.stream().filter(row -> !isKept(row)).toList();
            if (!left.isEmpty()) {
                return left;
            }
        }
        return List.of();
    }

    private boolean isKept(PlannedRow row) {
        return log.kept(row, round).isPresent();
    }

    @Override
    boolean takesPart(PlannedRow row) {
        return isKept(row) || round >= lastKept && super.takesPart(row) && !pausing.contains(row);
    }

    /** Finds the rows that pause in the next round, and prints the reason for each that did not pause before. */
    private void pause() {
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
                        timeLeft.left(row, Math.max(0, Math.min(needed, row.rounds() - round)));
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
        files.begins();
        progress.step(
                where(row),
                () -> Progress.bar(nanosSpent(), nanosLeft()) + " " + Numbers.duration(nanosLeft()) + " left, "
                        + where(row) + "\n");
    }

    @Override
    public List<Plan.Command> forks(PlannedRow row) {
        return List.of(new SuiteForks.Command(row, suite));
    }

    @Override
    public int warmUpForks(PlannedRow row) {
        return round == 1 && !row.inProcess() ? row.warmupForks() : 0;
    }

    @Override
    public void starts(HostPlace place) {
        files.starts(place.jvmArgument());
    }

    @Override
    protected ForkOutcome keep(PlannedRow row, ForkOutcome outcome) {
        progress.end();
        files.ended(row, round, place(row), suite.jvm(row), outcome, console.forkLines());
        return outcome;
    }

    @Override
    protected boolean isGivenUp(PlannedRow row, int failures) {
        return precision.isPresent()
                && round >= Precision.FEWEST_FORKS
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

package dev.callcost.launch;

import dev.callcost.data.OpenLoop;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.RowNames;
import dev.callcost.text.Numbers;
import dev.callcost.text.ProgressLine;
import dev.callcost.text.Sections;
import dev.callcost.text.Wrap;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * The rounds of a run. When it is resumed, earlier rounds count as complete: the rows that continue are measured together, in new rounds.
 *
 * <p>Rows that have reached their {@link Precision} pause, and so do rows that cannot reach it while others can. A row that only fails is then given up
 * after {@value Precision#FEWEST_FORKS} forks, because it would fail for as long as the others are measured.
 */
public final class Rounds extends RowRounds {
    /** More rounds take too long to be suggested. */
    private static final int MANY = 100;

    private final RunFiles files;
    private final EarlierRun earlier;
    private final Console console;
    private final Arguments user;
    private final Runnable interim;
    private final int lastKept;
    private final Set<PlannedRow> pausing = new HashSet<>();
    private final Optional<Ascent> ascent;
    private final RowNames names;
    private Map<PlannedRow, Precision.State> states = Map.of();
    private long startNanos;
    private long roundNanos;
    private boolean outOfTime;

    /**
     * @param first the rows that are measured first in each round
     * @param files take what is measured
     * @param earlier the run to resume; a fork that it kept does not run again
     * @param user says when the run ends before all forks are done: {@code --precision}, {@code --budget} and {@code -foe}
     * @param interim runs before each round, and in each round after the first rows
     */
    public Rounds(
            List<PlannedRow> rows,
            Predicate<PlannedRow> first,
            RunFiles files,
            EarlierRun earlier,
            Console console,
            Arguments user,
            long seed,
            Runnable interim) {
        super(rows, first, seed);
        this.files = files;
        this.earlier = earlier;
        this.console = console;
        this.user = user;
        this.interim = interim;
        this.names = new RowNames(rows.stream().map(PlannedRow::key).toList());
        this.ascent = user.whileMet() ? Optional.of(new Ascent(rows)) : Optional.empty();
        this.lastKept = rows.stream().mapToInt(earlier::lastRound).max().orElse(0);
        pause();
        rows.forEach(row -> earlier.outcomes(row).values().forEach(outcome -> note(row, outcome)));
    }

    @Override
    public long nanosLeft() {
        return Math.min(super.nanosLeft(), budgetLeft());
    }

    @Override
    int forksLeft(PlannedRow row, int from) {
        int left = super.forksLeft(row, Math.max(from, isKept(row, lastKept) ? lastKept + 1 : lastKept));
        Precision.State state = states.get(row);
        if (state == null) {
            return left;
        }
        int has = files.forks().get(row).size();
        int needed = state.reached() && state.pauses() ? 0 : Math.max(0, state.forksNeeded() - has);
        return Math.min(needed, left);
    }

    private long budgetLeft() {
        return user.budget()
                .map(time -> Math.max(0, time.toNanos() - nanosSpent()))
                .orElse(Long.MAX_VALUE);
    }

    /** The time that the run has taken, in earlier processes too. */
    private long nanosSpent() {
        return earlier.time().toNanos() + (startNanos == 0 ? 0 : System.nanoTime() - startNanos);
    }

    /** How many rows have not reached the precision, the widest, and how to continue; empty when all have reached it. */
    public Optional<String> missed() {
        judge();
        List<PlannedRow> missed = rows.stream()
                .filter(row -> states.containsKey(row) && !states.get(row).reached() && !hasEnded(row))
                .sorted(Comparator.comparingDouble(
                                (PlannedRow row) -> states.get(row).relativeHalfWidth())
                        .reversed()) // rows without an interval first
                .toList();
        return missed.stream()
                .findFirst()
                .map(widest -> "Not known to " + user.precision().orElseThrow().text() + ": " + missed.size() + " of "
                        + Sections.count(rows.size(), "row") + ", the widest " + names.of(widest.key()) + " ("
                        + states.get(widest).shown() + " after "
                        + Sections.count(files.forks().get(widest).size(), "fork") + "). " + howToContinue(missed));
    }

    private String howToContinue(List<PlannedRow> missed) {
        List<PlannedRow> near =
                missed.stream().filter(row -> forksLacking(row) <= MANY).toList();
        if (near.isEmpty()) {
            return "It takes over " + MANY + " more rounds: raise --precision, or find out what disturbs (doctor).";
        }
        int more = near.stream().mapToInt(this::forksLacking).max().orElseThrow();
        double nanos = near.stream()
                .mapToDouble(row -> forksLacking(row) * nanosPerFork(row))
                .sum();
        long minutes = (long) Math.ceil((nanosSpent() + nanos) / TimeUnit.MINUTES.toNanos(1));
        return "About " + Sections.count(more, "more round")
                + (near.size() < missed.size() ? " for " + near.size() + " of them" : "")
                + " (" + Numbers.duration(Math.round(nanos)) + "): "
                + Wrap.unbroken("--resume " + ResultsFile.named(files.results()) + " -f "
                        + (Math.min(round, rounds()) + more)
                        + (user.budget().isPresent() ? " --budget " + minutes + "min" : ""));
    }

    private int forksLacking(PlannedRow row) {
        return Math.max(
                1, states.get(row).forksNeeded() - files.forks().get(row).size());
    }

    private void judge() {
        states = user.precision().map(it -> it.states(files.forks())).orElse(Map.of());
    }

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
            ascent.ifPresent(it -> inOrder.sort(it.order()));
            inOrder.sort(Comparator.comparing(row -> !isKept(row, round)));
            List<PlannedRow> kept =
                    inOrder.stream().filter(row -> isKept(row, round)).toList();
            for (PlannedRow row : kept) {
                ForkOutcome outcome = earlier.outcomes(row).get(round);
                files.note(row, round, outcome);
                count(row, outcome);
            }
            List<PlannedRow> left = inOrder.subList(kept.size(), inOrder.size());
            if (left.stream().anyMatch(row -> !skips(row))) {
                long now = System.nanoTime();
                long before = roundNanos == 0 ? 0 : now - roundNanos;
                if (nanosLeft() > before / 2) { // else the last table follows soon
                    interim.run();
                }
                roundNanos = now;
                return left;
            }
        }
        return List.of();
    }

    private boolean isKept(PlannedRow row, int inRound) {
        return earlier.outcomes(row).containsKey(inRound);
    }

    @Override
    boolean takesPart(PlannedRow row) {
        return isKept(row, round) || round >= lastKept && super.takesPart(row) && !pausing.contains(row);
    }

    @Override
    public boolean skips(PlannedRow row) {
        return ascent.filter(it -> it.isBeyond(row)).isPresent();
    }

    private void note(PlannedRow row, ForkOutcome outcome) {
        if (!(outcome instanceof ForkOutcome.Skipped)) {
            boolean isMet = outcome instanceof ForkOutcome.Measured fork
                    && OpenLoop.isMet(fork.fork().row());
            ascent.ifPresent(it -> it.note(row, isMet));
        }
    }

    /** Finds the rows that pause in the next round, and prints the reason for each that did not pause before. */
    private void pause() {
        judge();
        states.forEach((row, state) -> {
            if (!state.pauses()) {
                pausing.remove(row);
            } else if (pausing.add(row)) {
                console.say(row.key().label() + " "
                        + state.whyItPauses(files.forks().get(row).size()));
            }
        });
    }

    @Override
    public boolean isOver() {
        outOfTime = !isFailed() && budgetLeft() <= 0;
        return isFailed() || outOfTime;
    }

    private boolean isFailed() {
        return !failures().isEmpty() && user.options().shouldFailOnError().orElse(false);
    }

    @Override
    public void begins(PlannedRow row) {
        super.begins(row);
        files.begins();
    }

    @Override
    public List<Plan.Command> forks(PlannedRow row) {
        return List.of(new SuiteFork(row, user));
    }

    @Override
    public int warmUpForks(PlannedRow row) {
        return round == 1 && !row.inProcess() ? row.warmupForks() : 0;
    }

    @Override
    public void starts(PlannedRow row, HostPlace host) {
        files.starts(host.jvmArgument());
        console.watch(
                new ProgressLine("round " + round, nanosSpent(), nanosLeft(), names.forms(row.key())),
                () -> host.step(row));
    }

    @Override
    protected ForkOutcome keep(PlannedRow row, ForkOutcome outcome) {
        files.ended(row, round, place(row), outcome, console.forkLines());
        note(row, outcome);
        return outcome;
    }

    @Override
    public void ended(PlannedRow row, List<ForkOutcome> outcomes) {
        console.unwatch();
        super.ended(row, outcomes);
        List<PlannedRow> left = inOrder.subList(place(row), inOrder.size()).stream()
                .filter(it -> !skips(it))
                .toList();
        if (left.isEmpty()) {
            console.sayRound("round " + round + " of " + rounds() + ": "
                    + Sections.count(inOrder.stream().filter(it -> !skips(it)).count(), "fork")
                    + " in " + Numbers.duration(System.nanoTime() - roundNanos) + ", " + Numbers.duration(nanosLeft())
                    + " left");
        } else if (first.test(row) && left.stream().noneMatch(first)) {
            interim.run();
        }
    }

    @Override
    protected boolean isGivenUp(PlannedRow row, int failures) {
        return user.precision().isPresent()
                && round >= Precision.FEWEST_FORKS
                && files.forks().get(row).isEmpty();
    }

    @Override
    protected void tell(ForkOutcome outcome, String text) {
        if (outcome instanceof ForkOutcome.Failed) {
            console.say(text);
        } else {
            console.sayMore(text);
        }
    }

    @Override
    protected String text(ForkOutcome.Measured fork) {
        return Numbers.significant(fork.fork().row().primary().forkMedians()[0], 4) + " "
                + fork.fork().unit();
    }
}

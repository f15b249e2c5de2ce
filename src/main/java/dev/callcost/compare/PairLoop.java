package dev.callcost.compare;

import dev.callcost.compare.Matching.RowPair;
import dev.callcost.data.Fork;
import dev.callcost.data.RowKey;
import dev.callcost.data.RowNames;
import dev.callcost.file.SafeFile;
import dev.callcost.launch.ForkHosts;
import dev.callcost.launch.ForkOutcome;
import dev.callcost.launch.ForkPlan;
import dev.callcost.launch.ForkWarmUp;
import dev.callcost.launch.HostFolder;
import dev.callcost.launch.PlannedRow;
import dev.callcost.stats.Verdict;
import dev.callcost.text.CommandException;
import dev.callcost.text.Numbers;
import dev.callcost.text.PathTails;
import dev.callcost.text.Progress;
import dev.callcost.text.ProgressLine;
import dev.callcost.text.Sections;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/** The plan of a comparison: it gives rows pairs of forks, one of each side, as its {@link PairSchedule} says, and logs and tells what came of them. */
final class PairLoop implements ForkPlan<RowProgress> {
    /** When the forks of so many rows fail alike, and no pair was measured, the others would fail too. */
    private static final int ALIKE = 3;

    /** A warm-up ends with an iteration, so it reaches its cap from this share on. */
    private static final double CAPPED = 0.99;

    private final List<RowKey> rows;
    private final CompareRun.Settings settings;
    private final PairJudge judged;
    private final PairSchedule schedule;
    private final CompareRun.Forks forks;
    private final ForkHosts hosts;
    private final Progress progress;
    private final Random random;
    private final Map<String, Set<RowKey>> failures = new HashMap<>();
    private boolean failsAlike;
    private boolean isFirst;
    private boolean headFirst;
    private final long start = System.nanoTime();
    private long begin;
    private int round;

    /**
     * @param inSetUp rows to measure where the budget has pairs left
     * @param budget after which no further pair begins
     * @param reserve of it, for finding out why rows are slower
     */
    PairLoop(
            CompareLog session,
            List<RowPair> reached,
            List<RowPair> inSetUp,
            CompareRun.Forks forks,
            ForkHosts hosts,
            Duration budget,
            Duration reserve) {
        this.rows = session.header().rows();
        this.settings = session.header().settings();
        this.forks = forks;
        this.hosts = hosts;
        this.progress = forks.progress();
        this.random = new Random(settings.seed() + session.pairs().size());
        this.judged = new PairJudge(List.of(session), settings.margin(), settings.quantities());
        this.schedule = new PairSchedule(
                reached.stream().map(RowProgress::new).toList(),
                inSetUp.stream().map(RowProgress::new).toList(),
                judged,
                random,
                budget,
                reserve,
                System::nanoTime);
    }

    /** The estimated time that it takes. */
    /** {@code About 3 min, at most the whole budget.} */
    String planned() {
        return schedule.takesBudget(schedule.planned())
                ? "This takes the whole budget."
                : "About " + Numbers.duration(schedule.planned()) + ", at most "
                        + (schedule.takesBudget(schedule.plannedAtMost())
                                ? "the whole budget."
                                : Numbers.duration(schedule.plannedAtMost()) + ".");
    }

    /** For how many rows the budget has first pairs, estimated before the first. */
    long firstPairsInBudget() {
        return schedule.firstPairsInBudget();
    }

    /** Returns false when this process was told to end. */
    boolean run() {
        return hosts.follow(this);
    }

    @Override
    public List<RowProgress> nextRound() {
        if (failsAlike) {
            return List.of();
        }
        round++;
        List<RowProgress> first = schedule.firstPairs();
        if (!first.isEmpty()) {
            progress.log("first pairs: " + Sections.count(first.size(), "row") + left());
            return first;
        }
        if (judged.chosen().isEmpty()) {
            checkMetrics();
            schedule.choice().forEach(row -> add(new CompareLog.Chosen(row)));
            judged.screen()
                    .filter(screen -> !screen.choosesAll())
                    .ifPresent(screen -> progress.tell("The budget has pairs for the "
                            + Sections.count(screen.chosen().size(), "slowest row") + " of "
                            + judged.first().size() + "."));
        }
        List<RowProgress> next = schedule.decidingPairs();
        if (!next.isEmpty()) {
            progress.log("round " + round + ": " + Sections.count(next.size(), "row") + ", " + schedule.open() + " of "
                    + schedule.size() + " open" + left());
        }
        return next;
    }

    /** Refuses a metric that no row has: profilers that a user forgot, or misspelt names. */
    private void checkMetrics() {
        try {
            if (!schedule.hasMeasuredNone()) {
                settings.quantities().check(judged.measured());
            }
        } catch (IllegalArgumentException e) {
            throw CommandException.usage("compare: " + e.getMessage());
        }
    }

    private void add(CompareLog.Part part) {
        SafeFile.append(forks.log(), part.line());
        judged.add(part);
    }

    @Override
    public boolean isOver() {
        return failsAlike || schedule.isOver();
    }

    @Override
    public void begins(RowProgress row) {
        isFirst = !judged.hasBegun(row.key());
        headFirst = row.headFirst(random);
        begin = System.nanoTime();
    }

    @Override
    public List<ForkPlan.Command> forks(RowProgress row) {
        return List.of(command(row, headFirst), command(row, !headFirst));
    }

    @Override
    public void starts(RowProgress row, HostFolder place) {
        PlannedRow first = headFirst ? row.row().head() : row.row().base();
        String pair =
                isFirst ? "" : " pair " + (1 + judged.verdicts(row.key()).get(0).pairs());
        progress.watch(
                new ProgressLine(
                        isFirst ? "first pairs" : "round " + round,
                        begin - start,
                        schedule.nanosLeft(),
                        new RowNames(rows).forms(row.key())),
                () -> place.step(first) + pair);
    }

    @Override
    public boolean inTurns() {
        return true;
    }

    @Override
    public void ended(RowProgress row, List<ForkOutcome> outcomes) {
        List<ForkOutcome.Measured> both = measured(row, outcomes);
        if (both.size() < 2) {
            return;
        }
        ForkOutcome.Measured before = both.get(headFirst ? 1 : 0);
        ForkOutcome.Measured after = both.get(headFirst ? 0 : 1);
        Pair pair =
                new Pair(row.key(), isFirst, before.fork().row(), after.fork().row(), System.nanoTime() - begin);
        SafeFile.append(forks.log(), CompareLog.lines(pair, round, before.line(), after.line()));
        judged.add(pair);
        row.add(pair, Math.max(warmUpSeconds(before), warmUpSeconds(after)));
        tell(row.key());
        warming(row).ifPresent(warming -> warm(row, warming));
    }

    /** How long a fork warmed up; 0 where the length was fixed. */
    private static double warmUpSeconds(ForkOutcome.Measured measured) {
        Fork.WarmUp warmUp = measured.fork().warmUp();
        return warmUp == null ? 0 : warmUp.seconds();
    }

    /** The significant drift of the difference within the deciding pairs so far, at an interim analysis; empty when the warm-up's length is fixed. */
    private Optional<CompareLog.Warming> warming(RowProgress row) {
        if (isFirst) {
            return Optional.empty();
        }
        RowVerdict verdict = judged.verdicts(row.key()).get(0);
        Optional<ForkWarmUp> warmUp =
                row.row().base().warmUp().or(() -> row.row().head().warmUp());
        return verdict.paired()
                .filter(it -> PairRule.ANALYSES.contains(it.pairs()))
                .flatMap(PairResult::significantDrift)
                .flatMap(drift -> warmUp.map(it -> new CompareLog.Warming(
                        row.key(),
                        verdict.pairs(),
                        row.warmedSeconds(),
                        drift.first(),
                        drift.last(),
                        row.warmedSeconds() >= CAPPED * it.cap().toMillis() / 1000.0)));
    }

    private void warm(RowProgress row, CompareLog.Warming warming) {
        add(warming);
        if (!warming.isGivenUp()) {
            row.warmUpLonger();
        }
        String drifted =
                "the difference drifted while it was measured, " + PairResult.fromTo(warming.first(), warming.last());
        say(
                row.key(),
                warming.isGivenUp()
                        ? drifted + ", after the longest warm-up; given up"
                        : drifted + "; " + Sections.count(warming.pairs(), "pair")
                                + " dropped, and forks warm up for longer than "
                                + Numbers.duration(Math.round(1e9 * warming.seconds())));
    }

    private Side.Command command(RowProgress row, boolean ofHead) {
        RowPair pair = isFirst ? row.first() : row.row();
        return ofHead ? new Side.Command(forks.head(), pair.head()) : new Side.Command(forks.base(), pair.base());
    }

    /** What the forks measured until the first that did not; that one is logged. */
    private List<ForkOutcome.Measured> measured(RowProgress row, List<ForkOutcome> outcomes) {
        List<ForkOutcome.Measured> both = new ArrayList<>();
        for (int i = 0; i < outcomes.size(); i++) {
            Side side = headFirst == (i == 0) ? forks.head() : forks.base();
            ForkOutcome checked = side.checked(outcomes.get(i));
            if (checked instanceof ForkOutcome.Measured fork) {
                both.add(fork);
            } else {
                lost(row.key(), side, checked);
                return both;
            }
        }
        return both;
    }

    private void lost(RowKey row, Side side, ForkOutcome outcome) {
        CompareLog.Loss loss = CompareLog.Loss.of(row, side.name(), outcome);
        add(loss);
        Set<RowKey> alike = failures.computeIfAbsent(PathTails.cut(loss.message()), it -> new LinkedHashSet<>());
        if (alike.add(row) && alike.size() == 1) {
            say(row, loss.outcome().text());
        }
        failsAlike = outcome instanceof ForkOutcome.Failed && alike.size() >= ALIKE && schedule.hasMeasuredNone();
    }

    /** Tells of a row that is finished and slower or faster, by its score or another quantity. */
    private void tell(RowKey row) {
        if (schedule.isFinished(row)) {
            judged.verdicts(row).stream()
                    .filter(it -> it.verdict() == Verdict.SLOWER || it.verdict() == Verdict.FASTER)
                    .findFirst()
                    .ifPresent(it -> say(
                            it.key(),
                            it.word().toLowerCase(Locale.ROOT) + ", " + it.change() + " "
                                    + it.score().map(ScoreChange::interval).orElse("") + ", "
                                    + Sections.count(it.pairs(), "pair")));
        }
    }

    private void say(RowKey row, String what) {
        RowNames names =
                new RowNames(Stream.concat(Stream.of(row), rows.stream()).toList());
        progress.tell(names.label(row) + ": " + what + left());
    }

    private String left() {
        return "; " + Numbers.duration(schedule.nanosLeft()) + " left";
    }
}

package dev.callcost.compare;

import com.google.gson.JsonObject;
import dev.callcost.compare.Matching.RowPair;
import dev.callcost.data.Fork;
import dev.callcost.data.Row;
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
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
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
    private final List<Row> measured = new ArrayList<>();
    private boolean failsAlike;
    private boolean isFirst;
    private boolean headFirst;
    private final long start = System.nanoTime();
    private long begin;
    private int round;
    private MachineWatch watch;

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
                settings.toFind(),
                System::nanoTime);
    }

    /** The estimated time that it takes. */
    Duration planned() {
        return Duration.ofNanos(schedule.planned());
    }

    /** For how many rows the budget has first pairs, estimated before the first. */
    long firstPairsInBudget() {
        return schedule.firstPairsInBudget();
    }

    /** Returns false when this process was told to end. */
    boolean run() {
        try {
            return hosts.follow(this);
        } finally {
            if (watch != null) {
                watch.close();
            }
        }
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

    private void add(CompareLog.Part part) {
        SafeFile.append(forks.log(), part.line());
        judged.add(part);
    }

    /**
     * Refuses a metric that no row has, as soon as each benchmark and mode has had a pair: the profilers are those of all rows, and a benchmark's counters
     * and samples do not depend on its parameters.
     */
    private void checkMetrics(Pair pair) {
        if (!isFirst) {
            return;
        }
        measured.add(pair.base());
        measured.add(pair.head());
        Set<List<String>> known =
                measured.stream().map(fork -> kind(fork.key())).collect(Collectors.toSet());
        if (rows.stream().allMatch(row -> known.contains(kind(row)))) {
            try {
                settings.quantities().check(measured);
            } catch (IllegalArgumentException e) {
                throw CommandException.usage("compare: " + e.getMessage());
            }
        }
    }

    private static List<String> kind(RowKey row) {
        return List.of(row.benchmark(), row.mode());
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
        watch = new MachineWatch();
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
        return settings.inTurns();
    }

    @Override
    public void ended(RowProgress row, List<ForkOutcome> outcomes) {
        try (MachineWatch ended = watch) {
            List<ForkOutcome.Measured> both = measured(row, outcomes);
            if (both.size() < 2) {
                return;
            }
            JsonObject seen = ended.seen();
            ForkOutcome.Measured before = both.get(headFirst ? 1 : 0);
            ForkOutcome.Measured after = both.get(headFirst ? 0 : 1);
            Pair pair = new Pair(
                    row.key(),
                    isFirst,
                    headFirst,
                    inTurns(),
                    before.fork().row(),
                    after.fork().row(),
                    System.nanoTime() - begin,
                    MachineWatch.excluded(seen));
            SafeFile.append(forks.log(), CompareLog.lines(pair, round, before.line(), after.line(), seen));
            judged.add(pair);
            row.add(pair, Math.max(warmUpSeconds(before), warmUpSeconds(after)));
            checkMetrics(pair);
            tell(row, pair);
            warming(row).ifPresent(warming -> warm(row, warming));
        }
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
        RowPair pair = isFirst ? row.row().warmingUpAtMost(RowProgress.FIRST_WARM_UP) : row.row();
        return ofHead
                ? new Side.Command(forks.head(), pair.head(), inTurns())
                : new Side.Command(forks.base(), pair.base(), inTurns());
    }

    /** What the forks measured until the first that did not; that one is logged. */
    private List<ForkOutcome.Measured> measured(RowProgress row, List<ForkOutcome> outcomes) {
        List<ForkOutcome.Measured> both = new ArrayList<>();
        for (int i = 0; i < outcomes.size(); i++) {
            Side side = headFirst == (i == 0) ? forks.head() : forks.base();
            ForkOutcome checked = side.checked(outcomes.get(i));
            if (checked instanceof ForkOutcome.Measured fork) {
                both.add(fork);
            } else if (!(checked instanceof ForkOutcome.Dropped)) {
                lost(row.key(), side, checked);
                return both;
            }
        }
        return both;
    }

    private void lost(RowKey row, Side side, ForkOutcome outcome) {
        CompareLog.Loss loss = CompareLog.Loss.of(row, side.name(), outcome);
        add(loss);
        boolean isShown = true;
        if (outcome instanceof ForkOutcome.Failed) {
            Set<RowKey> alike = failures.computeIfAbsent(PathTails.cut(loss.message()), it -> new LinkedHashSet<>());
            alike.add(row);
            failsAlike = alike.size() >= ALIKE && schedule.hasMeasuredNone();
            isShown = judged.failures(row) == 1 && alike.size() == 1;
        }
        if (isShown) {
            say(row, loss.outcome().text());
        }
    }

    private void tell(RowProgress row, Pair pair) {
        RowVerdict verdict = shown(row.key());
        if (!pair.counts() && !pair.isFirst()) {
            if (verdict.isRateNotMet()) {
                say(row.key(), "the rate was not met in too many pairs, so the row is given up");
            }
            return;
        }
        if (schedule.isFinished(row.key())
                && EnumSet.of(Verdict.SLOWER, Verdict.FASTER).contains(verdict.verdict())) {
            say(
                    verdict.key(),
                    verdict.word().toLowerCase(Locale.ROOT) + ", " + verdict.change() + " "
                            + verdict.score().map(ScoreChange::interval).orElse("") + ", "
                            + Sections.count(verdict.pairs(), "pair"));
        }
    }

    /** The first verdict of a row that needs more pairs, or else the first that is judged. */
    private RowVerdict shown(RowKey row) {
        List<RowVerdict> verdicts = judged.verdicts(row);
        return Stream.concat(
                        verdicts.stream().filter(it -> !it.isFinished()),
                        verdicts.stream().filter(it -> it.verdict() != Verdict.NOT_JUDGED))
                .findFirst()
                .orElse(verdicts.get(0));
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

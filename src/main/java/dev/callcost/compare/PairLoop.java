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
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The plan of a comparison: it gives rows pairs of forks, one of each side, as its {@link PairSchedule} says, and logs
 * and tells what came of them. As many pairs run at once as {@link TrialPairs} show to serve.
 */
final class PairLoop implements ForkPlan<PairLoop.Running> {
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
    private final SideBySide machine;
    private final Duration budget;
    private final Map<String, Set<RowKey>> failures = new HashMap<>();

    /** First pairs that ran alone and side by side. */
    private final List<Pair> firstPairs;

    /** Those that run, the one that began first before the others. */
    private final List<Running> running = new ArrayList<>();

    private final long start = System.nanoTime();

    /** How many pairs run at once; 0 until it is found. */
    private int atOnce;

    private int trials;

    /** Pairs that ended account for the time until then. */
    private long accounted;

    private boolean failsAlike;
    private int round;

    /** A pair of forks from the moment that it is planned. */
    static final class Running {
        private final RowProgress row;
        private final boolean isFirst;

        /** How many pairs run at once; 1 for one that runs alone. */
        private final int atOnce;

        /** How many CPUs it gets. */
        private final int cpus;

        private final int warmUps;
        private boolean headFirst;
        private int round;
        private long begin;

        /** What its first fork does, for a person. */
        private Supplier<String> step = () -> "starting";

        private Running(RowProgress row, boolean isFirst, int cpus, int atOnce) {
            this.row = row;
            this.isFirst = isFirst;
            this.cpus = cpus;
            this.atOnce = atOnce;
            warmUps = row.warmUps();
        }

        private boolean isConfined() {
            return atOnce > 1;
        }
    }

    /**
     * @param tiers the rows to measure, see {@link PairSchedule}
     * @param budget after which no further pair begins
     * @param reserve of it, for finding out why rows are slower
     */
    PairLoop(
            CompareLog session,
            List<List<RowPair>> tiers,
            CompareRun.Forks forks,
            ForkHosts hosts,
            SideBySide machine,
            Duration budget,
            Duration reserve) {
        this.rows = session.header().rows();
        this.settings = session.header().settings();
        this.forks = forks;
        this.hosts = hosts;
        this.machine = machine;
        this.budget = budget;
        this.progress = forks.progress();
        this.random = new Random(settings.seed() + session.pairs().size());
        this.judged = new PairJudge(List.of(session), settings.margin(), settings.quantities());
        this.firstPairs =
                new ArrayList<>(session.pairs().stream().filter(Pair::isFirst).toList());
        this.schedule = new PairSchedule(
                tiers.stream()
                        .map(tier ->
                                tier.stream().map(row -> progress(row, session)).toList())
                        .toList(),
                judged,
                random,
                budget,
                reserve,
                System::nanoTime);
        schedule.atOnce(machine.isFixed() ? machine.pairs() : 1);
    }

    /** The row with the CPUs that its forks need, as far as that is known. */
    private RowProgress progress(RowPair row, CompareLog session) {
        RowProgress progress = new RowProgress(row);
        session.of(row.key()).all(CompareLog.CpuNeed.class).forEach(need -> progress.needs(need.threads()));
        progress.needs(row.base().threads(forks.base().jar().arguments()));
        progress.needs(row.head().threads(forks.head().jar().arguments()));
        List<Boolean> pinned = Stream.of(row.base(), row.head())
                .flatMap(side -> side.isOnOneCpu().stream())
                .toList();
        if (pinned.contains(false)) {
            progress.needs(Integer.MAX_VALUE);
        } else if (!pinned.isEmpty()) {
            progress.sharesOneCpu();
        }
        return progress;
    }

    private Optional<TrialPairs> found() {
        return TrialPairs.of(firstPairs, machine.pairs());
    }

    private void run(TrialPairs trial) {
        run(trial.pairs(), Optional.of(trial));
    }

    private void run(int pairs, Optional<TrialPairs> trial) {
        atOnce = pairs;
        schedule.atOnce(pairs);
        if (machine.pairs() > 1) {
            SafeFile.append(forks.log(), CompareLog.line(pairs, trial));
        }
    }

    /** The estimated time that it takes. */
    Duration planned() {
        return Duration.ofNanos(schedule.planned());
    }

    /** {@code About 3 min, at most the whole budget.} */
    String plannedTime() {
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
        if (machine.isFixed()) {
            run(machine.pairs(), Optional.empty());
        } else {
            found().ifPresent(this::run);
        }
        return hosts.follow(this);
    }

    @Override
    public int atOnce() {
        return machine.pairs();
    }

    @Override
    public List<Integer> cpus() {
        return machine.cpus();
    }

    @Override
    public int cpus(Running pair) {
        return pair.cpus;
    }

    @Override
    public List<Running> nextRound() {
        if (failsAlike || schedule.isChoosing() && !running.isEmpty()) {
            return List.of();
        }
        List<Running> next = planned(round + 1);
        if (!next.isEmpty()) {
            round++;
        }
        return next;
    }

    private List<Running> planned(int round) {
        List<RowProgress> next;
        do {
            List<RowProgress> first = schedule.firstPairs();
            List<Running> trial = atOnce == 0 ? trial(first) : List.of();
            if (!first.isEmpty()) {
                progress.log("first pairs: " + Sections.count(first.size(), "row") + left());
                return trial.isEmpty() ? pairs(first, true) : trial;
            }
            if (schedule.isChoosing()) {
                choose();
            }
            next = schedule.decidingPairs(running.stream().map(pair -> pair.row).toList());
        } while (next.isEmpty() && running.isEmpty() && schedule.takesUpMore());
        if (!next.isEmpty()) {
            progress.log("round " + round + ": " + Sections.count(next.size(), "row") + ", " + schedule.open() + " of "
                    + schedule.size() + " open" + left());
        }
        return pairs(next, false);
    }

    private List<Running> pairs(List<RowProgress> some, boolean areFirst) {
        return some.stream().map(row -> sideBySide(row, areFirst)).toList();
    }

    private Running sideBySide(RowProgress row, boolean isFirst) {
        int cpus = atOnce == 1 ? machine.pairs() : row.cpus(machine.pairs());
        return new Running(row, isFirst, cpus, cpus == machine.pairs() ? 1 : machine.pairs());
    }

    private Running alone(RowProgress row) {
        return new Running(row, true, machine.pairs(), 1);
    }

    /** Finds how many pairs run at once. Before that, some first pairs for it. */
    private List<Running> trial(List<RowProgress> first) {
        Optional<TrialPairs> found = found();
        List<Running> trial = found.isEmpty() && trials < TrialPairs.TRIALS ? bothWays(first) : List.of();
        if (trial.isEmpty()) {
            found.ifPresentOrElse(this::run, () -> run(1, Optional.empty()));
            found.ifPresent(it -> progress.tell(it.text(machine.pairs())));
        }
        trials++;
        return trial;
    }

    /**
     * Pairs of a few rows both ways: some rows alone, the same side by side, alone, so that a change of the machine
     * disturbs both ways alike.
     */
    private List<Running> bothWays(List<RowProgress> some) {
        int pairs = machine.pairs();
        List<RowProgress> able =
                some.stream().filter(row -> row.cpus(pairs) < pairs).toList();
        List<RowProgress> both = able.subList(0, (int) Math.min(
                Math.min(TrialPairs.ROWS, able.size()),
                TrialPairs.BUDGET * budget.toNanos() / schedule.nanosOfFirstPair()));
        List<Running> trial = new ArrayList<>();
        for (int from = 0; from < both.size(); from += pairs) {
            List<RowProgress> group = both.subList(from, Math.min(from + pairs, both.size()));
            List<RowProgress> before = group.subList(0, (group.size() + 1) / 2);
            before.forEach(row -> trial.add(alone(row)));
            // places that are left are for other rows, and then for further pairs of the same
            Stream.iterate(from, place -> place + 1)
                    .limit(pairs)
                    .forEach(place -> trial.add(sideBySide(able.get(place % able.size()), true)));
            group.subList(before.size(), group.size()).forEach(row -> trial.add(alone(row)));
        }
        return trial;
    }

    private void choose() {
        checkMetrics();
        boolean isFirstChoice = judged.chosen().isEmpty();
        schedule.choice().forEach(row -> add(new CompareLog.Chosen(row)));
        if (isFirstChoice) {
            judged.together().ifPresent(all -> progress.tell(all.text() + "."));
        }
        int chosen = judged.chosen().size();
        if (isFirstChoice && chosen > 0 && chosen < judged.first().size()) {
            progress.tell("The budget has pairs for the " + Sections.count(chosen, "slowest row") + " of "
                    + judged.first().size() + ".");
        }
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
    public void begins(Running pair) {
        pair.round = round;
        pair.headFirst = pair.row.headFirst(random);
        pair.begin = System.nanoTime();
        if (running.isEmpty()) {
            accounted = pair.begin;
        }
        running.add(pair);
    }

    @Override
    public List<ForkPlan.ForkCommand> forks(Running pair) {
        return List.of(command(pair, pair.headFirst), command(pair, !pair.headFirst));
    }

    private Side.Command command(Running pair, boolean ofHead) {
        RowPair row = pair.isFirst ? pair.row.first() : pair.row.row();
        return ofHead
                ? new Side.Command(forks.head(), row.head(), pair.isConfined())
                : new Side.Command(forks.base(), row.base(), pair.isConfined());
    }

    @Override
    public void starts(Running pair, HostFolder place) {
        RowPair row = pair.row.row();
        PlannedRow first = pair.headFirst ? row.head() : row.base();
        String number = pair.isFirst
                ? ""
                : " pair " + (1 + judged.verdicts(row.key()).get(0).pairs());
        pair.step = () -> place.step(first) + number;
        show();
    }

    private void show() {
        RowNames names = new RowNames(rows);
        progress.watch(
                new ProgressLine(
                        running.get(0).isFirst ? "first pairs" : "round " + running.get(0).round,
                        System.nanoTime() - start,
                        schedule.nanosLeft(),
                        names.forms(running.get(0).row.key())),
                running.get(0).step,
                running.stream()
                        .skip(1)
                        .map(pair -> new ProgressLine.Beside(names.forms(pair.row.key()), pair.step))
                        .toList());
    }

    @Override
    public boolean inTurns() {
        return true;
    }

    @Override
    public void ended(Running pair, List<ForkOutcome> outcomes) {
        RowProgress row = pair.row;
        running.remove(pair);
        List<ForkOutcome.Measured> both = measured(pair, outcomes);
        boolean wasFinished = schedule.isFinished(row.key());
        boolean counts = both.size() == 2 && add(pair, both);
        if (!counts) {
            row.isDue(pair.headFirst);
        } else {
            if (!wasFinished) {
                tell(row.key());
            }
            warming(row).ifPresent(warming -> warm(row, warming));
        }
        if (!running.isEmpty()) {
            show();
        }
    }

    /**
     * Adds what both forks of a pair measured, in the order in which they began. Returns whether it is a pair that
     * decides.
     */
    private boolean add(Running pair, List<ForkOutcome.Measured> both) {
        RowProgress row = pair.row;
        if (pair.warmUps < row.warmUps()) {
            return false; // the pairs of this warm-up have been dropped
        }
        long now = System.nanoTime();
        if (pair.isFirst) {
            int threads = both.stream()
                    .mapToInt(ForkOutcome.Measured::busyThreads)
                    .max()
                    .orElseThrow();
            int before = row.cpus(machine.pairs());
            row.needs(threads);
            boolean hadFew = pair.isConfined() && row.cpus(machine.pairs()) > pair.cpus;
            if (row.cpus(machine.pairs()) > before) {
                add(new CompareLog.CpuNeed(row.key(), threads, hadFew ? (now - accounted) / 1e9 : 0));
            }
            if (hadFew) {
                accounted = now;
                return false;
            }
        }
        ForkOutcome.Measured before = both.get(pair.headFirst ? 1 : 0);
        ForkOutcome.Measured after = both.get(pair.headFirst ? 0 : 1);
        Pair measured = new Pair(
                row.key(),
                pair.isFirst,
                before.fork().row(),
                after.fork().row(),
                now - pair.begin,
                pair.atOnce,
                now - (pair.isConfined() ? accounted : pair.begin));
        accounted = now;
        SafeFile.append(forks.log(), CompareLog.lines(measured, pair.round, before.line(), after.line()));
        judged.add(measured);
        row.add(measured, Math.max(warmUpSeconds(before), warmUpSeconds(after)));
        if (pair.isFirst) {
            firstPairs.add(measured);
        }
        return measured.counts();
    }

    /** How long a fork warmed up; 0 where the length was fixed. */
    private static double warmUpSeconds(ForkOutcome.Measured measured) {
        Fork.WarmUp warmUp = measured.fork().warmUp();
        return warmUp == null ? 0 : warmUp.seconds();
    }

    /**
     * The significant drift of the difference within the deciding pairs so far, at an interim analysis; empty when the
     * warm-up's length is fixed.
     */
    private Optional<CompareLog.Warming> warming(RowProgress row) {
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

    /** What the forks measured until the first that did not; that one is logged. */
    private List<ForkOutcome.Measured> measured(Running pair, List<ForkOutcome> outcomes) {
        List<ForkOutcome.Measured> both = new ArrayList<>();
        for (int i = 0; i < outcomes.size(); i++) {
            Side side = pair.headFirst == (i == 0) ? forks.head() : forks.base();
            ForkOutcome checked = side.checked(outcomes.get(i));
            if (checked instanceof ForkOutcome.Measured fork) {
                both.add(fork);
            } else {
                lost(pair.row.key(), side, checked);
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

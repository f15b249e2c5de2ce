package dev.callcost.compare.measure;

import dev.callcost.compare.evidence.PairResult;
import dev.callcost.compare.evidence.PairRule;
import dev.callcost.compare.judge.PairJudge;
import dev.callcost.compare.judge.RowVerdict;
import dev.callcost.compare.judge.RowVerdict.Fate;
import dev.callcost.compare.measure.ComparisonListener.RunningPair;
import dev.callcost.compare.measure.RowProgress.TurnFork;
import dev.callcost.compare.measure.SideBySide.TrialPairs;
import dev.callcost.compare.session.SessionEvent;
import dev.callcost.compare.session.SessionEvent.ChosenRow;
import dev.callcost.compare.session.SessionEvent.CpuNeed;
import dev.callcost.compare.session.SessionEvent.ForkLoss;
import dev.callcost.compare.session.SessionEvent.Pair;
import dev.callcost.compare.session.SessionEvent.Warming;
import dev.callcost.data.Fork;
import dev.callcost.data.RowKey;
import dev.callcost.launch.ForkHosts;
import dev.callcost.launch.ForkPlan;
import dev.callcost.launch.ForkPlan.ForkOutcome;
import dev.callcost.launch.HostFolder;
import dev.callcost.launch.PlannedRow.ForkWarmUp;
import dev.callcost.launch.RowPair;
import dev.callcost.launch.RowPair.SideRow;
import dev.callcost.text.CommandException;
import dev.callcost.text.PathTails;
import dev.callcost.text.Progress.TimeLeft;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * The plan of a comparison: it gives rows pairs of forks, one of each side, as its {@link PairSchedule} says, and logs
 * and tells what came of them. As many pairs run at once as {@link TrialPairs} show to serve.
 */
final class PairLoop implements ForkPlan<PairLoop.Running> {
    /** When the forks of so many rows fail alike, and no pair was measured, the others would fail too. */
    private static final int ALIKE = 3;

    /** A warm-up ends with an iteration, so it reaches its cap from this share on. */
    private static final double CAPPED = 0.99;

    private final LiveSession live;
    private final PairJudge judge;
    private final PairSchedule schedule;
    private final ForkHosts hosts;
    private final ComparisonListener listener;
    private final Random random;
    private final SideBySide machine;
    private final long before;
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

    /** @param before how much of the budget was over when the schedule began */
    PairLoop(
            LiveSession live,
            PairSchedule schedule,
            Duration before,
            ForkHosts hosts,
            SideBySide machine,
            ComparisonListener listener) {
        this.live = live;
        this.schedule = schedule;
        this.before = before.toNanos();
        this.hosts = hosts;
        this.machine = machine;
        this.listener = listener;
        judge = schedule.judge();
        random = schedule.random();
        firstPairs = new ArrayList<>(
                live.session().pairs().stream().filter(Pair::isFirst).toList());
    }

    private Optional<TrialPairs> found() {
        return TrialPairs.of(firstPairs, machine.pairs());
    }

    /** Returns false when this process was told to end. */
    boolean run() {
        Optional<TrialPairs> found = machine.isFixed() ? Optional.empty() : found();
        if (machine.isFixed() || found.isPresent()) {
            run(found, machine.pairs());
        }
        return hosts.follow(this);
    }

    /** @param otherwise how many pairs run at once where no trial shows it */
    private void run(Optional<TrialPairs> trial, int otherwise) {
        atOnce = trial.map(TrialPairs::pairs).orElse(otherwise);
        schedule.atOnce(atOnce);
        if (machine.pairs() > 1) {
            live.add(atOnce, trial);
        }
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
                listener.nextRound(0, first.size(), schedule.open(), schedule.size(), time());
                return trial.isEmpty() ? pairs(first, true) : trial;
            }
            if (schedule.isChoosing()) {
                choose();
            }
            next = schedule.decidingPairs(running.stream().map(pair -> pair.row).toList());
        } while (next.isEmpty() && running.isEmpty() && schedule.takesUpMore());
        if (!next.isEmpty()) {
            listener.nextRound(round, next.size(), schedule.open(), schedule.size(), time());
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
            run(found, 1);
            found.ifPresent(it -> listener.found(it, machine.pairs()));
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
                TrialPairs.BUDGET * schedule.budget().toNanos() / schedule.nanosOfFirstPair()));
        List<Running> trial = new ArrayList<>();
        for (int from = 0; from < both.size(); from += pairs) {
            List<RowProgress> group = both.subList(from, Math.min(from + pairs, both.size()));
            List<RowProgress> before = group.subList(0, (group.size() + 1) / 2);
            before.forEach(row -> trial.add(alone(row)));
            // places that are left are for other rows, and then for further pairs of the same
            IntStream.range(from, from + pairs)
                    .forEach(place -> trial.add(sideBySide(able.get(place % able.size()), true)));
            group.subList(before.size(), group.size()).forEach(row -> trial.add(alone(row)));
        }
        return trial;
    }

    private void choose() {
        checkMetrics();
        boolean isFirstChoice = judge.chosen().isEmpty();
        schedule.choice().forEach(row -> add(new ChosenRow(row)));
        if (isFirstChoice) {
            listener.chosen(
                    judge.together(), judge.chosen().size(), judge.first().size());
        }
    }

    /** Refuses a metric that no row has: profilers that a user forgot, or misspelt names. */
    private void checkMetrics() {
        try {
            if (!schedule.hasMeasuredNone()) {
                judge.quantities().check(judge.measured());
            }
        } catch (IllegalArgumentException e) {
            throw CommandException.usage("compare: " + e.getMessage());
        }
    }

    private void add(SessionEvent event) {
        live.add(event);
        judge.add(event.published());
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
        return List.of(fork(pair, pair.headFirst), fork(pair, !pair.headFirst));
    }

    private static TurnFork fork(Running pair, boolean ofHead) {
        return pair.row.fork(ofHead, pair.isFirst, pair.isConfined());
    }

    @Override
    public void starts(Running pair, HostFolder place) {
        RowPair row = pair.row.row();
        SideRow first = pair.headFirst ? row.head() : row.base();
        String number = pair.isFirst
                ? ""
                : " pair " + (1 + judge.verdicts(row.key()).get(0).pairs());
        pair.step = () -> place.step(first.row()) + number;
        show();
    }

    private TimeLeft time() {
        return TimeLeft.atMost(before + System.nanoTime() - start, schedule.nanosLeftAtMost());
    }

    private void show() {
        listener.runs(
                running.stream()
                        .map(pair -> new RunningPair(pair.row.key(), pair.isFirst ? 0 : pair.round, pair.step))
                        .toList(),
                time());
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
                add(new CpuNeed(row.key(), threads, hadFew ? (now - accounted) / 1e9 : 0));
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
        live.add(measured, pair.round, before, after);
        judge.add(measured);
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
    private Optional<Warming> warming(RowProgress row) {
        RowVerdict verdict = judge.verdicts(row.key()).get(0);
        Optional<ForkWarmUp> warmUp =
                row.row().base().row().warmUp().or(() -> row.row().head().row().warmUp());
        return verdict.paired()
                .filter(it -> PairRule.ANALYSES.contains(it.pairs()))
                .flatMap(PairResult::significantDrift)
                .flatMap(drift -> warmUp.map(it -> new Warming(
                        row.key(),
                        verdict.pairs(),
                        row.warmedSeconds(),
                        drift.first(),
                        drift.last(),
                        row.warmedSeconds() >= CAPPED * it.cap().toMillis() / 1000.0)));
    }

    private void warm(RowProgress row, Warming warming) {
        add(warming);
        if (!warming.isGivenUp()) {
            row.warmUpLonger();
        }
        listener.warms(warming, time());
    }

    /** What the forks measured until the first that did not; that one is logged. */
    private List<ForkOutcome.Measured> measured(Running pair, List<ForkOutcome> outcomes) {
        List<ForkOutcome.Measured> both = new ArrayList<>();
        for (int i = 0; i < outcomes.size(); i++) {
            boolean isOfHead = pair.headFirst == (i == 0);
            ForkOutcome checked = fork(pair, isOfHead).checked(outcomes.get(i));
            if (checked instanceof ForkOutcome.Measured fork) {
                both.add(fork);
            } else {
                lost(pair.row.key(), isOfHead ? "head" : "base", checked);
                return both;
            }
        }
        return both;
    }

    private void lost(RowKey row, String side, ForkOutcome outcome) {
        ForkLoss loss = ForkLoss.of(row, side, outcome);
        add(loss);
        Set<RowKey> alike = failures.computeIfAbsent(PathTails.cut(loss.message()), it -> new LinkedHashSet<>());
        if (alike.add(row) && alike.size() == 1) {
            listener.lost(loss, time());
        }
        failsAlike = outcome instanceof ForkOutcome.Failed && alike.size() >= ALIKE && schedule.hasMeasuredNone();
    }

    /** Tells of a row that is finished and slower or faster, by its score or another quantity. */
    private void tell(RowKey row) {
        if (schedule.isFinished(row)) {
            judge.verdicts(row).stream()
                    .filter(it -> it.fate() == Fate.SLOWER || it.fate() == Fate.FASTER)
                    .findFirst()
                    .ifPresent(it -> listener.decided(it, time()));
        }
    }
}

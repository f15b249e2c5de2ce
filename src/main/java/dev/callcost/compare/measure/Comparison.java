package dev.callcost.compare.measure;

import dev.callcost.compare.evidence.PairRule;
import dev.callcost.compare.judge.PairVerdicts.JudgedSession;
import dev.callcost.compare.judge.RowVerdict;
import dev.callcost.compare.measure.ComparisonListener.Estimated;
import dev.callcost.compare.measure.ComparisonListener.PlannedCounts;
import dev.callcost.compare.measure.ComparisonListener.PlannedTime;
import dev.callcost.compare.measure.ComparisonListener.PlannedWork;
import dev.callcost.compare.measure.ComparisonRequest.SessionTime;
import dev.callcost.compare.session.Session;
import dev.callcost.compare.session.SessionEvent.Pair;
import dev.callcost.file.TemporaryFolder;
import dev.callcost.launch.ForkHosts;
import dev.callcost.launch.JmhLock;
import dev.callcost.launch.RowPair;
import dev.callcost.reach.RowReach;
import dev.callcost.reach.RowReach.Kind;
import dev.callcost.text.CommandException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Measures a comparison: scouts find the rows that run changed code, counts show what these do more or less of, pairs
 * of forks show which are slower, and samples show why.
 */
public final class Comparison {
    /** One part of the budget in so many is kept for finding out why rows are slower. */
    static final int RESERVE = 10;

    private final ComparisonRequest request;
    private final ComparisonListener listener;

    public Comparison(ComparisonRequest request, ComparisonListener listener) {
        this.request = request;
        this.listener = listener;
    }

    /**
     * Measures, with JMH's lock held. A folder that holds the same comparison is measured on: what its scouts saw, its
     * first pairs and the rows that they chose stay, and the time that these took counts for the budget.
     *
     * @param folder for the log
     * @param flames takes the flame graphs of slower rows by their labels
     * @throws CommandException when an argument, a jar or a JVM cannot be used, the folder cannot be written, or holds
     *     another comparison
     */
    public MeasuredSession run(Path folder, Consumer<Map<String, String>> flames) {
        try (JmhLock lock = JmhLock.take();
                TemporaryFolder temporary = TemporaryFolder.create()) {
            RowSearch search = begin(folder, temporary.path());
            LiveSession live = search.live();
            if (!search.scout()) {
                return new MeasuredSession(JudgedSession.of(live.session()), true);
            }
            long begin = System.nanoTime() - live.session().counted().toNanos();
            boolean areCounted = search.count();
            return areCounted && !request.extent().workAlone()
                    ? measure(search, temporary.path(), flames, System.nanoTime() - begin)
                    : new MeasuredSession(JudgedSession.of(live.session()), !areCounted);
        }
    }

    /**
     * What {@link #run} would measure. Scouts run, and their log is for the comparison that follows. Work is not
     * counted.
     *
     * @throws CommandException as {@link #run}
     */
    public ComparisonPlan plan(Path folder) {
        try (JmhLock lock = JmhLock.take();
                TemporaryFolder temporary = TemporaryFolder.create()) {
            RowSearch search = begin(folder, temporary.path());
            boolean isWhole = search.scout();
            Session session = search.live().session();
            return isWhole
                    ? new ComparisonPlan(session, Optional.of(planned(search)), search.plannedCounts())
                    : new ComparisonPlan(session, Optional.empty(), Optional.empty());
        }
    }

    private RowSearch begin(Path folder, Path temporary) {
        MatchedSides sides = MatchedSides.of(request, temporary);
        LiveSession live = LiveSession.open(folder, request, sides);
        boolean isOfUser = request.effort().budget().isPresent();
        listener.begins(
                live.session(),
                Stream.of(sides.base(), sides.head())
                        .map(side -> side.jvm().version())
                        .distinct()
                        .toList(),
                Optional.of(request.limit(sides.rows().size()))
                        .filter(it -> isOfUser || !request.extent().workAlone()),
                isOfUser);
        return new RowSearch(request, listener, live, sides, temporary);
    }

    private PlannedWork planned(RowSearch search) {
        Session session = search.live().session();
        TieredWork work = work(search);
        return work.isAny()
                ? planned(session, work, schedule(session, work, machine(search.rows())))
                : new PlannedWork(work.isOpen(), Optional.empty());
    }

    /**
     * The rows that pairs are for, and the time for these.
     *
     * @param tiers the rows of a tier are measured before those of the next
     * @param areKnown whether scouts know all rows
     */
    private record TieredWork(List<List<RowPair>> tiers, boolean areKnown, SessionTime time) {
        boolean isOpen() {
            return areKnown && time.left().compareTo(Duration.ZERO) > 0;
        }

        boolean isAny() {
            return isOpen() && !tiers.isEmpty();
        }

        TieredWork without(Duration lost) {
            return new TieredWork(tiers, areKnown, time.after(lost));
        }
    }

    private TieredWork work(RowSearch search) {
        List<List<RowPair>> tiers = search.tiers();
        int first = tiers.isEmpty() ? 0 : tiers.get(0).size();
        return new TieredWork(
                tiers, search.areAllKnown(), request.time(first, search.live().session()));
    }

    private static PairSchedule schedule(Session session, TieredWork work, SideBySide machine) {
        return PairSchedule.of(
                session, work.tiers(), work.time().left(), work.time().budget().dividedBy(RESERVE), machine);
    }

    /** @param counting nanoseconds; some were for a row that was not counted in time, which the log does not have */
    private MeasuredSession measure(
            RowSearch search, Path temporary, Consumer<Map<String, String>> flames, long counting) {
        LiveSession live = search.live();
        TieredWork work = work(search)
                .without(
                        request.effort().budget().isPresent()
                                ? Duration.ofNanos(counting)
                                        .minus(live.session().counted())
                                : Duration.ZERO);
        if (!work.isAny()) {
            if (!work.isOpen()) {
                listener.planned(live.session(), new PlannedWork(false, Optional.empty()));
            }
            return new MeasuredSession(JudgedSession.of(live.session()), false);
        }
        SideBySide machine = machine(search.rows());
        machine.note().ifPresent(listener::limited);
        long start = System.nanoTime();
        PairSchedule schedule = schedule(live.session(), work, machine);
        listener.planned(live.session(), planned(live.session(), work, schedule));
        try (ForkHosts hosts = new ForkHosts(temporary, Optional.empty())) {
            boolean isWhole = new PairLoop(live, schedule, work.time().spent(), hosts, machine, listener).run();
            if (isWhole) {
                new CauseSearch(live, hosts, listener, flames)
                        .explain(
                                work.tiers().stream().flatMap(List::stream).toList(),
                                schedule.judge(),
                                work.time().after(Duration.ofNanos(System.nanoTime() - start)));
            }
            return new MeasuredSession(JudgedSession.of(live.session(), schedule.judge()), !isWhole);
        }
    }

    private PlannedWork planned(Session session, TieredWork work, PairSchedule schedule) {
        PlannedTime time = new PlannedTime(
                request.effort().budget().isPresent() ? session.scouted() : Duration.ZERO,
                estimated(schedule, schedule.planned()),
                estimated(schedule, schedule.plannedAtMost()),
                schedule.firstPairsInBudget(),
                work.tiers().get(0).size());
        return new PlannedWork(true, Optional.of(time));
    }

    private static Estimated estimated(PairSchedule schedule, long nanos) {
        return new Estimated(Duration.ofNanos(nanos), schedule.takesBudget(nanos));
    }

    /** How many pairs can run at once beside what the largest fork takes. */
    private SideBySide machine(List<RowPair> rows) {
        return SideBySide.of(
                request.effort().parallel(),
                rows.stream().mapToLong(RowPair::memory).max().orElseThrow());
    }

    /**
     * What a comparison would measure.
     *
     * @param work empty when the scouts were told to end
     * @param counts which come before the pairs; empty without any
     */
    public record ComparisonPlan(Session session, Optional<PlannedWork> work, Optional<PlannedCounts> counts) {
        /** Whether the forks of both sides of a row failed. */
        public boolean hasFailed() {
            return !session.changed().of(Kind.FAILED).isEmpty();
        }

        /** Whether no row can run. */
        public boolean isOfNothing() {
            return !session.changed().rows().isEmpty()
                    && session.changed().rows().values().stream().allMatch(RowReach::cannotRun);
        }
    }

    /**
     * The session and the verdicts of a comparison that has ended, or was stopped.
     *
     * @param isStopped whether this process was told to end (Ctrl-C, SIGTERM) before the session was over
     */
    public record MeasuredSession(JudgedSession judged, boolean isStopped) {
        /**
         * The whole budget with which open rows get more pairs: twice what the session had, or more where they need
         * more. Empty for a stopped session whose own budget has enough left.
         */
        public Optional<Duration> budgetToResume(ComparisonRequest request) {
            Session session = judged.session();
            int first = RowSearch.TIERS.stream()
                    .map(kind -> session.changed().of(kind).size())
                    .filter(rows -> rows > 0)
                    .findFirst()
                    .orElse(0);
            Duration limit = request.limit(first);
            Duration left = request.time(first, session).left();
            Duration needed = needed();
            boolean isEnough = left.compareTo(needed) > 0 && left.compareTo(limit.dividedBy(RESERVE)) > 0;
            return isStopped && isEnough
                    ? Optional.empty()
                    : Optional.of(Collections.max(List.of(
                            limit.multipliedBy(2),
                            Duration.ofMinutes(session.spent().plus(needed).toMinutes() + 1))));
        }

        /** About how long the pairs take that open rows need; zero where none is known to need any. */
        private Duration needed() {
            double nanosPerPair = judged.session().pairs().stream()
                    .filter(pair -> !pair.isFirst())
                    .mapToLong(Pair::elapsed)
                    .average()
                    .orElse(0);
            long pairs = judged.verdicts().rows().stream()
                    .mapToLong(RowVerdict::needed)
                    .filter(needed -> needed <= PairRule.MOST_PAIRS)
                    .sum();
            return Duration.ofNanos(Math.round(pairs * nanosPerPair * RESERVE / (RESERVE - 1)));
        }
    }
}

package dev.callcost.compare.measure;

import dev.callcost.compare.judge.PairVerdicts.JudgedSession;
import dev.callcost.compare.measure.ComparisonPlan.PlannedCounts;
import dev.callcost.compare.measure.ComparisonPlan.PlannedWork;
import dev.callcost.compare.measure.ComparisonPlan.PlannedWork.Estimated;
import dev.callcost.compare.measure.ComparisonPlan.PlannedWork.PlannedTime;
import dev.callcost.compare.measure.ComparisonRequest.SideRequest;
import dev.callcost.compare.measure.RowClock.SessionTime;
import dev.callcost.compare.session.ReachedRows;
import dev.callcost.compare.session.Session;
import dev.callcost.compare.session.Session.SessionRows;
import dev.callcost.compare.session.SessionEvent.ForkLoss;
import dev.callcost.compare.session.SessionFile;
import dev.callcost.data.Log;
import dev.callcost.data.RowKey;
import dev.callcost.file.TemporaryFolder;
import dev.callcost.host.Machine;
import dev.callcost.launch.ForkHosts;
import dev.callcost.launch.ForkPlan.ForkOutcome;
import dev.callcost.launch.JarCopy;
import dev.callcost.launch.JmhJar;
import dev.callcost.launch.JmhJar.JarPair;
import dev.callcost.launch.JmhLock;
import dev.callcost.launch.RowPair;
import dev.callcost.reach.BenchmarkClasses;
import dev.callcost.reach.BenchmarkLinks;
import dev.callcost.reach.RowReach;
import dev.callcost.reach.RowReach.Kind;
import dev.callcost.reach.ScoutedJars;
import dev.callcost.reach.Scouts;
import dev.callcost.text.CommandException;
import dev.callcost.text.PathTails;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Measures a comparison: scouts find the rows that run changed code, counts show what these do more or less of, pairs
 * of forks show which are slower, and samples show why.
 */
public final class Comparison {
    /** Rows of one kind are measured before those of the next. */
    static final List<Kind> TIERS = List.of(Kind.REACHED, Kind.LOADED, Kind.REACHED_IN_SETUP);

    /** One part of the budget in so many is kept for finding out why rows are slower. */
    static final int RESERVE = 10;

    /** Counts of work take one part in so many of the budget: the verdicts are those of pairs. */
    private static final int COUNTS = 5;

    /** For estimates of time: the JVMs of all rows under two chances, on two CPUs. */
    private static final Duration COUNTS_START = Duration.ofSeconds(5);

    /** For estimates of time: one row in these JVMs. */
    private static final Duration COUNT = Duration.ofMillis(250);

    /** In less time hardly a row is counted, and pairs need it more. */
    private static final Duration LEAST_FOR_COUNTS = Duration.ofSeconds(3);

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
        return scout(
                folder,
                (live, rows, temporary) -> {
                    long begin = System.nanoTime() - live.session().counted().toNanos();
                    boolean areCounted = count(live, rows, temporary);
                    return areCounted && !request.extent().workAlone()
                            ? measure(live, rows, temporary, flames, System.nanoTime() - begin)
                            : new MeasuredSession(JudgedSession.of(live.session()), !areCounted);
                },
                session -> new MeasuredSession(JudgedSession.of(session), true));
    }

    /**
     * What {@link #run} would measure. Scouts run, and their log is for the comparison that follows. Work is not
     * counted.
     *
     * @throws CommandException as {@link #run}
     */
    public ComparisonPlan plan(Path folder) {
        return scout(
                folder,
                (live, rows, temporary) -> new ComparisonPlan(
                        live.session(),
                        Optional.of(planned(live.session(), rows)),
                        plannedCounts(live.session(), rows)),
                session -> new ComparisonPlan(session, Optional.empty(), Optional.empty()));
    }

    private PlannedWork planned(Session session, List<RowPair> rows) {
        TieredWork work = work(session, rows);
        return work.isAny()
                ? planned(session, work, schedule(session, work, machine(rows)))
                : work.planned(Optional.empty());
    }

    /** What is to do once it is known which rows run changed code. */
    private interface AfterScouts<T> {
        T run(LiveSession session, List<RowPair> rows, Path temporary);
    }

    /** @param otherwise where this process was told to end before scouts knew all rows */
    private <T> T scout(Path folder, AfterScouts<T> then, Function<Session, T> otherwise) {
        try (JmhLock lock = JmhLock.take();
                TemporaryFolder temporary = TemporaryFolder.create()) {
            Side base = side("base", request.base(), JarPair::base, temporary.path());
            Side own = side("head", request.head(), JarPair::head, temporary.path());
            Side head = request.extent().benchmarksOfBase() ? own.with(base, BenchmarkClasses::inHead) : own;
            Matching matching = Matching.of(modules(), base, head)
                    .of(Optional.ofNullable(request.settings().shard()));
            LiveSession live = session(folder, matching, base, head);
            boolean isOfUser = request.effort().budget().isPresent();
            listener.begins(
                    live.session(),
                    Stream.of(base, head)
                            .map(side -> side.jvm().version())
                            .distinct()
                            .toList(),
                    Optional.of(request.limit(matching.rows().size()))
                            .filter(it -> isOfUser || !request.extent().workAlone()),
                    isOfUser);
            return scout(live, matching.rows(), base, head, temporary.path())
                    ? then.run(live, matching.rows(), temporary.path())
                    : otherwise.apply(live.session());
        }
    }

    private Side side(String name, SideRequest options, Function<JarPair, JmhJar> jar, Path temporary) {
        return Side.of(
                name,
                options,
                request.common(),
                request.jars().stream().map(jar).toList(),
                temporary);
    }

    private List<String> modules() {
        return request.jars().stream().map(JarPair::name).toList();
    }

    /** The session that the folder holds, or a new one. */
    private LiveSession session(Path folder, Matching matching, Side base, Side head) {
        Session.Header header = new Session.Header(
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                Machine.describe().toString(),
                base.text(modules(), head),
                head.text(modules(), base) + (request.extent().benchmarksOfBase() ? ", benchmarks of base" : ""),
                new SessionRows(
                        matching.rows().stream().map(RowPair::key).toList(),
                        matching.onlyInBase(),
                        matching.onlyInHead()),
                request.settings());
        Optional<Path> earlier = Files.isDirectory(folder) ? Log.in(folder) : Optional.empty();
        Path log = earlier.isPresent()
                ? Log.resume(earlier.get())
                : Log.begin(
                        folder,
                        Log.Command.COMPARE,
                        SessionFile.first(
                                header,
                                Stream.of(base, head)
                                        .flatMap(side -> side.describe().stream())
                                        .toList()));
        Session session = earlier.isPresent() ? SessionFile.read(log) : new Session(header);
        List<String> unlike = session.header().unlike(header);
        if (!unlike.isEmpty()) {
            throw CommandException.usage("compare: " + folder + " holds another comparison (not the same: "
                    + String.join(", ", unlike) + "): -d names another folder");
        }
        return new LiveSession(log, session);
    }

    /**
     * Finds out which rows run changed code, until the budget is over. Returns false when this process was told to end.
     */
    private boolean scout(LiveSession live, List<RowPair> rows, Side base, Side head, Path temporary) {
        List<RowPair> open = rows.stream()
                .filter(row -> !live.session().changed().rows().containsKey(row.key()))
                .toList();
        if (open.isEmpty()) {
            return true;
        }
        ScoutedJars scouts = new ScoutedJars(
                modules(),
                base.jars(),
                head.jars(),
                request.extent().allRows(),
                request.extent().ignoresResources());
        if (live.session().changed().reach() == null) {
            live.add(scouts.reach());
        }
        listener.compared(live.session(), request.jars());
        ScoutWatcher watcher = new ScoutWatcher(live, open.size());
        Map<RowKey, String> unlinked = request.extent().benchmarksOfBase() ? unlinked(open, base, head) : Map.of();
        unlinked.forEach((row, why) -> watcher.known(
                new RowReach(row, Kind.SKIPPED, List.of(), 0),
                List.of(new Scouts.Loss(head.name(), new ForkOutcome.Skipped(why)))));
        return scouts.run(
                open.stream().filter(row -> !unlinked.containsKey(row.key())).toList(), temporary, watcher);
    }

    /** Rows of base's benchmarks that head's library cannot run, and why. */
    private static Map<RowKey, String> unlinked(List<RowPair> rows, Side base, Side head) {
        Map<RowKey, String> unlinked = new LinkedHashMap<>();
        for (int n = 0; n < base.jars().size(); n++) {
            JarCopy jar = base.jars().get(n);
            unlinked.putAll(BenchmarkLinks.missing(
                    jar,
                    head.jars().get(n),
                    rows.stream().filter(row -> row.base().jar().equals(jar)).toList()));
        }
        return unlinked;
    }

    /** Logs and tells what scouts see. */
    private final class ScoutWatcher implements Scouts.Watcher {
        private final LiveSession live;
        private final Set<String> failures = new HashSet<>();
        private final RowClock clock;

        ScoutWatcher(LiveSession live, int open) {
            this.live = live;
            Optional<SessionTime> time = time(live.session());
            clock = new RowClock(open, time.map(SessionTime::left), time);
        }

        @Override
        public boolean isOver() {
            return clock.isOver();
        }

        @Override
        public void begins(RowKey row) {
            listener.scouts(row, clock.done(), clock.time());
        }

        @Override
        public void known(RowReach row, List<Scouts.Loss> losses) {
            clock.rowIsDone();
            live.add(row);
            if (row.kind() == Kind.SKIPPED || row.kind() == Kind.FAILED) {
                Scouts.Loss first = losses.get(0);
                ForkLoss loss = ForkLoss.of(row.row(), first.side(), first.outcome());
                live.add(loss);
                if (failures.add(PathTails.cut(loss.text()))) {
                    listener.lost(loss);
                }
            }
        }
    }

    /**
     * The rows that pairs are for, and the time for these.
     *
     * @param tiers the rows of a tier are measured before those of the next
     * @param areKnown whether scouts know all rows
     * @param limit of the whole budget
     * @param left of it
     */
    private record TieredWork(List<List<RowPair>> tiers, boolean areKnown, Duration limit, Duration left) {
        boolean isOpen() {
            return areKnown && left.compareTo(Duration.ZERO) > 0;
        }

        boolean isAny() {
            return isOpen() && !tiers.isEmpty();
        }

        TieredWork without(Duration lost) {
            return new TieredWork(tiers, areKnown, limit, left.minus(lost));
        }

        PlannedWork planned(Optional<PlannedTime> time) {
            return new PlannedWork(isOpen(), time);
        }
    }

    private TieredWork work(Session session, List<RowPair> rows) {
        ReachedRows changed = session.changed();
        List<List<RowPair>> tiers = TIERS.stream()
                .map(kind -> rows.stream()
                        .filter(row -> changed.isOf(kind, row.key()))
                        .toList())
                .filter(tier -> !tier.isEmpty())
                .toList();
        Duration limit = request.limit(tiers.isEmpty() ? 0 : tiers.get(0).size());
        return new TieredWork(tiers, changed.rows().size() == rows.size(), limit, request.left(limit, session));
    }

    /**
     * Counts the work of rows that run changed code, or of all that may run something else where nothing else is asked
     * for. Returns false when this process was told to end.
     */
    private boolean count(LiveSession live, List<RowPair> rows, Path temporary) {
        Session session = live.session();
        Optional<Duration> time = timeForCounts(session);
        return isTooShortForCounts(time)
                || new WorkCounts(live, listener).run(uncounted(session, rows), time, time(session), temporary);
    }

    private List<RowPair> uncounted(Session session, List<RowPair> rows) {
        boolean isAlone = request.extent().workAlone();
        return (isAlone ? TIERS : TIERS.subList(0, 1))
                .stream()
                        .flatMap(kind ->
                                rows.stream().filter(row -> session.changed().isOf(kind, row.key())))
                        .filter(row -> !session.changed().counted().containsKey(row.key()))
                        .filter(row -> isAlone || differ(row))
                        .toList();
    }

    private Optional<Duration> timeForCounts(Session session) {
        return request.effort()
                .budget()
                .map(budget -> Collections.min(List.of(
                        budget.minus(session.spent()),
                        request.extent().workAlone()
                                ? budget
                                : budget.dividedBy(COUNTS).minus(session.counted()))));
    }

    private boolean isTooShortForCounts(Optional<Duration> time) {
        return !request.extent().workAlone()
                && time.filter(it -> it.compareTo(LEAST_FOR_COUNTS) < 0).isPresent();
    }

    /** Empty where no row is counted. */
    private Optional<PlannedCounts> plannedCounts(Session session, List<RowPair> rows) {
        int some = uncounted(session, rows).size();
        Optional<Duration> time = timeForCounts(session);
        return Optional.of(new PlannedCounts(some, COUNTS_START.plus(COUNT.multipliedBy(some)), time))
                .filter(it -> some > 0 && !isTooShortForCounts(time));
    }

    /** Whether the jars do: equal class files mostly do the same work, whatever JVM runs them. */
    private static boolean differ(RowPair row) {
        return !row.base().jar().checksum().equals(row.head().jar().checksum());
    }

    /** Empty without a budget of the user's, which alone includes scouts and counts. */
    private Optional<SessionTime> time(Session session) {
        return request.effort().budget().map(budget -> new SessionTime(budget, session.spent()));
    }

    private static PairSchedule schedule(Session session, TieredWork work, SideBySide machine) {
        return PairSchedule.of(session, work.tiers(), work.left(), work.limit().dividedBy(RESERVE), machine);
    }

    /** @param counting nanoseconds; some were for a row that was not counted in time, which the log does not have */
    private MeasuredSession measure(
            LiveSession live, List<RowPair> rows, Path temporary, Consumer<Map<String, String>> flames, long counting) {
        TieredWork work = work(live.session(), rows)
                .without(
                        request.effort().budget().isPresent()
                                ? Duration.ofNanos(counting)
                                        .minus(live.session().counted())
                                : Duration.ZERO);
        if (!work.isAny()) {
            if (!work.isOpen()) {
                listener.planned(live.session(), work.planned(Optional.empty()));
            }
            return new MeasuredSession(JudgedSession.of(live.session()), false);
        }
        SideBySide machine = machine(rows);
        machine.note().ifPresent(listener::limited);
        long start = System.nanoTime();
        PairSchedule schedule = schedule(live.session(), work, machine);
        listener.planned(live.session(), planned(live.session(), work, schedule));
        Duration before = work.limit().minus(work.left());
        try (ForkHosts hosts = new ForkHosts(temporary, Optional.empty())) {
            boolean isWhole = new PairLoop(live, schedule, before, hosts, machine, listener).run();
            if (isWhole) {
                new CauseSearch(live, hosts, listener, flames)
                        .explain(
                                work.tiers().stream().flatMap(List::stream).toList(),
                                schedule.judge(),
                                new SessionTime(work.limit(), before.plusNanos(System.nanoTime() - start)));
            }
            return new MeasuredSession(JudgedSession.of(live.session(), schedule.judge()), !isWhole);
        }
    }

    private PlannedWork planned(Session session, TieredWork work, PairSchedule schedule) {
        return work.planned(Optional.of(new PlannedTime(
                request.effort().budget().isPresent() ? session.scouted() : Duration.ZERO,
                estimated(schedule, schedule.planned()),
                estimated(schedule, schedule.plannedAtMost()),
                schedule.firstPairsInBudget(),
                work.tiers().get(0).size())));
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
}

package dev.callcost.compare.measure;

import dev.callcost.compare.measure.ComparisonListener.PlannedCounts;
import dev.callcost.compare.measure.ComparisonRequest.SessionTime;
import dev.callcost.compare.measure.MatchedSides.Side;
import dev.callcost.compare.session.ReachedRows.CountedRow;
import dev.callcost.compare.session.Session;
import dev.callcost.compare.session.SessionEvent.ForkLoss;
import dev.callcost.data.RowKey;
import dev.callcost.launch.ForkPlan.ForkOutcome;
import dev.callcost.launch.JarCopy;
import dev.callcost.launch.RowPair;
import dev.callcost.reach.BenchmarksOfBase;
import dev.callcost.reach.RowReach;
import dev.callcost.reach.RowReach.Kind;
import dev.callcost.reach.Scouts;
import dev.callcost.text.PathTails;
import dev.callcost.text.Progress.RowsDone;
import dev.callcost.text.Progress.TimeLeft;
import dev.callcost.work.WorkDelta;
import dev.callcost.work.WorkScouts;
import dev.callcost.work.WorkScouts.CountListener;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds the rows of a comparison that run changed code and counts their work, before pairs. Logs and tells both. */
final class RowSearch {
    /** Rows of one kind are measured before those of the next. */
    static final List<Kind> TIERS = List.of(Kind.REACHED, Kind.LOADED, Kind.REACHED_IN_SETUP);

    /** Counts of work take one part in so many of the budget: the verdicts are those of pairs. */
    private static final int COUNTS = 5;

    /** For estimates of time: the JVMs of all rows under two chances, on two CPUs. */
    private static final Duration COUNTS_START = Duration.ofSeconds(5);

    /** For estimates of time: one row in these JVMs. */
    private static final Duration COUNT = Duration.ofMillis(250);

    /** In less time hardly a row is counted, and pairs need it more. */
    private static final Duration LEAST_FOR_COUNTS = Duration.ofSeconds(3);

    private static final double NANOS_PER_SECOND = 1e9;

    private final ComparisonRequest request;
    private final ComparisonListener listener;
    private final LiveSession live;
    private final MatchedSides sides;
    private final Path temporary;

    /** @param temporary for what scouts and counts need */
    RowSearch(
            ComparisonRequest request,
            ComparisonListener listener,
            LiveSession live,
            MatchedSides sides,
            Path temporary) {
        this.request = request;
        this.listener = listener;
        this.live = live;
        this.sides = sides;
        this.temporary = temporary;
    }

    LiveSession live() {
        return live;
    }

    List<RowPair> rows() {
        return sides.rows();
    }

    private List<RowPair> rows(Kind kind) {
        return rows().stream()
                .filter(row -> live.session().changed().isOf(kind, row.key()))
                .toList();
    }

    /** The rows that may run something else, by their kinds. No list is empty. */
    List<List<RowPair>> tiers() {
        return TIERS.stream().map(this::rows).filter(tier -> !tier.isEmpty()).toList();
    }

    boolean areAllKnown() {
        return live.session().changed().rows().size() == rows().size();
    }

    /**
     * Finds out which rows run changed code, until the budget is over. Returns false when this process was told to end.
     */
    boolean scout() {
        List<RowPair> open = rows().stream()
                .filter(row -> !live.session().changed().rows().containsKey(row.key()))
                .toList();
        if (open.isEmpty()) {
            return true;
        }
        Scouts scouts = new Scouts(
                request.modules(),
                sides.base().jars(),
                sides.head().jars(),
                request.extent().allRows(),
                request.extent().ignoresResources());
        if (live.session().changed().reach() == null) {
            live.add(scouts.reach());
        }
        listener.compared(live.session(), request.jars());
        ScoutWatcher watcher = new ScoutWatcher(open.size());
        Map<RowKey, String> unlinked =
                request.extent().benchmarksOfBase() ? unlinked(open, sides.base(), sides.head()) : Map.of();
        unlinked.forEach((row, why) -> watcher.known(
                new RowReach(row, Kind.SKIPPED, List.of(), 0),
                List.of(new RowReach.Loss(sides.head().name(), new ForkOutcome.Skipped(why)))));
        return scouts.run(
                open.stream().filter(row -> !unlinked.containsKey(row.key())).toList(), temporary, watcher);
    }

    /** Rows of base's benchmarks that head's library cannot run, and why. */
    private static Map<RowKey, String> unlinked(List<RowPair> rows, Side base, Side head) {
        Map<RowKey, String> unlinked = new LinkedHashMap<>();
        for (int n = 0; n < base.jars().size(); n++) {
            JarCopy jar = base.jars().get(n);
            unlinked.putAll(BenchmarksOfBase.missing(
                    jar,
                    head.jars().get(n),
                    rows.stream().filter(row -> row.base().jar().equals(jar)).toList()));
        }
        return unlinked;
    }

    /** Logs and tells what scouts see. */
    private final class ScoutWatcher extends RowClock implements Scouts.Watcher {
        private final Set<String> failures = new HashSet<>();

        ScoutWatcher(int open) {
            super(open, request.time(live.session()).map(SessionTime::left));
        }

        @Override
        public void begins(RowKey row) {
            listener.scouts(row, done(), time());
        }

        @Override
        public void known(RowReach row, List<RowReach.Loss> losses) {
            rowIsDone();
            live.add(row);
            if (row.cannotRun()) {
                RowReach.Loss first = losses.get(0);
                ForkLoss loss = ForkLoss.of(row.row(), first.side(), first.outcome());
                live.add(loss);
                if (failures.add(PathTails.cut(loss.text()))) {
                    listener.lost(loss);
                }
            }
        }
    }

    /**
     * Counts the work of rows that run changed code, or of all that may run something else where nothing else is asked
     * for. Rows for which the time is too short stay without counts. Returns false when this process was told to end.
     */
    boolean count() {
        Optional<Duration> time = timeForCounts();
        List<RowPair> rows = uncounted();
        if (rows.isEmpty() || isTooShortForCounts(time)) {
            return true;
        }
        boolean isWhole = WorkScouts.run(rows, temporary, new CountWatcher(rows.size(), time));
        listener.counted(live.session());
        return isWhole;
    }

    private List<RowPair> uncounted() {
        boolean isAlone = request.extent().workAlone();
        return TIERS.stream()
                .filter(kind -> isAlone || kind == Kind.REACHED)
                .flatMap(kind -> rows(kind).stream())
                .filter(row -> !live.session().changed().counted().containsKey(row.key()))
                .filter(row -> isAlone || differ(row))
                .toList();
    }

    /** Whether the jars do: equal class files mostly do the same work, whatever JVM runs them. */
    private static boolean differ(RowPair row) {
        return !row.base().jar().checksum().equals(row.head().jar().checksum());
    }

    private Optional<Duration> timeForCounts() {
        Session session = live.session();
        return request.time(session)
                .map(time -> Collections.min(List.of(
                        time.left(),
                        request.extent().workAlone()
                                ? time.budget()
                                : time.budget().dividedBy(COUNTS).minus(session.counted()))));
    }

    private boolean isTooShortForCounts(Optional<Duration> time) {
        Duration least = request.extent().workAlone() ? Duration.ofNanos(1) : LEAST_FOR_COUNTS;
        return time.filter(it -> it.compareTo(least) < 0).isPresent();
    }

    /** Empty where no row is counted. */
    Optional<PlannedCounts> plannedCounts() {
        int some = uncounted().size();
        Optional<Duration> time = timeForCounts();
        return Optional.of(new PlannedCounts(some, COUNTS_START.plus(COUNT.multipliedBy(some)), time))
                .filter(it -> some > 0 && !isTooShortForCounts(time));
    }

    /** Logs and tells the work of rows. */
    private final class CountWatcher extends RowClock implements CountListener {
        private long accounted;

        CountWatcher(int rows, Optional<Duration> time) {
            super(rows, time);
        }

        @Override
        public void begins(RowKey row) {
            listener.counts(row, done(), time());
        }

        @Override
        public void counted(RowKey row, WorkDelta work) {
            rowIsDone();
            long over = over();
            double before = Optional.ofNullable(
                            live.session().changed().counted().get(row))
                    .map(CountedRow::seconds)
                    .orElse(0.0);
            live.add(new CountedRow(row, work, before + (over - accounted) / NANOS_PER_SECOND));
            accounted = over;
        }
    }

    /** How long short forks of rows have run, and how long the rest of the rows, or of the session, will take. */
    private class RowClock {
        private final int rows;
        private final Optional<Duration> limit;
        private final Optional<SessionTime> session = request.time(live.session());
        private final long start = System.nanoTime();
        private int done;

        /** @param limit of these forks */
        RowClock(int rows, Optional<Duration> limit) {
            this.rows = rows;
            this.limit = limit;
        }

        public boolean isOver() {
            return limit.filter(it -> over() > it.toNanos()).isPresent();
        }

        /** In nanoseconds. */
        long over() {
            return System.nanoTime() - start;
        }

        /**
         * At most the rest of the budget. Without a budget as long as the rows so far took, in proportion: unknown
         * before the first is done.
         */
        TimeLeft time() {
            long over = over();
            return session.map(it -> it.time(over))
                    .orElseGet(() ->
                            done == 0 ? TimeLeft.unknown(over) : TimeLeft.about(over, over / done * (rows - done)));
        }

        RowsDone done() {
            return new RowsDone(done, rows);
        }

        void rowIsDone() {
            done++;
        }
    }
}

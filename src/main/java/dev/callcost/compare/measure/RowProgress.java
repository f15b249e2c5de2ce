package dev.callcost.compare.measure;

import dev.callcost.compare.session.Session;
import dev.callcost.compare.session.SessionEvent.CpuNeed;
import dev.callcost.compare.session.SessionEvent.Pair;
import dev.callcost.data.RowKey;
import dev.callcost.launch.ForkJvm.ForkFlags;
import dev.callcost.launch.ForkPlan.ForkOutcome;
import dev.callcost.launch.HostFolder;
import dev.callcost.launch.JarCopy;
import dev.callcost.launch.PlannedRow.ShortTurns;
import dev.callcost.launch.RowPair;
import dev.callcost.launch.RowPair.SideRow;
import dev.callcost.launch.RunArguments;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.options.Options;

/**
 * How a row's pairs are measured: by which forks, in which order the sides begin, with which warm-up, and how long a
 * pair takes.
 */
final class RowProgress {
    /** The assumed start, set-up and end of a fork until a pair has been measured. */
    private static final Duration OVERHEAD = Duration.ofSeconds(2);

    /** The longest warm-up of the forks of a first pair, which only chooses. */
    private static final Duration FIRST_WARM_UP = Duration.ofSeconds(3);

    private RowPair row;

    /** Whether head goes first, in the pairs of a block of two that are still to come. */
    private final Deque<Boolean> order = new ArrayDeque<>();

    private int pairs;
    private long nanos;

    /** How many threads are busy at the same time. */
    private int threads = 1;

    /** Whether all busy threads are known to share one CPU. */
    private boolean isOnOneCpu;

    /** How often the warm-up became longer. */
    private int warmUps;

    /** Seconds that the slowest fork had warmed up. */
    private double warmed;

    RowProgress(RowPair row) {
        this.row = row;
    }

    /** The row with the CPUs that its forks need, as far as that is known. */
    static RowProgress of(RowPair row, Session session) {
        RowProgress progress = new RowProgress(row);
        session.of(row.key()).all(CpuNeed.class).forEach(need -> progress.needs(need.threads()));
        progress.needs(row.base().threads());
        progress.needs(row.head().threads());
        List<Boolean> pinned = Stream.of(row.base(), row.head())
                .flatMap(side -> side.row().isOnOneCpu().stream())
                .toList();
        if (pinned.contains(false)) {
            progress.needs(Integer.MAX_VALUE);
        } else if (!pinned.isEmpty()) {
            progress.isOnOneCpu = true;
        }
        return progress;
    }

    RowPair row() {
        return row;
    }

    RowKey key() {
        return row.key();
    }

    /**
     * Whether head goes first in the next pair. A coin decides for every second one that counts, the other has the
     * other order.
     */
    boolean headFirst(Random random) {
        if (order.isEmpty()) {
            boolean headFirst = random.nextBoolean();
            order.addAll(List.of(headFirst, !headFirst));
        }
        return order.poll();
    }

    /** A pair did not count: another one has its order. */
    void isDue(boolean headFirst) {
        order.push(headFirst);
    }

    /** @param warmedSeconds the warm-up of the slower fork; 0 where the length was fixed */
    void add(Pair pair, double warmedSeconds) {
        warmed = Math.max(warmed, warmedSeconds);
        if (!pair.isFirst()) {
            pairs++;
            nanos += pair.elapsed();
        }
    }

    double warmedSeconds() {
        return warmed;
    }

    /** Forks of the pairs to come warm up twice as long as the slowest fork so far. */
    void warmUpLonger() {
        row = row.warmingUpAtLeast(Duration.ofMillis(Math.round(2000 * warmed)));
        warmUps++;
    }

    /** How often that was: a pair that began before has another warm-up than those that follow. */
    int warmUps() {
        return warmUps;
    }

    /** The forks have so many busy threads at least, on all CPUs if need be. */
    void needs(int busy) {
        threads = Math.max(threads, busy);
    }

    /**
     * How many of so many CPUs the forks of a pair get: all, so that the pair runs alone, unless two such pairs find
     * room.
     */
    int cpus(int most) {
        int needed = isOnOneCpu ? 1 : threads;
        return needed > most / 2 ? most : needed;
    }

    /** The row as its first pair measures it. */
    RowPair first() {
        return row.warmingUpAtMost(FIRST_WARM_UP);
    }

    /** The command of a pair's fork. */
    TurnFork fork(boolean ofHead, boolean isFirst, boolean isConfined) {
        RowPair pair = isFirst ? first() : row;
        return new TurnFork(ofHead ? pair.head() : pair.base(), isConfined);
    }

    /** The estimated nanoseconds of a pair, by its iterations. */
    static long plannedNanos(RowPair row) {
        return Math.max(row.base().row().iterationNanos(), row.head().row().iterationNanos()) + OVERHEAD.toNanos();
    }

    /** The time that a deciding pair added to the session, or the estimate. */
    long nanosPerPair(long estimate) {
        return pairs == 0 ? estimate : nanos / pairs;
    }

    /** A fork of a pair. */
    record TurnFork(SideRow side, boolean isConfined) implements JarCopy.JarFork {
        @Override
        public List<String> jvmArguments() {
            return isConfined && !side.jar().isSuite() ? List.of(ForkFlags.ALL_CPUS) : List.of();
        }

        @Override
        public List<String> first(HostFolder place) {
            RunArguments arguments = side.jar().arguments();
            List<String> first = place.options(side.row(), arguments, place.turns());
            Options user = arguments.options();
            ShortTurns.of(side.row(), user).ifPresent(turns -> first.addAll(turns.options(user)));
            return first;
        }

        @Override
        public Optional<Duration> longest() {
            return ShortTurns.of(side.row(), side.jar().arguments().options()).flatMap(ShortTurns::longest);
        }

        /** Its outcome without the JVM arguments that {@code compare} added. */
        ForkOutcome checked(ForkOutcome outcome) {
            return outcome instanceof ForkOutcome.Measured measured ? side.jar().withoutOwn(measured) : outcome;
        }
    }
}

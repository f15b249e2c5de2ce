package dev.callcost.compare;

import dev.callcost.launch.ForkGuard;
import dev.callcost.launch.ForkHost;
import dev.callcost.launch.ForkOutcome;
import dev.callcost.launch.PlannedRow;
import dev.callcost.launch.Turns;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Runs the two forks of pairs, by a host for each side and row that lives from the row's first pair to its last. */
final class PairForks implements AutoCloseable {
    /** Rows of which hosts are kept between pairs: one takes some 50 MB. Of more each pair has hosts of its own. */
    private static final int MOST_ROWS = 16;

    private final Path folder;
    private final ForkGuard guard;
    private final boolean inTurns;
    private final boolean keeps;
    private final Map<Member, ForkHost> hosts = new HashMap<>();

    /**
     * A fork to be run.
     *
     * @param side whose it is
     * @param row what it measures
     */
    record Member(Side side, PlannedRow row) {}

    /**
     * No host is started yet.
     *
     * @param folder takes what hosts write
     * @param guard ends them when this process is told to end
     * @param inTurns whether the forks of a pair take turns by iterations; else they run one after the other
     * @param rows how many rows there are
     */
    PairForks(Path folder, ForkGuard guard, boolean inTurns, int rows) {
        this.folder = folder;
        this.guard = guard;
        this.inTurns = inTurns;
        this.keeps = rows <= MOST_ROWS;
    }

    boolean inTurns() {
        return inTurns;
    }

    /**
     * Runs both.
     *
     * @param first goes first, and in turns begins
     * @return how they ended, the first one's first; only the first one's when the second was not begun
     */
    List<ForkOutcome> run(Member first, Member second) {
        if (!guard.begin()) {
            return List.of(new ForkOutcome.Stopped());
        }
        List<ForkOutcome> outcomes;
        boolean goesOn;
        try {
            ForkHost one = host(first);
            ForkHost other = host(second);
            outcomes = inTurns ? Turns.run(one, other) : inOrder(one, other);
            if (!keeps) {
                end(first);
                end(second);
            }
        } finally {
            goesOn = guard.end();
        }
        if (!goesOn) {
            return List.of(new ForkOutcome.Stopped());
        }
        List<Member> members = List.of(first, second);
        return IntStream.range(0, outcomes.size())
                .mapToObj(i -> members.get(i).side().checked(outcomes.get(i)))
                .toList();
    }

    private static List<ForkOutcome> inOrder(ForkHost first, ForkHost second) {
        first.begin();
        ForkOutcome outcome = first.end();
        if (!(outcome instanceof ForkOutcome.Measured)) {
            return List.of(outcome);
        }
        second.begin();
        return List.of(outcome, second.end());
    }

    private ForkHost host(Member member) {
        if (hosts.containsKey(member) && !hosts.get(member).isAlive()) {
            end(member);
        }
        return hosts.computeIfAbsent(
                member,
                fork -> new ForkHost(
                        place -> fork.side().command(fork.row(), place, inTurns), fork.side()::environment, folder));
    }

    /** Ends the host of a row that has no more forks. */
    void end(Member member) {
        ForkHost host = hosts.remove(member);
        if (host != null) {
            host.close();
        }
    }

    @Override
    public void close() {
        List.copyOf(hosts.keySet()).forEach(this::end);
    }
}

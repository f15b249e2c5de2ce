package dev.callcost.compare.measure;

import dev.callcost.compare.session.Session;
import dev.callcost.compare.session.Session.SessionSettings;
import dev.callcost.launch.JmhJar.JarPair;
import dev.callcost.launch.RunArguments;
import dev.callcost.text.Progress.TimeLeft;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * A comparison as the user requested it.
 *
 * @param jars at least one; several are measured and judged as one suite
 * @param common the arguments of both sides
 */
public record ComparisonRequest(
        List<JarPair> jars,
        SideRequest base,
        SideRequest head,
        List<RunArguments.Group> common,
        SessionSettings settings,
        Extent extent,
        Effort effort) {
    /**
     * On the machine of results/epyc-vm-compare it shows 3 % in all rows of 20 ns and more that were tried in a quiet
     * hour, and 5 % in most.
     */
    private static final Duration BUDGET_PER_ROW = Duration.ofMinutes(5);

    /** The longest budget, unless the user names one. */
    private static final Duration LONGEST_BUDGET = Duration.ofMinutes(30);

    /**
     * What is measured.
     *
     * @param allRows also rows that run no changed method
     * @param ignoresResources whether files of the jars that are no code may differ
     * @param benchmarksOfBase whether head's library runs base's benchmarks
     * @param workAlone whether work is counted and time is not measured
     */
    public record Extent(boolean allRows, boolean ignoresResources, boolean benchmarksOfBase, boolean workAlone) {}

    /**
     * How long it is measured.
     *
     * @param parallel how many pairs run at once; empty for the number that first pairs show to serve
     * @param budget of scouts and pairs, of all runs of the session; empty for five minutes a row, and half an hour at
     *     most, of pairs
     */
    public record Effort(Optional<Integer> parallel, Optional<Duration> budget) {}

    /** The budget, or for how long pairs of so many rows begin. */
    Duration limit(int rows) {
        return effort.budget()
                .orElse(Collections.min(List.of(BUDGET_PER_ROW.multipliedBy(Math.max(1, rows)), LONGEST_BUDGET)));
    }

    /** The time of pairs of so many rows. A budget of the user's includes scouts and counts. */
    SessionTime time(int rows, Session session) {
        return time(session).orElseGet(() -> new SessionTime(limit(rows), session.measured()));
    }

    /** Empty without a budget of the user's, which alone includes scouts and counts. */
    Optional<SessionTime> time(Session session) {
        return effort.budget().map(budget -> new SessionTime(budget, session.spent()));
    }

    /** The names of the jars. */
    List<String> modules() {
        return jars.stream().map(JarPair::name).toList();
    }

    /**
     * The budget of a session.
     *
     * @param spent of it
     */
    record SessionTime(Duration budget, Duration spent) {
        Duration left() {
            return budget.minus(spent);
        }

        SessionTime after(Duration more) {
            return new SessionTime(budget, spent.plus(more));
        }

        /** @param over nanoseconds since then */
        TimeLeft time(long over) {
            return TimeLeft.atMost(spent.toNanos() + over, Math.max(0, left().toNanos() - over));
        }
    }

    /**
     * What the user names for one side.
     *
     * @param args JMH options of this side alone
     * @param jvmArgs arguments of this side's forks alone, as one text
     */
    public record SideRequest(String jvm, List<RunArguments.Group> args, String jvmArgs) {}
}

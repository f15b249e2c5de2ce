package dev.callcost.ladder;

import dev.callcost.data.Fork;
import dev.callcost.data.Iteration;
import dev.callcost.text.Numbers;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/**
 * Forks that lost CPU time to the hypervisor: the time stolen as a share of that and of the CPU time that the fork's process got. The kernel counts
 * for the whole machine, so a server in a JVM of its own makes the share too large.
 */
final class Steal {
    /** A third of the margin by which {@code check} calls rows different. */
    private static final double SHARE = 0.01;

    /** Three steps of the kernel's counter: one or two are within its error. */
    private static final double LEAST_NANOS = 30e6;

    private Steal() {}

    static Stream<RowWarning> of(RecordedRow row) {
        List<Double> shares = row.forks().stream().map(Steal::share).toList();
        double worst = Collections.max(shares);
        long many = shares.stream().filter(share -> share > SHARE).count();
        return many == 0
                ? Stream.empty()
                : Stream.of(new RowWarning(
                        "steal",
                        row,
                        worst,
                        "lost " + Numbers.percent(worst, 1) + " of its CPU time to the hypervisor in round "
                                + row.forks().get(shares.indexOf(worst)).round() + ", and more than "
                                + Numbers.percent(SHARE, 0) + " in " + many + " of " + shares.size() + " forks",
                        "Other guests use the CPUs: run again at another time, or on a host that is not shared."));
    }

    private static double share(Fork fork) {
        double stolen =
                fork.measured().stream().mapToDouble(Iteration::stealNanos).sum();
        double got = fork.measured().stream().mapToDouble(Iteration::cpuNanos).sum();
        return stolen < LEAST_NANOS ? 0 : stolen / (stolen + got);
    }
}

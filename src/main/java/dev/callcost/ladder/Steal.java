package dev.callcost.ladder;

import dev.callcost.data.Fork;
import dev.callcost.data.Iteration;
import dev.callcost.text.Numbers;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * Forks from which the hypervisor took CPU time. The share is of what the fork asked for: the time stolen over that and the CPU
 * time that its process got. The kernel counts for the whole machine, so that a server in a JVM of its own makes the share too large.
 */
final class Steal {
    /** A third of the margin by which {@code check} calls rows different. */
    private static final double SHARE = 0.01;

    /** Three steps of the kernel's counter: one or two are within its error. */
    private static final double LEAST_NANOS = 30e6;

    private Steal() {}

    static Stream<RowWarning> of(RecordedRow row) {
        Fork worst = row.forks().stream()
                .max(Comparator.comparingDouble(Steal::share))
                .orElseThrow();
        long many = row.forks().stream().filter(fork -> share(fork) > SHARE).count();
        return many == 0
                ? Stream.empty()
                : Stream.of(new RowWarning(
                        "steal",
                        row,
                        share(worst),
                        "lost " + Numbers.percent(share(worst), 1) + " of its CPU time to the hypervisor in round "
                                + worst.round() + ", and more than " + Numbers.percent(SHARE, 0) + " in " + many
                                + " of "
                                + row.forks().size() + " forks",
                        "Other guests use the CPUs: run again at another time, or on a host that is not shared."));
    }

    private static double share(Fork fork) {
        double stolen =
                fork.measured().stream().mapToDouble(Iteration::stealNanos).sum();
        double got = fork.measured().stream().mapToDouble(Iteration::cpuNanos).sum();
        return stolen < LEAST_NANOS ? 0 : stolen / (stolen + got);
    }
}

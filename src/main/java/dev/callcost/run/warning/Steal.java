package dev.callcost.run.warning;

import dev.callcost.text.Numbers;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Forks from which the hypervisor took CPU time. The share is of what the fork asked for: the time stolen over that and the CPU
 * time that its process got. The kernel counts for the whole machine, so that a server in a JVM of its own makes the share too large.
 */
final class Steal {
    /** A third of the margin by which {@code check} calls rows different. */
    static final double SHARE = 0.01;

    /** Three steps of the kernel's counter: one or two are within its error. */
    static final double LEAST_NANOS = 30e6;

    private record Theft(RecordedFork fork, double share) {}

    private Steal() {}

    static List<String> warnings(List<RecordedRow> rows) {
        return RowWarning.line(
                "steal", rows.stream().flatMap(row -> finding(row).stream()).toList());
    }

    private static Optional<RowWarning> finding(RecordedRow row) {
        List<Theft> thefts = row.forks().stream()
                .map(fork -> new Theft(fork, share(fork)))
                .filter(theft -> theft.share > SHARE)
                .toList();
        return thefts.stream()
                .max(Comparator.comparingDouble(Theft::share))
                .map(worst -> new RowWarning(
                        row.label(),
                        worst.share,
                        "lost " + Numbers.percent(worst.share, 1) + " of its CPU time to the hypervisor in round "
                                + worst.fork.round() + ", and more than " + Numbers.percent(SHARE, 0) + " in "
                                + thefts.size()
                                + " of " + row.forks().size() + " forks",
                        "Other guests use the CPUs: run again at another time, or on a host that is not shared."));
    }

    private static double share(RecordedFork fork) {
        double stolen = sum(fork, Iteration::stealNanos);
        return stolen < LEAST_NANOS ? 0 : stolen / (stolen + sum(fork, Iteration::cpuNanos));
    }

    private static double sum(RecordedFork fork, ToDoubleFunction<Iteration> time) {
        return fork.measured().stream().mapToDouble(time).sum();
    }
}

package dev.callcost.ladder;

import dev.callcost.data.Fork;
import dev.callcost.data.Iteration;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Undisturbed;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * What a call costs besides time, from the log beside a results file: CPU time, in the kernel and in all, and context switches of the
 * fork's process, all threads together, JIT compiler and collector included; and what the machine sent over loopback meanwhile. A fork's
 * value is what its iterations took that count for the time too ({@link Undisturbed}), over the operations that they counted; a row's is
 * the mean over its forks. Of a server in a process of its own only what it sends is in it.
 */
final class CallCosts {
    private final Map<RowKey, List<Totals>> forks;

    private CallCosts(List<Fork> forks, Map<RowKey, Double> canaryLimits) {
        this.forks = forks.stream()
                .collect(Collectors.groupingBy(
                        Fork::key,
                        Collectors.mapping(
                                fork -> Totals.of(
                                        fork, canaryLimits.getOrDefault(fork.key(), Double.POSITIVE_INFINITY)),
                                Collectors.filtering(totals -> totals.operations > 0, Collectors.toList()))));
    }

    /**
     * The costs of a file's rows; none when there is no log beside it.
     *
     * @param undisturbed the file's rows with the iterations that count
     * @param log the forks of the file's log
     */
    static CallCosts of(ResultsFile file, Undisturbed undisturbed, List<Fork> log) {
        Map<RowKey, Double> limits = new HashMap<>();
        for (Row row : file.rows()) {
            OptionalDouble limit = undisturbed.limit(row);
            if (limit.isPresent() && undisturbed.mark(row).isEmpty()) {
                limits.put(row.key(), limit.getAsDouble());
            }
        }
        return new CallCosts(log, limits);
    }

    /** What the iterations of a fork that count took together. */
    private record Totals(
            double operations,
            double cpuNanos,
            double systemNanos,
            double contextSwitches,
            double loopbackBytes,
            double loopbackPackets) {
        static Totals of(Fork fork, double canaryLimit) {
            List<Iteration> counting = fork.measured().stream()
                    .filter(iteration -> iteration.canaryNanos() <= canaryLimit)
                    .toList();
            return new Totals(
                    sum(counting, Iteration::operations),
                    sum(counting, Iteration::cpuNanos),
                    sum(counting, Iteration::systemNanos),
                    sum(counting, Iteration::contextSwitches),
                    sum(counting, Iteration::loopbackBytes),
                    sum(counting, Iteration::loopbackPackets));
        }

        private static double sum(List<Iteration> iterations, ToDoubleFunction<Iteration> counter) {
            return iterations.stream().mapToDouble(counter).sum();
        }
    }

    /** CPU time of an operation, in nanoseconds; empty when the log does not tell. The clock's steps are 10 ms. */
    OptionalDouble cpuNanos(Row row) {
        return perOperation(row, Totals::cpuNanos);
    }

    /** What part of the CPU time is the kernel's; empty when the log does not tell. The clock's steps are 10 ms. */
    OptionalDouble kernelShare(Row row) {
        OptionalDouble cpu = perOperation(row, Totals::cpuNanos);
        OptionalDouble kernel = perOperation(row, Totals::systemNanos);
        return cpu.orElse(0) > 0 && kernel.isPresent()
                ? OptionalDouble.of(kernel.getAsDouble() / cpu.getAsDouble())
                : OptionalDouble.empty();
    }

    /** How often in an operation a thread was given a CPU; empty when the log does not tell. */
    OptionalDouble contextSwitches(Row row) {
        return perOperation(row, Totals::contextSwitches);
    }

    /** Bytes sent over loopback in an operation, both ways, with the headers of IP and TCP; empty when the log does not tell. */
    OptionalDouble loopbackBytes(Row row) {
        return perOperation(row, Totals::loopbackBytes);
    }

    /** Packets sent over loopback in an operation, both ways, those that only acknowledge too; empty when the log does not tell. */
    OptionalDouble loopbackPackets(Row row) {
        return perOperation(row, Totals::loopbackPackets);
    }

    /** A counter that is zero in each fork of a log was not told on that machine; a row's own may be zero. */
    private OptionalDouble perOperation(Row row, ToDoubleFunction<Totals> counter) {
        boolean isTold =
                forks.values().stream().flatMap(List::stream).anyMatch(fork -> counter.applyAsDouble(fork) > 0);
        return !isTold
                ? OptionalDouble.empty()
                : forks.getOrDefault(row.key(), List.of()).stream()
                        .mapToDouble(fork -> counter.applyAsDouble(fork) / fork.operations)
                        .average();
    }
}

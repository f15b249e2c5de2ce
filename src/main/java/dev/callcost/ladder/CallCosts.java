package dev.callcost.ladder;

import dev.callcost.data.Fork;
import dev.callcost.data.Iteration;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Contention;
import dev.callcost.stats.Uncontended;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The cost of a call in CPU time, context switches and bytes over loopback, from the log beside a results file. CPU time and context switches are
 * those of the fork's process: all threads, JIT compiler and garbage collector included. Bytes are those of the machine, so a server in its own process
 * counts by what it sends. A fork's value is the sum over the iterations that count for its time, divided by their operations; a row's value is the
 * mean over its forks.
 */
final class CallCosts {
    /** The iterations that count, of each fork that counted operations. */
    private final Map<RowKey, List<List<Iteration>>> forks;

    CallCosts(ResultsFile file, Uncontended uncontended, List<Fork> log) {
        Map<RowKey, Contention> excluding = new HashMap<>();
        for (Row row : file.rows()) {
            uncontended
                    .contention(row)
                    .filter(contention -> uncontended.mark(row).isEmpty())
                    .ifPresent(contention -> excluding.put(row.key(), contention));
        }
        forks = log.stream()
                .collect(Collectors.groupingBy(
                        Fork::key,
                        Collectors.mapping(
                                fork -> excluding
                                        .getOrDefault(fork.key(), Contention.NONE)
                                        .excludedFrom(fork.measured(), Iteration::canaryNanos),
                                Collectors.filtering(
                                        fork -> sum(fork, Iteration::operations) > 0, Collectors.toList()))));
    }

    private static double sum(List<Iteration> iterations, ToDoubleFunction<Iteration> counter) {
        return iterations.stream().mapToDouble(counter).sum();
    }

    /** The kernel's share of the CPU time. */
    OptionalDouble kernelShare(Row row) {
        OptionalDouble cpu = of(row, Iteration::cpuNanos);
        OptionalDouble kernel = of(row, Iteration::systemNanos);
        return cpu.orElse(0) > 0 && kernel.isPresent()
                ? OptionalDouble.of(kernel.getAsDouble() / cpu.getAsDouble())
                : OptionalDouble.empty();
    }

    /** A counter per operation; empty when it is zero in all forks of the log, because it could not be read on that machine. */
    OptionalDouble of(Row row, ToDoubleFunction<Iteration> counter) {
        return forks.values().stream().flatMap(List::stream).allMatch(fork -> sum(fork, counter) == 0)
                ? OptionalDouble.empty()
                : forks.getOrDefault(row.key(), List.of()).stream()
                        .mapToDouble(fork -> sum(fork, counter) / sum(fork, Iteration::operations))
                        .average();
    }
}

package dev.callcost.ladder;

import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.ladder.RunRecord.RecordedFork;
import dev.callcost.ladder.RunRecord.RecordedIteration;
import dev.callcost.stats.Contention;
import dev.callcost.stats.Uncontended;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    private final Map<RowKey, List<List<RecordedIteration>>> forks;

    /** @param log the file's; empty when it has none */
    CallCosts(ResultsFile file, Uncontended uncontended, Optional<RunRecord> log) {
        Map<RowKey, Contention> excluding = new HashMap<>();
        for (Row row : file.rows()) {
            uncontended
                    .contention(row)
                    .filter(contention -> uncontended.mark(row).isEmpty())
                    .ifPresent(contention -> excluding.put(row.key().whateverItsThreads(), contention));
        }
        forks = log.map(RunRecord::forks).orElse(List.of()).stream()
                .collect(Collectors.groupingBy(
                        RecordedFork::key,
                        Collectors.mapping(
                                fork -> excluding
                                        .getOrDefault(fork.key(), Contention.NONE)
                                        .excludedFrom(fork.measured(), RecordedIteration::canaryNanos),
                                Collectors.filtering(
                                        fork -> sum(fork, RecordedIteration::operations) > 0, Collectors.toList()))));
    }

    private static double sum(List<RecordedIteration> iterations, ToDoubleFunction<RecordedIteration> counter) {
        return iterations.stream().mapToDouble(counter).sum();
    }

    /** The kernel's share of the CPU time. */
    OptionalDouble kernelShare(Row row) {
        OptionalDouble cpu = of(row, RecordedIteration::cpuNanos);
        OptionalDouble kernel = of(row, RecordedIteration::systemNanos);
        return cpu.orElse(0) > 0 && kernel.isPresent()
                ? OptionalDouble.of(kernel.getAsDouble() / cpu.getAsDouble())
                : OptionalDouble.empty();
    }

    /** A counter per operation; empty when it is zero in all forks of the log, because it could not be read on that machine. */
    OptionalDouble of(Row row, ToDoubleFunction<RecordedIteration> counter) {
        return forks.values().stream().flatMap(List::stream).allMatch(fork -> sum(fork, counter) == 0)
                ? OptionalDouble.empty()
                : forks.getOrDefault(row.key().whateverItsThreads(), List.of()).stream()
                        .mapToDouble(fork -> sum(fork, counter) / sum(fork, RecordedIteration::operations))
                        .average();
    }
}

package dev.callcost.run.ladder;

import dev.callcost.results.ResultsFile;
import dev.callcost.results.Row;
import dev.callcost.results.RowKey;
import dev.callcost.results.Undisturbed;
import dev.callcost.run.warning.RunRecord;
import dev.callcost.run.warning.RunRecord.RecordedFork;
import dev.callcost.run.warning.RunRecord.RecordedIteration;
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
    private final Map<RowKey, List<RecordedFork>> forks;

    private CallCosts(List<RecordedFork> forks, Map<RowKey, Double> canaryLimits) {
        this.forks = forks.stream()
                .map(fork -> counting(fork, canaryLimits.getOrDefault(key(fork), Double.POSITIVE_INFINITY)))
                .filter(fork -> sum(fork, RecordedIteration::operations) > 0)
                .collect(Collectors.groupingBy(CallCosts::key));
    }

    /**
     * The costs of a file's rows; none when there is no log beside it.
     *
     * @param undisturbed the file's rows with the iterations that count
     * @throws dev.callcost.text.BadFileException when the log is unreadable or not one
     */
    static CallCosts of(ResultsFile file, Undisturbed undisturbed) {
        Map<RowKey, Double> limits = new HashMap<>();
        for (Row row : file.rows()) {
            OptionalDouble limit = undisturbed.limit(row);
            if (limit.isPresent() && undisturbed.mark(row).isEmpty()) {
                limits.put(key(row), limit.getAsDouble());
            }
        }
        return new CallCosts(RunRecord.beside(file).map(RunRecord::forks).orElse(List.of()), limits);
    }

    private static RowKey key(Row row) {
        return new RowKey(row.benchmark(), row.mode(), row.params());
    }

    private static RowKey key(RecordedFork fork) {
        return new RowKey(fork.benchmark(), fork.mode(), fork.params());
    }

    private static RecordedFork counting(RecordedFork fork, double canaryLimit) {
        return fork.with(fork.measured().stream()
                .filter(iteration -> iteration.canaryNanos() <= canaryLimit)
                .toList());
    }

    /** CPU time of an operation, in nanoseconds; empty when the log does not tell. The clock's steps are 10 ms. */
    OptionalDouble cpuNanos(Row row) {
        return perOperation(row, RecordedIteration::cpuNanos);
    }

    /** What part of the CPU time is the kernel's; empty when the log does not tell. The clock's steps are 10 ms. */
    OptionalDouble kernelShare(Row row) {
        OptionalDouble cpu = perOperation(row, RecordedIteration::cpuNanos);
        OptionalDouble kernel = perOperation(row, RecordedIteration::systemNanos);
        return cpu.orElse(0) > 0 && kernel.isPresent()
                ? OptionalDouble.of(kernel.getAsDouble() / cpu.getAsDouble())
                : OptionalDouble.empty();
    }

    /** How often in an operation a thread was given a CPU; empty when the log does not tell. */
    OptionalDouble contextSwitches(Row row) {
        return perOperation(row, RecordedIteration::contextSwitches);
    }

    /** Bytes sent over loopback in an operation, both ways, with the headers of IP and TCP; empty when the log does not tell. */
    OptionalDouble loopbackBytes(Row row) {
        return perOperation(row, RecordedIteration::loopbackBytes);
    }

    /** Packets sent over loopback in an operation, both ways, those that only acknowledge too; empty when the log does not tell. */
    OptionalDouble loopbackPackets(Row row) {
        return perOperation(row, RecordedIteration::loopbackPackets);
    }

    /** A counter that is zero in each fork of a log was not told on that machine; a row's own may be zero. */
    private OptionalDouble perOperation(Row row, ToDoubleFunction<RecordedIteration> counter) {
        boolean isTold = forks.values().stream().flatMap(List::stream).anyMatch(fork -> sum(fork, counter) > 0);
        return !isTold
                ? OptionalDouble.empty()
                : forks.getOrDefault(key(row), List.of()).stream()
                        .mapToDouble(fork -> sum(fork, counter) / sum(fork, RecordedIteration::operations))
                        .average();
    }

    private static double sum(RecordedFork fork, ToDoubleFunction<RecordedIteration> counter) {
        return fork.measured().stream().mapToDouble(counter).sum();
    }
}

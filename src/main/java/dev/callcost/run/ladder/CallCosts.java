package dev.callcost.run.ladder;

import dev.callcost.results.ResultsFile;
import dev.callcost.results.Row;
import dev.callcost.results.RowKey;
import dev.callcost.run.warning.RunRecord;
import dev.callcost.run.warning.RunRecord.RecordedFork;
import dev.callcost.run.warning.RunRecord.RecordedIteration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * What a call costs besides time, from the log beside a results file: CPU time and context switches of the fork's process, all threads
 * together, JIT compiler and collector included. A fork's value is what its measured iterations took over the operations that they
 * counted; a row's is the mean over its forks. A server in a process of its own is not in it.
 */
final class CallCosts {
    private final Map<RowKey, List<RecordedFork>> forks;

    /** Where no fork has ever switched the machine does not tell. */
    private final boolean switchesAreTold;

    private CallCosts(List<RecordedFork> forks) {
        this.forks = forks.stream()
                .collect(Collectors.groupingBy(fork -> new RowKey(fork.benchmark(), fork.mode(), fork.params())));
        this.switchesAreTold = forks.stream().anyMatch(fork -> sum(fork, RecordedIteration::contextSwitches) > 0);
    }

    /**
     * The costs of a file's rows; none when there is no log beside it.
     *
     * @throws dev.callcost.text.BadFileException when the log is unreadable or not one
     */
    static CallCosts of(ResultsFile file) {
        return new CallCosts(RunRecord.beside(file).map(RunRecord::forks).orElse(List.of()));
    }

    /** CPU time of an operation, in nanoseconds; empty when the log does not tell. The clock's steps are 10 ms an iteration at worst. */
    OptionalDouble cpuNanos(Row row) {
        OptionalDouble nanos = perOperation(row, RecordedIteration::cpuNanos);
        return nanos.orElse(0) > 0 ? nanos : OptionalDouble.empty();
    }

    /** How often in an operation a thread was given a CPU; empty when the log does not tell. */
    OptionalDouble contextSwitches(Row row) {
        return switchesAreTold ? perOperation(row, RecordedIteration::contextSwitches) : OptionalDouble.empty();
    }

    private OptionalDouble perOperation(Row row, ToDoubleFunction<RecordedIteration> counter) {
        return forks.getOrDefault(new RowKey(row.benchmark(), row.mode(), row.params()), List.of()).stream()
                .filter(fork -> sum(fork, RecordedIteration::operations) > 0)
                .mapToDouble(fork -> sum(fork, counter) / sum(fork, RecordedIteration::operations))
                .average();
    }

    private static double sum(RecordedFork fork, ToDoubleFunction<RecordedIteration> counter) {
        return fork.measured().stream().mapToDouble(counter).sum();
    }
}

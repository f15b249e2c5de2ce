package dev.callcost.ladder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.agent.Canary;
import dev.callcost.compare.Rows;
import dev.callcost.data.Iteration;
import dev.callcost.data.LogLines;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LadderCountersTest {
    private static final Row ROW = row("RmiBenchmark.call");

    @TempDir
    private Path folder;

    private static Row row(String benchmark) {
        return Rows.row(benchmark).param("n", "1").of(10, 11);
    }

    private static String fork(String... iterations) {
        return LogLines.fork(ROW.key(), "us/op", 1, Map.of(), List.of(iterations));
    }

    private static String iteration(boolean warmUp, long operations, long cpuNanos, long switches) {
        return "{\"warmup\":" + warmUp + ",\"nanos\":1,\"score\":1,\"operations\":" + operations + ",\"cpuNanos\":"
                + cpuNanos + ",\"contextSwitches\":" + switches + "}";
    }

    private ResultsFile file(String... forks) throws IOException {
        Files.writeString(folder.resolve("log.jsonl"), LogLines.RUN + String.join("", forks));
        return new ResultsFile(folder.resolve("results.json"), List.of(ROW));
    }

    @Test
    void aForksCountersOverItsOperationsThenTheMeanOverForks() throws IOException {
        ResultsFile file = file(
                fork(iteration(true, 1, 999, 999), iteration(false, 100, 10_000, 300), iteration(false, 300, 0, 100)),
                fork(iteration(false, 100, 3500, 400)));
        Ladder ladder = Ladder.of(file);
        // 10,000 / 400 = 25 and 35; 400 / 400 = 1 and 4
        assertThat(ladder.perOperation(ROW, Iteration::cpuNanos)).hasValue(30);
        assertThat(ladder.perOperation(ROW, Iteration::contextSwitches)).hasValue(2.5);
        assertThat(ladder.perOperation(row("Other.call"), Iteration::cpuNanos)).isEmpty();
        assertThat(new LadderTable(Ladder.of(file)).text())
                .containsPattern(" time +± +CPU/op +switches/op +adds\n")
                .containsPattern("RMI .* 30.0 ns +2.5 +");
    }

    @Test
    void whatTheMachineDoesNotTellIsNotZero() throws IOException {
        Ladder ladder = Ladder.of(file(fork(iteration(false, 100, 0, 0))));
        assertThat(ladder.perOperation(ROW, Iteration::cpuNanos)).isEmpty();
        assertThat(ladder.perOperation(ROW, Iteration::contextSwitches)).isEmpty();
    }

    /** A loop of nanoseconds switches so seldom that it is zero, where others do switch. */
    @Test
    void aRowThatNeverSwitchedHasZero() throws IOException {
        String other = fork(iteration(false, 100, 1, 7)).replace("RmiBenchmark", "Other");
        Ladder ladder = Ladder.of(file(fork(iteration(false, 100, 500, 0)), other));
        assertThat(ladder.perOperation(ROW, Iteration::contextSwitches)).hasValue(0);
    }

    /** The kernel's part, and what went over loopback, are of the same iterations as the time: not of those with a slow canary. */
    @Test
    void contendedIterationsAreExcluded() throws IOException {
        String quiet = iteration(10);
        ResultsFile file = file(fork(quiet, quiet, quiet, quiet, quiet, iteration(100)));
        double[] canary = {10, 10, 10, 10, 10, 100};
        Row row = Rows.row("RmiBenchmark.call")
                .param("n", "1")
                .metric(Canary.METRIC, canary)
                .ofFork(canary);
        file = new ResultsFile(file.path(), List.of(row));
        Ladder ladder = Ladder.of(file);
        assertThat(ladder.perOperation(row, Iteration::cpuNanos)).hasValue(10);
        assertThat(ladder.kernelShare(row)).hasValue(0.6);
        assertThat(ladder.perOperation(row, Iteration::loopbackBytes)).hasValue(300);
        assertThat(ladder.perOperation(row, Iteration::loopbackPackets)).hasValue(4);
        assertThat(new LadderTable(Ladder.of(file)).text())
                .containsPattern("CPU/op +switches/op +in the kernel +loopback/op +adds\n")
                .containsPattern("RMI .* 10.0 ns +2.0 +60% +300 B in 4 packets +");
    }

    /** One of ten operations, where all is as many times as much as the canary took. */
    private static String iteration(int canary) {
        return "{\"warmup\":false,\"nanos\":1,\"score\":1,\"operations\":10,\"canaryNanos\":" + canary
                + ",\"cpuNanos\":"
                + 10 * canary + ",\"systemNanos\":" + 6 * canary + ",\"contextSwitches\":" + 2 * canary
                + ",\"loopbackBytes\":" + 300 * canary + ",\"loopbackPackets\":" + 4 * canary + "}";
    }

    @Test
    void withoutALogThereAreNoColumns() {
        ResultsFile file = new ResultsFile(folder.resolve("none.json"), List.of(ROW));
        assertThat(Ladder.of(file).perOperation(ROW, Iteration::cpuNanos)).isEmpty();
        assertThat(new LadderTable(Ladder.of(file)).text())
                .doesNotContain("CPU/op")
                .doesNotContain("switches/op");
    }
}

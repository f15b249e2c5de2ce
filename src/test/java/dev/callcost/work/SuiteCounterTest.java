package dev.callcost.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.agent.WorkReader;
import dev.callcost.launch.ForkCounter.CountingFork;
import dev.callcost.launch.PlannedRow;
import dev.callcost.launch.RowSelection;
import dev.callcost.launch.RunArguments;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuiteCounterTest {
    @TempDir
    Path folder;

    @Test
    void namesWhatNoForkCounted() throws Exception {
        RunArguments arguments = RunArguments.parse("BaselineBenchmark", "-prof", "work");
        PlannedRow row = RowSelection.of(arguments).get(0);
        SuiteCounter counter = new SuiteCounter(folder, arguments);
        CountingFork first = counter.next(row, 0).orElseThrow();
        Path counts = Files.write(
                folder.resolve("counts"),
                List.of(WorkReader.RELEASE + "17", WorkReader.UNCOUNTED + "a.B.huge", WorkReader.UNCOUNTED + "a.A"));
        first.counts().accept(counts);
        assertThat(counter.uncounted()).containsExactly("a.A", "a.B.huge");
        assertThat(counter.next(row, 2)).isEmpty();
    }
}

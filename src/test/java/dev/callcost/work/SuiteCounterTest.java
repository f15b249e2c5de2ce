package dev.callcost.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.launch.PlannedRow;
import dev.callcost.launch.RowSelection;
import dev.callcost.launch.RunArguments;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuiteCounterTest {
    @TempDir
    Path folder;

    @Test
    void aRowHasTwoForksThatCount() {
        RunArguments arguments = RunArguments.parse("BaselineBenchmark", "-prof", "work");
        PlannedRow row = RowSelection.of(arguments).get(0);
        SuiteCounter counter = new SuiteCounter(folder, arguments);
        assertThat(counter.next(row, 0).orElseThrow().agent())
                .isNotEqualTo(counter.next(row, 1).orElseThrow().agent());
        assertThat(counter.next(row, 2)).isEmpty();
    }
}

package dev.callcost.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.callcost.data.CountedWork.WorkChange;
import dev.callcost.data.CountedWork.WorkStep;
import dev.callcost.history.MadeUpResults;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CountedWorkTest {
    @TempDir
    Path directory;

    private int files;

    private static MadeUpResults row() {
        return new MadeUpResults().row("a.B.add", 20);
    }

    private Row read(MadeUpResults made) throws IOException {
        return ResultsFile.read(made.write(directory.resolve(files++ + ".json")))
                .rows()
                .get(0);
    }

    private WorkChange change(MadeUpResults before, MadeUpResults after) throws IOException {
        return CountedWork.of(read(before))
                .orElseThrow()
                .to(CountedWork.of(read(after)).orElseThrow());
    }

    private void assertNotCompared(MadeUpResults before, MadeUpResults after, String why) throws IOException {
        WorkChange change = change(before, after);
        assertThat(change.reason()).contains(why);
        assertThat(change.steps()).isEmpty();
    }

    @Test
    void aDifferenceOfBothChancesIsAStepToTheLastDigit() throws IOException {
        WorkChange more = change(row().work(13_975, 14_000.5), row().work(13_979, 14_004.5));
        assertThat(more.reason()).isEmpty();
        assertThat(more.steps())
                .extracting(WorkStep::text, WorkStep::sentence)
                .containsExactly(tuple(
                        "+4 bytecodes (13,975 -> 13,979)",
                        "executes 4 bytecodes more per operation (13,975 -> 13,979)"));
        assertThat(change(row().work(8, 8), row().work(7.96875, 7.96875)).steps())
                .extracting(WorkStep::sentence)
                .containsExactly("executes 0.031 bytecodes less per operation (8 -> 7.969)");
        assertThat(change(row().work(8, 9), row().work(8, 9)).steps()).isEmpty();
    }

    @Test
    void chanceIsNoStep() throws IOException {
        String why = "the difference is up to chance (seeds, clock)";
        assertNotCompared(row().work(10, 10), row().work(10, 11), why);
        assertNotCompared(row().work(10, 10), row().work(12, 11), why);
        assertNotCompared(row().work(10), row().work(11), "counted under one chance alone; two forks show both");
        assertNotCompared(
                row().work(32, 1, 7, 10, 10),
                row().work(32, 1, 7, 11, 11),
                "several threads work, whose order is up to chance");
    }

    @Test
    void otherCountersJdksAndOperationsDoNotCompare() throws IOException {
        assertNotCompared(row().work(10, 10), row().work(32, 2, 0, 10, 10), "counted by versions 1 and 2");
        assertNotCompared(row().work(10, 10), row().jdk("25.0.1").work(10, 10), "counted on JDK 17 and 25");
        assertNotCompared(row().work(10, 10), row().work(16, 1, 0, 11, 11), "other operations were counted");
        assertThat(change(row().work(10, 10), row().jdk("17.0.19").work(11, 11)).steps())
                .hasSize(1);
        assertThat(change(row().work(10, 10), row().work(16, 1, 0, 10, 10)))
                .as("operations that do the same")
                .isEqualTo(change(row().work(10, 10), row().work(10, 10)));
    }

    @Test
    void countsOfTheJdkCompareWithinItsBuild() throws IOException {
        MadeUpResults all = row().work(10, 10).jdkWork(700);
        assertThat(change(all, row().work(10, 10).jdkWork(708)).steps())
                .extracting(WorkStep::sentence)
                .containsExactly("executes 8 bytecodes of the JDK more per operation (700 -> 708)");
        assertNotCompared(all, row().work(10, 10), "the JDK's classes are counted on one side alone");
        assertNotCompared(
                all,
                row().build("17.0.16+8").work(10, 10).jdkWork(700),
                "the JDK's classes are those of OpenJDK 64-Bit Server VM 17.0.15+6 and OpenJDK 64-Bit Server VM"
                        + " 17.0.16+8");
    }

    @Test
    void theBytecodesOfARowAreThoseOfAllThreads() throws IOException {
        assertThat(CountedWork.bytecodes(read(row().work(32, 1, 100, 10, 20)))).hasValue(115);
        assertThat(CountedWork.of(read(row()))).isEmpty();
        assertThat(CountedWork.bytecodes(read(row()))).isEmpty();
    }
}

package dev.callcost.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.results.Fixtures;
import dev.callcost.results.ResultsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecorderTableTest {
    @TempDir
    private Path folder;

    /** Two forks in which the recorder adds 2 %, and the first iteration of each block anything. */
    @Test
    void blocksAreComparedWithTheirNeighboursWithoutTheirFirstIterations() throws IOException {
        String row = """
                [{"benchmark":"a.X.call","mode":"avgt","threads":1,"forks":2,
                "primaryMetric":{"score":1,"scoreUnit":"us/op","rawData":[
                [9.0,1.0,1.0,7.0,1.02,1.02,5.0,1.0,1.0],[9.0,2.04,2.04,7.0,2.0,2.0,5.0,2.04,2.04]]},
                "secondaryMetrics":{"recorder":{"score":0.5,"scoreUnit":"on","rawData":[
                [0.0,0.0,0.0,1.0,1.0,1.0,0.0,0.0,0.0],[1.0,1.0,1.0,0.0,0.0,0.0,1.0,1.0,1.0]]},
                "recorder.between":{"score":3,"scoreUnit":"ms","rawData":[[3.0,3.0,3.0],[3.0,3.0,3.0,3.0,3.0,3.0]]}}}]
                """;
        Path file = Files.writeString(folder.resolve("results.json"), row);

        assertThat(RecorderTable.markdown(ResultsFile.read(file)))
                .contains("| X.call | ", " | 2 | 1.0200 | +2.00% to +2.00% | 3.00 ms |");
    }

    @Test
    void otherRowsHaveNone() {
        ResultsFile file = Fixtures.read(Fixtures.FIVE_FORKS);
        assertThatThrownBy(() -> RecorderTable.markdown(file))
                .hasMessageContaining("holds no row with the metric recorder");
    }
}

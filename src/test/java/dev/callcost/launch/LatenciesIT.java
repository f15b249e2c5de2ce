package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonObject;
import dev.callcost.agent.Latencies;
import dev.callcost.data.Fork;
import dev.callcost.data.Histogram;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.text.Program;
import dev.callcost.text.Program.Ended;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Latencies that a state hands over, from forks to results files. */
class LatenciesIT extends PlantedRuns {
    private static final Histogram WINDOW = Histogram.of(new double[] {1024, 8192}, new double[] {198, 2});
    private static final double MEAN = (198 * 1024.0 + 2 * 8192) / 200;

    private static void assertHanded(Row row, int forks) {
        assertThat(row.primary().unit()).isEqualTo("us/op");
        assertThat(row.primary().histograms())
                .hasSize(forks)
                .allSatisfy(fork -> assertThat(fork).containsExactly(WINDOW, WINDOW, WINDOW));
        assertThat(values(row, "p0.50")).containsOnly(1024.0).hasSize(3 * forks);
        assertThat(values(row, "fromSend:p0.99")).containsOnly(512.0).hasSize(3 * forks);
        assertThat(values(row, "late:p0.99")).containsOnly(256.0).hasSize(3 * forks);
        assertThat(values(row, "cpu")).containsOnly(90.5);
        assertThat(values(row, "calls.unsent")).containsOnly(2.0);
    }

    private static List<Double> values(Row row, String metric) {
        return row.secondary().get(metric).forks().stream()
                .flatMap(List::stream)
                .toList();
    }

    @Test
    void replaceJmhsSamplesInAllFiles() throws Exception {
        passes("HandingBenchmark -f 2 -rff out.json -prof gc");
        assertThat(rows()).hasSize(1);
        assertHanded(rows().get(0), 2);
        assertThat(ResultsFile.read(log()).rows()).isEqualTo(rows());
        JsonObject histograms = forks().get(0).getAsJsonObject("jmh").getAsJsonObject("histograms");
        assertThat(histograms.keySet()).containsExactlyInAnyOrder(Latencies.FROM_SEND, Latencies.LATE);
        assertThat(Fork.of(forks().get(0)).measured())
                .as("the host's own profilers, which it names before")
                .hasSize(3)
                .allSatisfy(it -> assertThat(it.score()).isCloseTo(MEAN, within(0.01)))
                .allSatisfy(it -> assertThat(it.operations()).as("JMH's own").isLessThan(40));
    }

    @Test
    void plainJmhTakesTheProfiler() throws Exception {
        String classPath = planted + File.pathSeparator + SpawnedMain.suiteClassPath();
        String arguments = "org.openjdk.jmh.Main HandingBenchmark -rf json -rff out.json -prof ";
        List<String> words = new ArrayList<>(List.of("-Djava.io.tmpdir=" + directory, "-cp", classPath));
        words.addAll(List.of((arguments + Latencies.class.getName()).split(" ")));
        Ended ended = Program.java(directory, words);
        assertThat(ended.exitCode()).as(ended.out() + ended.err()).isZero();
        assertHanded(rows().get(0), 2);
    }
}

package dev.callcost.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.data.RowKey;
import dev.callcost.history.Run.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JmhRunTest {
    @TempDir
    Path directory;

    private static Run read(Path path) {
        return JmhRun.read(path, new ArrayList<>());
    }

    private static Value value(Run run, String benchmark, String mode) {
        return run.values().get(new RowKey(benchmark, mode, 1, new TreeMap<>()));
    }

    /** Two forks, of medians 0.98 and 1/0.98 times the score. A mean over iterations would be twice that. */
    @Test
    void aRowIsTheMeanOverForksOfTheMedianOverIterations() throws IOException {
        Run run = read(new MadeUpResults().row("a.B.add", 20).write(directory.resolve("x/results.json")));
        Value value = value(run, "a.B.add", "avgt");
        assertThat(Math.exp(value.logNanos())).isCloseTo(20_000, within(1e-6));
        assertThat(value.forks()).hasSize(2);
        assertThat(Math.exp(value.forks().get(0))).isCloseTo(19_600, within(1e-6));
        assertThat(value.bytes()).hasValue(32);
        assertThat(value.unit()).isEqualTo("us/op");
    }

    /** Else all runs of Gradle's plugin had one name. */
    @Test
    void aFolderNamesItsRunWhateverItsFile() throws IOException {
        Path file = new MadeUpResults().row("a.B.add", 20).write(directory.resolve("night-12/jmh-result.json"));
        assertThat(read(file.getParent()).label()).isEqualTo("night-12");
        assertThat(read(file).label()).isEqualTo("jmh-result");
    }

    @Test
    void aThroughputIsTurnedAround() throws IOException {
        Run run = read(new MadeUpResults()
                .row("a.B.add", "thrpt", "ops/ms", 500, "-Xmx1g")
                .write(directory.resolve("x.json")));
        assertThat(Math.exp(value(run, "a.B.add", "thrpt").logNanos())).isCloseTo(2000, within(1e-6));
    }

    @Test
    void theEnvironmentHasCommitStartAndMachine() throws IOException {
        Path file = new MadeUpResults().row("a.B.add", 20).write(directory.resolve("night/results.json"));
        Files.writeString(file.resolveSibling("environment.json"), """
                {"commit":"532d385770000000000000000000000000000000","start":"2026-05-01T10:00:00Z","rounds":5,
                 "machine":{"cpu":"AMD EPYC","cores":2},
                 "device":{"settings":{"governor":"performance","turbo":"unknown","allowedCpus":"0-1"}}}""");
        Run run = read(file.getParent());
        assertThat(run.label()).isEqualTo("532d38577");
        assertThat(run.commit()).hasValueSatisfying(commit -> assertThat(commit).hasSize(40));
        assertThat(run.time()).contains(Instant.parse("2026-05-01T10:00:00Z"));
        assertThat(run.machine())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "CPU",
                        "AMD EPYC",
                        "CPUs",
                        "2",
                        "JVM",
                        "17.0.15, OpenJDK 64-Bit Server VM, 17.0.15+6",
                        "setting governor",
                        "performance"));
        assertThat(value(run, "a.B.add", "avgt").settings()).startsWith("5 forks, 3 x 1 s, ");
    }

    /** Eight digits are a day, seven letters a word. */
    @ParameterizedTest
    @CsvSource({
        "532d38577.json, 532d38577, 532d38577",
        "nightly-532d3857.json.gz, 532d3857, 532d3857",
        "20260501.json, 20260501, ",
        "defaced.json, defaced, ",
        "v1.2.3.json, v1.2.3, ",
        "532d385770000000000000000000000000000abc.json, 532d38577, 532d385770000000000000000000000000000abc",
        "bench-1a2b3c4.log.jsonl, 1a2b3c4, 1a2b3c4"
    })
    void theNameOfAFileMayHaveTheCommit(String name, String label, String commit) {
        assertThat(JmhRun.commit(name)).isEqualTo(Optional.ofNullable(commit));
        assertThat(JmhRun.label(name)).isEqualTo(label);
    }

    private String settings(String argument) throws IOException {
        Path file = directory.resolve("x.json");
        new MadeUpResults().row("a.B.add", "avgt", "us/op", 20, argument).write(file);
        return value(read(file), "a.B.add", "avgt").settings();
    }

    @Test
    void aSettingWithoutThePathsOfACheckoutIsTheSame() throws IOException {
        assertThat(settings("-Djava.io.tmpdir=/home/a/build/tmp"))
                .isEqualTo(settings("-Djava.io.tmpdir=/home/b/tmp"))
                .isNotEqualTo(settings("-Xmx2g"));
    }
}

package dev.callcost.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.data.RowKey;
import dev.callcost.history.HistoryRun.Remarks;
import dev.callcost.history.HistoryRun.Value;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JmhRunTest {
    @TempDir
    Path directory;

    private static HistoryRun read(Path path) {
        return JmhRun.read(path, path, new Remarks());
    }

    private Value value(String mode, String unit, double score, String argument) throws IOException {
        Path file =
                new MadeUpResults().row("a.B.add", mode, unit, score, argument).write(directory.resolve("x.json"));
        return read(file).values().get(new RowKey("a.B.add", mode, 1, new TreeMap<>()));
    }

    /** Two forks, of 0.98 and 1/0.98 times the score. A mean over iterations would be twice that. */
    @Test
    void aRowIsTheMeanOverForksOfTheFastestIterations() throws IOException {
        Value value = value("avgt", "us/op", 20, "-Xmx1g");
        assertThat(Math.exp(value.logNanos())).isCloseTo(20_000, within(1e-6));
        assertThat(value.unit()).isEqualTo("us/op");
        for (String mode : new String[] {"thrpt", "avgt"}) { // the unit says what the number is
            assertThat(Math.exp(value(mode, "ops/ms", 500, "-Xmx1g").logNanos()))
                    .isCloseTo(2000, within(1e-6));
        }
    }

    @Test
    void theEnvironmentHasCommitStartAndMachine() throws IOException {
        Path file = new MadeUpResults().row("a.B.add", 20).write(directory.resolve("night/results.json"));
        Files.writeString(file.resolveSibling("environment.json"), """
                {"commit":"532d385770000000000000000000000000000000","start":"2026-05-01T10:00:00Z",
                 "machine":{"cpu":"AMD EPYC","cores":2,"os":"Ubuntu 24.04","kernel":"Linux 6.11 amd64","image":"unknown"}}""");
        HistoryRun run = read(file.getParent());
        assertThat(run.label()).isEqualTo("532d38577");
        assertThat(run.commit()).contains("532d385770000000000000000000000000000000");
        assertThat(run.time()).contains(Instant.parse("2026-05-01T10:00:00Z"));
        assertThat(run.machine()).hasToString("{CPU=AMD EPYC, CPUs=2, JVM=OpenJDK 64-Bit Server VM 17}");
        assertThat(run.software()).hasToString("{JVM=17.0.15, kernel=Linux 6.11 amd64}");
    }

    /**
     * Eight digits are a day, seven letters a word. A folder names its run, or else all runs of Gradle's plugin would
     * have one name.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            532d38577.json            | 532d38577   | 532d38577
            nightly-532d3857.json.gz  | 532d3857    | 532d3857
            20260501.json             | 20260501    |
            defaced.json              | defaced     |
            v1.2.3.json               | v1.2.3      |
            532d385770000000000000000000000000000abc.json | 532d38577 | 532d385770000000000000000000000000000abc
            1a2b3c4/results.json      | 1a2b3c4     | 1a2b3c4
            night-12/jmh-result.json  | jmh-result  |
            night-12/                 | night-12    |
            """)
    void theNameOfAFileMayHaveTheCommit(String name, String label, String commit) throws IOException {
        byte[] results = Files.readAllBytes(
                new MadeUpResults().row("a.B.add", 20).write(directory.resolve("night-12/jmh-result.json")));
        Path path = directory.resolve(name);
        if (!Files.exists(path)) {
            Files.createDirectories(path.getParent());
            try (OutputStream out = name.endsWith(".gz")
                    ? new GZIPOutputStream(Files.newOutputStream(path))
                    : Files.newOutputStream(path)) {
                out.write(results);
            }
        }
        assertThat(read(path))
                .returns(label, HistoryRun::label)
                .returns(Optional.ofNullable(commit), HistoryRun::commit);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            17.0.16   | 17.0.16+8-LTS             | OpenJDK 64-Bit Server VM 17
            21        | 21+35                     | OpenJDK 64-Bit Server VM 21
            1.8.0_402 | 25.402-b06                | OpenJDK 64-Bit Server VM 8
            21.0.2    | 21.0.2+13-jvmci-23.1-b30  | OpenJDK 64-Bit Server VM 21 with jvmci
            """)
    void anUpdateOfTheJvmIsTheSameMachine(String version, String vmVersion, String jvm) throws IOException {
        MadeUpResults results =
                new MadeUpResults().row("a.B.add", 20).jdk(version).build(vmVersion);
        assertThat(read(results.write(directory.resolve("x.json"))).machine()).containsExactly(Map.entry("JVM", jvm));
    }

    @Test
    void aSettingWithoutThePathsOfACheckoutIsTheSame() throws IOException {
        String settings =
                value("avgt", "us/op", 20, "-Djava.io.tmpdir=/home/a/build/tmp").settings();
        assertThat(settings)
                .isEqualTo(value("avgt", "us/op", 20, "-Djava.io.tmpdir=/home/b/tmp")
                        .settings())
                .isNotEqualTo(value("avgt", "us/op", 20, "-Xmx2g").settings());
    }
}

package dev.callcost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.data.Fixtures;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExportCommandTest {
    private static final Path SAMPLED = Fixtures.path("seeds/sample-time.json");

    @TempDir
    Path directory;

    private static Invocation hgrm(Path results) {
        return Invocation.of("export", "--format", "hgrm", results.toString());
    }

    private static Invocation hgrm(Path results, Path output) {
        return Invocation.of("export", "--format", "hgrm", results.toString(), "-o", output.toString());
    }

    /** The file's only row twice, with two values of a param that differ in special characters alone. */
    private Path twoRows() throws Exception {
        String row = Files.readString(SAMPLED).strip().replaceFirst("^\\[", "").replaceFirst("]$", "");
        String named = row.replaceFirst("\"mode\"", "\"params\": {\"path\": \"a/b\"}, \"mode\"");
        return Files.writeString(directory.resolve("two.json"), "[" + named + "," + named.replace("a/b", "a:b") + "]");
    }

    @Test
    void aRowsDistributionIsPrintedOrWritten() throws Exception {
        Invocation printed = hgrm(SAMPLED);
        assertThat(printed.exitCode()).as(printed.err()).isZero();
        assertThat(printed.out()).startsWith("       Value     Percentile TotalCount 1/(1-Percentile)\n\n");

        Path file = directory.resolve("row.hgrm");
        assertThat(hgrm(SAMPLED, file).exitCode()).isZero();
        assertThat(file).hasContent(printed.out());
    }

    @Test
    void severalRowsNeedAFolder() throws Exception {
        Path results = twoRows();
        Invocation refused = hgrm(results);
        assertThat(refused.exitCode()).isEqualTo(64);
        assertThat(refused.err())
                .isEqualTo("export: " + results + " has 2 rows in mode sample: -o FOLDER writes a file for each"
                        + System.lineSeparator());

        Path folder = directory.resolve("rows");
        Invocation written = hgrm(results, folder);
        assertThat(written.exitCode()).as(written.err()).isZero();
        String distribution = hgrm(SAMPLED).out();
        try (var files = Files.list(folder)) {
            assertThat(files)
                    .hasSize(2)
                    .allSatisfy(file -> assertThat(file)
                            .hasContent(distribution)
                            .satisfies(it -> assertThat(it.getFileName().toString())
                                    .matches("\\w+\\.\\w+_path=a_b(_2)?\\.hgrm")));
        }
        assertThat(hgrm(results, results).exitCode()).isEqualTo(65);
    }

    @Test
    void aFileWithoutSamplesIsRefused() {
        Path results = Fixtures.path(Fixtures.FIVE_FORKS);
        Invocation refused = hgrm(results);
        assertThat(refused.exitCode()).isEqualTo(65);
        assertThat(refused.err())
                .isEqualTo("export: " + results + " has no row in mode sample" + System.lineSeparator());
    }
}

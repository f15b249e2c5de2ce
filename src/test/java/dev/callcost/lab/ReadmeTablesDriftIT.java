package dev.callcost.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.data.Fixtures;
import dev.callcost.data.ResultsFile;
import dev.callcost.text.ForeignLocale;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The tables in README.md, in the manual and in every README.md under results/ are those that the committed results give. After new
 * results, {@code mvn test -Dtest=ReadmeTablesDriftIT -Dcallcost.tables=write} rewrites them.
 */
@ExtendWith(ForeignLocale.class)
class ReadmeTablesDriftIT {
    private static final Path REPOSITORY = Path.of("").toAbsolutePath();
    private static final boolean WRITE = "write".equals(System.getProperty("callcost.tables"));

    @TestFactory
    List<DynamicTest> tablesAreThoseOfTheCommittedResults() throws IOException {
        return readmes(REPOSITORY).stream()
                .map(readme -> DynamicTest.dynamicTest(
                        REPOSITORY.relativize(readme).toString(), () -> check(readme, REPOSITORY, WRITE)))
                .toList();
    }

    @Test
    void everyKindOfTableIsUsed() throws IOException {
        StringBuilder all = new StringBuilder();
        for (Path readme : readmes(REPOSITORY)) {
            all.append(Files.readString(readme));
        }
        assertThat(ReadmeTables.kinds()).allSatisfy(kind -> assertThat(all).contains("<!-- callcost:" + kind + " "));
    }

    /** The documentation quotes the committed report of {@code doctor}. */
    @ParameterizedTest
    @CsvSource({"README.md, 1", "src/docs/measure.md, 8"})
    void theDoctorsPageIsTheCommittedOne(String page, int lines) throws IOException {
        String readme = Files.readString(REPOSITORY.resolve(page));
        String afterItsCommand = readme.substring(readme.indexOf("java -jar benchmarks.jar doctor") + 1);
        List<String> told = afterItsCommand
                .lines()
                .skip(1)
                .dropWhile(line -> !line.startsWith("    "))
                .takeWhile(line -> line.isEmpty() || line.startsWith("    "))
                .filter(line -> !line.isEmpty())
                .map(line -> line.substring(4))
                .toList();
        assertThat(told).hasSizeGreaterThanOrEqualTo(lines);
        assertThat(Files.readAllLines(REPOSITORY.resolve("results/noise/doctor.txt")))
                .containsSubsequence(told);
    }

    @Test
    void seesDriftInEveryReadmeAndRewritesIt(@TempDir Path root) throws IOException {
        String stale = "<!-- callcost:cv results/a -->\n<!-- /callcost -->\n";
        Path machine = Files.createDirectories(root.resolve("results/a"));
        Path local = Files.createDirectories(root.resolve("results/local"));
        Files.copy(Fixtures.path(Fixtures.ONE_FORK), machine.resolve(ResultsFile.NAME));
        for (Path folder : List.of(root, machine, local)) {
            Files.writeString(folder.resolve("README.md"), stale);
        }

        assertThat(readmes(root)).containsExactly(root.resolve("README.md"), machine.resolve("README.md"));
        for (Path readme : readmes(root)) {
            assertThatThrownBy(() -> check(readme, root, false))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("-Dcallcost.tables=write");
            check(readme, root, true);
            check(readme, root, false);
        }
    }

    private static List<Path> readmes(Path root) throws IOException {
        List<Path> readmes = new ArrayList<>(List.of(root.resolve("README.md")));
        for (Path folder : List.of(root.resolve("src/docs"), root.resolve("results"))) {
            if (Files.isDirectory(folder)) {
                try (Stream<Path> files = Files.walk(folder)) {
                    files.filter(file -> file.endsWith("README.md") || file.startsWith(root.resolve("src/docs")))
                            .filter(file -> file.toString().endsWith(".md"))
                            .filter(file ->
                                    !file.endsWith("statistics-appendix.md")) // the simulations write its tables
                            .filter(file -> !file.startsWith(root.resolve("results/local")))
                            .sorted()
                            .forEach(readmes::add);
                }
            }
        }
        return readmes.stream().filter(Files::exists).toList();
    }

    private static void check(Path readme, Path root, boolean write) throws IOException {
        String text = Files.readString(readme).replace("\r\n", "\n");
        String rendered = ReadmeTables.render(text, root);
        if (write) {
            Files.writeString(readme, rendered);
        } else {
            assertThat(text).as("run with -Dcallcost.tables=write").isEqualTo(rendered);
        }
    }
}

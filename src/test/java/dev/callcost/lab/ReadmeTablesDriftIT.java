package dev.callcost.lab;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The tables in README.md, in the manual and in every README.md under results/ are those that the committed results
 * give. After new results, {@code mvn test -Dtest=ReadmeTablesDriftIT -Dcallcost.tables=write} rewrites them.
 */
@ExtendWith(ForeignLocale.class)
class ReadmeTablesDriftIT {
    private static final Path REPOSITORY = Path.of("").toAbsolutePath();

    @TestFactory
    List<DynamicTest> tablesAreThoseOfTheCommittedResults() throws IOException {
        return readmes().stream()
                .map(readme ->
                        DynamicTest.dynamicTest(REPOSITORY.relativize(readme).toString(), () -> check(readme)))
                .toList();
    }

    @Test
    void everyKindOfTableIsUsed() throws IOException {
        StringBuilder all = new StringBuilder();
        for (Path readme : readmes()) {
            all.append(Files.readString(readme));
        }
        assertThat(ReadmeTables.kinds()).allSatisfy(kind -> assertThat(all).contains("<!-- callcost:" + kind + " "));
    }

    /** The documentation quotes the committed report of {@code doctor}. */
    @ParameterizedTest
    @ValueSource(strings = {"README.md", "src/docs/measure.md"})
    void theDoctorsAnswerIsTheCommittedOne(String page) throws IOException {
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
        assertThat(told).isNotEmpty();
        assertThat(Files.readAllLines(REPOSITORY.resolve("results/noise/doctor.txt")))
                .containsSubsequence(told);
    }

    private static List<Path> readmes() throws IOException {
        List<Path> readmes = new ArrayList<>(List.of(REPOSITORY.resolve("README.md")));
        for (Path folder : List.of(REPOSITORY.resolve("src/docs"), REPOSITORY.resolve("results"))) {
            try (Stream<Path> files = Files.walk(folder)) {
                files.filter(file -> file.endsWith("README.md") || file.startsWith(REPOSITORY.resolve("src/docs")))
                        .filter(file -> file.toString().endsWith(".md"))
                        .filter(file -> !file.endsWith("statistics-appendix.md")) // the simulations write its tables
                        .filter(file -> !file.startsWith(REPOSITORY.resolve("results/local")))
                        .sorted()
                        .forEach(readmes::add);
            }
        }
        return readmes;
    }

    private static void check(Path readme) throws IOException {
        String text = Files.readString(readme).replace("\r\n", "\n");
        String rendered = ReadmeTables.render(text, REPOSITORY);
        if ("write".equals(System.getProperty("callcost.tables"))) {
            Files.writeString(readme, rendered);
        } else {
            assertThat(text).as("run with -Dcallcost.tables=write").isEqualTo(rendered);
        }
    }
}

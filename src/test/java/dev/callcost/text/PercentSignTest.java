package dev.callcost.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * One form of a percentage in each place: {@code 5%} in what a terminal prints and an option takes, {@code 5 %} in the
 * manual's prose, as on pages.
 */
class PercentSignTest {
    private static final Pattern APART_IN_A_STRING = Pattern.compile("\"[^\"]*\\d %(%|[\\s.,;)\"])[^\"]*\"");
    private static final Pattern APART = Pattern.compile("\\d %");
    private static final Pattern JOINED = Pattern.compile("\\d%");

    /** A code block, a block that is made from results, or code within a line. */
    private static final Pattern OUTPUT = Pattern.compile("(?m)^ {4}.*$|(?s)```.*?```|`[^`\\n]*`");

    private static Stream<Path> files(String folder, String ending) throws IOException {
        try (Stream<Path> files = Files.walk(Path.of(folder))) {
            return files.filter(file -> file.toString().endsWith(ending)).toList().stream();
        }
    }

    private static List<String> found(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(match -> match.group()).toList();
    }

    @Test
    void whatIsPrintedHasNoBlank() throws IOException {
        assertThat(files("src/main/java", ".java"))
                .allSatisfy(file -> assertThat(Files.readAllLines(file).stream()
                                .filter(line -> !line.strip().matches("(\\*|/\\*|//).*")))
                        .noneMatch(line -> APART_IN_A_STRING.matcher(line).find()));
    }

    @Test
    void theManualHasABlankInProseAlone() throws IOException {
        assertThat(Stream.concat(Stream.of(Path.of("README.md")), files("src/docs", ".md")))
                .allSatisfy(page -> {
                    String text = Files.readString(page);
                    assertThat(found(JOINED, OUTPUT.matcher(text).replaceAll("")))
                            .isEmpty();
                    assertThat(found(OUTPUT, text))
                            .noneMatch(output -> APART.matcher(output).find());
                });
    }
}

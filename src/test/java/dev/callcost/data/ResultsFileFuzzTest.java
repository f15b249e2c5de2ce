package dev.callcost.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What {@link ResultsFileFuzz} demands, of the inputs that are kept: {@code seeds} are small files of every layout, and
 * {@code refused} is what the reader once took, or complained of in a text that is not one short line.
 */
class ResultsFileFuzzTest {
    private static final Pattern TOKEN = Pattern.compile("\"[^\"]*\"|[\\w.+-]+|[^\\s\\w]");
    private static final List<String> OTHERS =
            List.of("", "0", "-1", "1e300", "1e999", "null", "\"NaN\"", "\"rawData\"", "[]", "{}");

    @TempDir
    private Path directory;

    static List<Path> seeds() throws IOException {
        return inputs("seeds");
    }

    static List<Path> refused() throws IOException {
        return inputs("refused");
    }

    @ParameterizedTest
    @MethodSource
    void seeds(Path seed) throws IOException {
        assertThat(checked(Files.readAllBytes(seed))).isTrue();
    }

    @ParameterizedTest
    @MethodSource
    void refused(Path input) throws IOException {
        assertThat(checked(Files.readAllBytes(input))).isFalse();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void seedsWithOneTokenReplaced(Path seed) throws IOException {
        String text = Files.readString(seed);
        Matcher token = TOKEN.matcher(text);
        while (token.find()) {
            for (String other : OTHERS) {
                String changed = text.substring(0, token.start()) + other + text.substring(token.end());
                checked(changed.getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    private boolean checked(byte[] bytes) throws IOException {
        return ResultsFileFuzz.check(directory.resolve("some.json"), bytes).isPresent();
    }

    /** The files of a folder beside this class. */
    private static List<Path> inputs(String folder) throws IOException {
        try (Stream<Path> files = Files.list(ResultsFileFuzz.resource(folder))) {
            return files.sorted().toList();
        }
    }
}

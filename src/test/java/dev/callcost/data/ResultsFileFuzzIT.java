package dev.callcost.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.launch.SpawnedMain;
import dev.callcost.text.Program;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What {@link ResultsFileFuzz} demands, of kept inputs and of Jazzer's. {@code seeds} are small files of every layout. {@code refused} holds
 * inputs that the reader once accepted, or rejected with a message that is not one short line.
 *
 * <p>Jazzer runs in its own JVM, guided by the coverage of the reader and of Gson. Its seed is fixed; {@code -Dfuzz.runs=100000} takes minutes. It ends at
 * the first input for which something does not hold, and leaves that input under {@code target/fuzz}: move it to {@code refused}.
 */
class ResultsFileFuzzIT {
    private static final int RUNS = Integer.getInteger("fuzz.runs", 3_000);

    /** Watched for coverage; it includes the test's own classes, which have other cases than the reader. */
    private static final String WATCHED = "dev.callcost.data.**" + File.pathSeparator + "com.google.gson.**";

    private static final Pattern TOKEN = Pattern.compile("\"[^\"]*\"|[\\w.+-]+|[^\\s\\w]");
    private static final List<String> OTHERS =
            List.of("", "0", "-1", "1e300", "1e999", "null", "\"NaN\"", "\"rawData\"", "[]", "{}");

    @TempDir
    private Path corpus;

    @Test
    void findsNothing() throws IOException, InterruptedException {
        Path left = Files.createDirectories(Path.of("target", "fuzz").toAbsolutePath());
        Program.Ended jazzer = Program.run(
                corpus,
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        SpawnedMain.suiteClassPath()
                                + File.pathSeparator
                                + Path.of("target", "test-classes").toAbsolutePath(),
                        "com.code_intelligence.jazzer.Jazzer",
                        "--target_class=" + ResultsFileFuzz.class.getName(),
                        "--instrumentation_includes=" + WATCHED,
                        "--custom_hook_includes=" + WATCHED,
                        "--reproducer_path=" + left,
                        "-artifact_prefix=" + left + File.separator,
                        "-dict=" + Fixtures.path("dictionary.txt"),
                        "-max_len=4096",
                        "-timeout=30",
                        "-rss_limit_mb=0", // the heap is limited; what else a JVM maps is not the reader's
                        "-runs=" + RUNS,
                        "-seed=1",
                        corpus.toString(),
                        Fixtures.path("seeds").toString(),
                        Fixtures.path("refused").toString()));
        assertThat(jazzer.exitCode()).as(jazzer.err()).isZero();
        assertThat(jazzer.err()).contains("Done ");
    }

    @Test
    void refused() throws IOException {
        for (Path input : inputs("refused")) {
            assertThat(checked(Files.readAllBytes(input))).as(input.toString()).isFalse();
        }
    }

    static List<Path> seeds() throws IOException {
        return inputs("seeds");
    }

    @ParameterizedTest
    @MethodSource
    void seeds(Path seed) throws IOException {
        assertThat(checked(Files.readAllBytes(seed))).isTrue();
        String text = Files.readString(seed);
        Matcher token = TOKEN.matcher(text);
        while (token.find()) {
            for (String other : OTHERS) {
                String changed = text.substring(0, token.start()) + other + text.substring(token.end());
                checked(changed.getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    private static boolean checked(byte[] bytes) throws IOException {
        return ResultsFileFuzz.check(bytes).isPresent();
    }

    private static List<Path> inputs(String folder) throws IOException {
        try (Stream<Path> files = Files.list(Fixtures.path(folder))) {
            return files.sorted().toList();
        }
    }
}

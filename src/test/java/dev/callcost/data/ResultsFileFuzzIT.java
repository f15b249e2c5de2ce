package dev.callcost.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What {@link ResultsFileFuzz} demands, of kept inputs and of Jazzer's. {@code seeds} are small files of every layout. {@code refused} holds
 * inputs that the reader once accepted, or rejected with a message that is not one short line.
 *
 * <p>Jazzer runs in its own JVM, guided by the coverage of the reader and of Gson: 3,000 runs from a fixed seed in the build. Ten minutes with new seeds:
 *
 * <pre>mvn test -Dtest=ResultsFileFuzzIT -Dfuzz.seconds=600</pre>
 *
 * <p>It ends at the first input for which something does not hold, and leaves that input under {@code target/fuzz}: move it to {@code refused}.
 * {@code target/fuzz/output.txt} has the number of runs and the coverage.
 */
class ResultsFileFuzzIT {
    private static final int RUNS = 3_000;
    private static final int SECONDS = Integer.getInteger("fuzz.seconds", 0);
    private static final int PATIENCE_SECONDS = 180;

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
        Path output = left.resolve("output.txt");
        Process jazzer = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=" + (SECONDS == 0 ? 1 : 4),
                        "-cp",
                        classPath(),
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
                        "-print_final_stats=1",
                        SECONDS == 0 ? "-runs=" + RUNS : "-max_total_time=" + SECONDS,
                        SECONDS == 0 ? "-seed=1" : "-use_value_profile=1",
                        corpus.toString(),
                        Fixtures.path("seeds").toString(),
                        Fixtures.path("refused").toString())
                .directory(corpus.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            boolean ended = jazzer.waitFor(SECONDS + PATIENCE_SECONDS, TimeUnit.SECONDS);
            assertThat(ended).as("ended, says " + output).isTrue();
            assertThat(jazzer.exitValue()).as(() -> findings(output)).isZero();
            assertThat(output).content().contains("Done ");
        } finally {
            jazzer.destroyForcibly();
        }
    }

    private static String classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static String findings(Path output) {
        try {
            List<String> lines = Files.readAllLines(output, StandardCharsets.ISO_8859_1);
            int finding = lines.indexOf(lines.stream()
                    .filter(line -> line.startsWith("== "))
                    .findFirst()
                    .orElse(""));
            return output + ":\n" + String.join("\n", lines.subList(Math.max(0, finding), lines.size()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<Path> seeds() throws IOException {
        return inputs("seeds");
    }

    @ParameterizedTest
    @MethodSource
    void seeds(Path seed) throws IOException {
        assertThat(checked(Files.readAllBytes(seed))).isTrue();
    }

    @Test
    void refused() throws IOException {
        for (Path input : inputs("refused")) {
            assertThat(checked(Files.readAllBytes(input))).as(input.toString()).isFalse();
        }
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
        return ResultsFileFuzz.check(corpus.resolve("some.json"), bytes).isPresent();
    }

    private static List<Path> inputs(String folder) throws IOException {
        try (Stream<Path> files = Files.list(Fixtures.path(folder))) {
            return files.sorted().toList();
        }
    }
}

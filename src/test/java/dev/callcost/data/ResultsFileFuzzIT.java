package dev.callcost.data;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.callcost.compare.judge.FileVerdicts;
import dev.callcost.compare.judge.Verdicts;
import dev.callcost.compare.report.VerdictReport;
import dev.callcost.compare.report.VerdictTable.View;
import dev.callcost.file.BadFileException;
import dev.callcost.launch.SpawnedMain;
import dev.callcost.stats.VerdictRule;
import dev.callcost.text.Program;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever bytes a results file holds, they are read as rows, the same rows however the JSON is written, or refused in
 * one line: kept inputs, and Jazzer's. {@code seeds} are small files of every layout. {@code refused} holds inputs that
 * the reader once accepted, or rejected with a message that is not one short line.
 *
 * <p>Jazzer runs in its own JVM, guided by the coverage of the reader and of Gson. Its seed is fixed;
 * {@code -Dfuzz.runs=100000} takes minutes. It ends at the first input for which something does not hold, and leaves
 * that input under {@code target/fuzz}: move it to {@code refused}.
 */
public class ResultsFileFuzzIT {
    private static final int RUNS = Integer.getInteger("fuzz.runs", 1_000);

    /** Watched for coverage; it includes the test's own classes, which have other cases than the reader. */
    private static final String WATCHED = "dev.callcost.data.**" + File.pathSeparator + "com.google.gson.**";

    private static final Pattern TOKEN = Pattern.compile("\"[^\"]*\"|[\\w.+-]+|[^\\s\\w]");
    private static final List<String> OTHERS =
            List.of("", "0", "-1", "1e300", "1e999", "null", "\"NaN\"", "\"rawData\"", "[]", "{}");

    /** Of a message, without the file's name. */
    private static final int LONGEST_MESSAGE = 510;

    private static final Pattern CONTROLS = Pattern.compile("[\\p{Cc}\\u2028\\u2029]");
    private static final Path FILE = Path.of(
            System.getProperty("java.io.tmpdir"),
            "results-" + ProcessHandle.current().pid() + ".json");

    @TempDir
    private Path corpus;

    @Test
    void findsNothing() throws IOException, InterruptedException {
        Path left = Files.createDirectories(Path.of("target", "fuzz").toAbsolutePath());
        Program.Ended jazzer = Program.java(
                corpus,
                List.of(
                        "-Xmx512m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        SpawnedMain.suiteClassPath()
                                + File.pathSeparator
                                + Path.of("target", "test-classes").toAbsolutePath(),
                        "com.code_intelligence.jazzer.Jazzer",
                        "--target_class=" + ResultsFileFuzzIT.class.getName(),
                        "--instrumentation_includes=" + WATCHED,
                        "--custom_hook_includes=" + WATCHED,
                        "--reproducer_path=" + left,
                        "-artifact_prefix=" + left + File.separator,
                        "-dict=" + Fixtures.path("dictionary.txt"),
                        "-max_len=4096",
                        "-timeout=300",
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
            assertThat(check(Files.readAllBytes(input))).as(input.toString()).isFalse();
        }
    }

    static List<Path> seeds() throws IOException {
        return inputs("seeds");
    }

    @ParameterizedTest
    @MethodSource
    void seeds(Path seed) throws IOException {
        assertThat(check(Files.readAllBytes(seed))).isTrue();
        String text = Files.readString(seed);
        Matcher token = TOKEN.matcher(text);
        while (token.find()) {
            for (String other : OTHERS) {
                String changed = text.substring(0, token.start()) + other + text.substring(token.end());
                check(changed.getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    private static List<Path> inputs(String folder) throws IOException {
        try (Stream<Path> files = Files.list(Fixtures.path(folder))) {
            return files.sorted().toList();
        }
    }

    /** Jazzer's entry. */
    public static void fuzzerTestOneInput(byte[] bytes) throws IOException {
        check(bytes);
    }

    /**
     * Checks everything that must hold of a results file.
     *
     * @param bytes the whole file
     * @return whether it was read
     * @throws AssertionError when something does not hold
     */
    private static boolean check(byte[] bytes) throws IOException {
        Optional<ResultsFile> read = read(bytes);
        if (read.isEmpty()) {
            return false;
        }
        List<Row> rows = read.get().rows();
        JsonElement json = JsonParser.parseString(new String(bytes, StandardCharsets.UTF_8));
        List<Row> left = new ArrayList<>(rows);
        List<String> refused = new ArrayList<>(
                read.get().refused().stream().map(row -> row.key().benchmark()).toList());
        for (JsonElement object : json.getAsJsonArray()) {
            String name = object.getAsJsonObject().get("benchmark").getAsString();
            boolean isRow = !left.isEmpty() && isRow(object.getAsJsonObject(), left.get(0));
            hold(isRow || refused.remove(name), () -> "holds " + object + ", but reads as " + rows);
            if (isRow) {
                left.remove(0);
            }
            left.removeIf(row -> row.benchmark().startsWith(name + ":"));
            refused.removeIf(other -> other.startsWith(name + ":"));
        }
        hold(left.isEmpty() && refused.isEmpty(), () -> "reads rows that it lacks: " + left + refused);
        Optional<List<Row>> again = read(writtenBackwards(json)).map(ResultsFile::rows);
        hold(again.equals(Optional.of(rows)), () -> "holds " + rows + ", but written again it reads as " + again);
        compare(new ResultsFile(FILE, rows));
        return true;
    }

    /**
     * Whether a row has the name, params, unit and scores of an object in JMH's layout, which is read without the
     * suite's reader.
     */
    private static boolean isRow(JsonObject object, Row row) {
        JsonObject metric = object.getAsJsonObject("primaryMetric");
        boolean areSamples = metric.has("rawDataHistogram");
        List<List<Double>> forks = metric.getAsJsonArray(areSamples ? "rawDataHistogram" : "rawData").asList().stream()
                .map(fork -> fork.getAsJsonArray().asList().stream()
                        .map(it -> areSamples ? mean(it.getAsJsonArray()) : it.getAsDouble())
                        .toList())
                .toList();
        Map<String, String> params = new HashMap<>();
        if (object.has("params")) {
            object.getAsJsonObject("params")
                    .asMap()
                    .forEach((name, value) -> params.put(name, whole(object, value.getAsString())));
        }
        return row.benchmark().equals(object.get("benchmark").getAsString())
                && row.mode().equals(object.get("mode").getAsString())
                && row.threads()
                        == (object.has("threads") ? object.get("threads").getAsDouble() : 1)
                && row.params().equals(params)
                && row.primary().unit().equals(metric.get("scoreUnit").getAsString())
                && row.primary().forks().equals(forks);
    }

    /** A param's value as JMH had it before it broke lines after commas, see {@link JmhReader}. */
    private static String whole(JsonObject row, String value) {
        String version = row.has("jmhVersion") ? row.get("jmhVersion").getAsString() : "";
        return version.isEmpty() || version.matches("1\\.(\\d|1\\d|20|21)(\\D.*)?")
                ? value.replaceAll("\\s*\\n\\s*", "")
                : value;
    }

    /** The mean of samples, each with its count. */
    private static double mean(JsonArray histogram) {
        double sum = 0;
        double all = 0;
        for (JsonElement sample : histogram) {
            double count = sample.getAsJsonArray().get(1).getAsDouble();
            sum += sample.getAsJsonArray().get(0).getAsDouble() * count;
            all += count;
        }
        return sum / all;
    }

    /** The tree as ASCII text, the members of each object in the opposite order. */
    private static byte[] writtenBackwards(JsonElement tree) {
        return backwards(tree)
                .toString()
                .chars()
                .mapToObj(c -> c > '~' ? String.format("\\u%04x", c) : String.valueOf((char) c))
                .collect(Collectors.joining())
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static JsonElement backwards(JsonElement tree) {
        if (tree instanceof JsonArray elements) {
            JsonArray array = new JsonArray();
            elements.forEach(element -> array.add(backwards(element)));
            return array;
        }
        if (tree instanceof JsonObject members) {
            List<String> names = new ArrayList<>(members.keySet());
            Collections.reverse(names);
            JsonObject object = new JsonObject();
            names.forEach(name -> object.add(name, backwards(members.get(name))));
            return object;
        }
        return tree;
    }

    /** Whatever was read can be judged, against itself never as different, and written in every format. */
    private static void compare(ResultsFile file) {
        Verdicts verdicts;
        try {
            verdicts = FileVerdicts.of(file, file, VerdictRule.MARGIN);
        } catch (BadFileException e) {
            hold(e.getMessage().contains(": holds the row "), e::getMessage);
            return;
        }
        VerdictReport report = new VerdictReport(verdicts, false);
        String text = report.text(View.EVERYTHING);
        report.markdown();
        report.json();
        hold(report.outcome() == Verdicts.Outcome.OK, () -> "regressed against itself:\n" + text);
        hold(
                verdicts.rows().stream().noneMatch(row -> row.word().equals("FASTER")),
                () -> "faster than itself:\n" + text);
    }

    private static Optional<ResultsFile> read(byte[] bytes) throws IOException {
        Files.write(FILE, bytes);
        try {
            return Optional.of(ResultsFile.read(FILE));
        } catch (BadFileException e) {
            String message = e.getMessage();
            hold(
                    message.startsWith(FILE + ": ")
                            && !CONTROLS.matcher(message).find()
                            && message.length() <= FILE.toString().length() + LONGEST_MESSAGE,
                    () -> "the message is not one short line that begins with the file: " + message);
            return Optional.empty();
        } finally {
            Files.delete(FILE); // to truncate and rewrite a file costs a file system more than a new one
        }
    }

    private static void hold(boolean holds, Supplier<String> otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise.get());
        }
    }
}

package dev.callcost.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.JmhParams;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AverageTimeResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.IterationResultMetaData;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.options.TimeValue;

/** What an iteration did before its state told that it begins. */
class BeginningTest {
    private static final BenchmarkParams BENCHMARK =
            JmhParams.benchmark(Mode.AverageTime, 1, TimeValue.milliseconds(1));
    private static final IterationParams TWO =
            JmhParams.iteration(IterationType.MEASUREMENT, 2, TimeValue.milliseconds(1));

    @TempDir
    Path folder;

    /** Its class file is read under other class loaders. */
    static final class Loaded {}

    @AfterEach
    void noRecord() {
        System.clearProperty(CellRecord.PROPERTY);
    }

    private static void iteration(InternalProfiler profiler, Runnable work) {
        profiler.beforeIteration(BENCHMARK, TWO);
        work.run();
        IterationResult result = new IterationResult(BENCHMARK, TWO, new IterationResultMetaData(1, 1));
        result.addResult(new AverageTimeResult(ResultRole.PRIMARY, "call", 1, 100, TimeUnit.NANOSECONDS));
        profiler.afterIteration(BENCHMARK, TWO, result);
    }

    /** Loads a class that this JVM does not have yet. */
    private static void load() {
        try (InputStream file = BeginningTest.class.getResourceAsStream("BeginningTest$Loaded.class")) {
            new Loader().define(file.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class Loader extends ClassLoader {
        void define(byte[] bytes) {
            defineClass(Loaded.class.getName(), bytes, 0, bytes.length);
        }
    }

    @Test
    void theRecorderCountsFromThenOn() throws IOException {
        Path file = folder.resolve("record");
        IterationRecorder recorder = new IterationRecorder(file.toString());
        long[] told = new long[1];
        iteration(recorder, () -> {});
        iteration(recorder, () -> {
            load();
            told[0] = System.nanoTime();
            Latencies.begin();
        });
        long sinceTold = System.nanoTime() - told[0];
        iteration(recorder, BeginningTest::load);

        List<String> lines = Files.readAllLines(file).stream()
                .filter(line -> line.startsWith(CellRecord.ITERATION))
                .toList();
        assertThat(lines).hasSize(3);
        assertThat(number(lines.get(1), "classes")).isZero();
        assertThat(number(lines.get(1), "nanos")).isBetween(0L, sinceTold);
        assertThat(number(lines.get(2), "classes")).isPositive();
    }

    private static long number(String line, String name) {
        Matcher number = Pattern.compile('"' + name + "\":(\\d+)").matcher(line);
        assertThat(number.find()).as(line).isTrue();
        return Long.parseLong(number.group(1));
    }

    @Test
    void theWarmUpJudgesFromThenOn() throws IOException {
        assertThat(unmet(BeginningTest::load)).contains("classes");
        assertThat(unmet(() -> {
                    load();
                    Latencies.begin();
                }))
                .doesNotContain("classes");
    }

    /** The conditions that two measured iterations did not meet; the last one's classes never count. */
    private String unmet(Runnable first) throws IOException {
        Path file = Files.createTempFile(folder, "warm", "up");
        UntilWarm warmUp = new UntilWarm("1000,0," + file);
        iteration(warmUp, first);
        iteration(warmUp, () -> {});
        return Files.readString(file);
    }
}

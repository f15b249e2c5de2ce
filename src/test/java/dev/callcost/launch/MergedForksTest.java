package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import dev.callcost.agent.Latencies;
import dev.callcost.data.Fork;
import dev.callcost.data.ForkLine;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.launch.ForkJson.MergedForks;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.AverageTimeResult;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.SampleTimeResult;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.results.SingleShotResult;
import org.openjdk.jmh.results.TextResult;
import org.openjdk.jmh.results.ThroughputResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.util.SampleBuffer;

/** Forks that went through text and back, against what JMH's writer makes of its own objects. */
class MergedForksTest {
    private static final int ITERATIONS = 3;
    private static final Random RANDOM = new Random(7);

    @TempDir
    Path folder;

    /** What groups of methods, counters and profilers add to an iteration, by its number from 0. */
    private static void add(IterationResult iteration, int number, Mode mode, boolean isCollected) {
        iteration.addResult(result(mode, ResultRole.SECONDARY, "reader"));
        iteration.addResult(result(mode, ResultRole.SECONDARY, "writer"));
        iteration.addResult(result(mode, ResultRole.SECONDARY, "writer"));
        iteration.addResult(new ThroughputResult(ResultRole.SECONDARY, "hits", 99 + number, 1234, TimeUnit.SECONDS));
        for (AggregationPolicy policy : AggregationPolicy.values()) {
            iteration.addResult(new ScalarResult("by " + policy, RANDOM.nextDouble(), "B/op", policy));
        }
        if (isCollected && number == 0) {
            iteration.addResult(new ScalarResult("gc.time", 12, "ms", AggregationPolicy.SUM));
        }
        iteration.addResult(pauses("PausesProfiler$PausesProfilerResult", number == 2));
        iteration.addResult(pauses("SafepointsProfiler$SafepointProfilerResult", false, "pause"));
        iteration.addResult(new TextResult("t" + number, "inside"));
        // as {@link Latencies} makes them: an iteration can have no late call
        iteration.addResult(result(Mode.SampleTime, ResultRole.SECONDARY, Latencies.FROM_SEND));
        if (number > 0) {
            iteration.addResult(result(Mode.SampleTime, ResultRole.SECONDARY, Latencies.LATE));
        }
        DoubleStream.of(Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1e-300)
                .mapToObj(value -> new ScalarResult("odd " + value, value, "x", AggregationPolicy.AVG))
                .forEach(iteration::addResult);
    }

    private static BenchmarkParams params(Mode mode, int forks, String jvm, String... jvmArguments) {
        WorkloadParams workload = new WorkloadParams();
        workload.put("size", "a,b;[\"c\"]{d}<e>&\\", 0);
        workload.put("count", "7", 0);
        TimeValue time = mode == Mode.SingleShotTime ? TimeValue.NONE : TimeValue.milliseconds(100);
        return new BenchmarkParams(
                "dev.callcost.Some.benchmark",
                "Some_benchmark",
                true,
                2,
                new int[] {2},
                List.of("benchmark"),
                forks,
                0,
                new IterationParams(IterationType.WARMUP, 3, TimeValue.seconds(1), 1),
                new IterationParams(IterationType.MEASUREMENT, ITERATIONS, time, 5),
                mode,
                workload,
                TimeUnit.MICROSECONDS,
                10,
                jvm,
                List.of(jvmArguments),
                "17.0.1",
                "a VM",
                "17.0.1+7",
                "1.37",
                TimeValue.minutes(10));
    }

    /** A fork with two threads. */
    private static BenchmarkResult fork(Mode mode, boolean isCollected) {
        List<IterationResult> iterations = new ArrayList<>();
        for (int i = 0; i < ITERATIONS; i++) {
            IterationResult iteration = new IterationResult(null, null, null);
            iteration.addResult(result(mode, ResultRole.PRIMARY, "benchmark"));
            iteration.addResult(result(mode, ResultRole.PRIMARY, "benchmark"));
            add(iteration, i, mode, isCollected);
            iterations.add(iteration);
        }
        BenchmarkResult fork = new BenchmarkResult(params(mode, 1, "java"), iterations);
        // in ascending order: of two values of forks, JMH's JSON has but mean and error
        fork.addBenchmarkResult(new ScalarResult("cycles", isCollected ? 0.75 : 0.5, "#/op", AggregationPolicy.AVG));
        fork.addBenchmarkResult(new TextResult("hot\n code\n", "asm"));
        return fork;
    }

    private static Result<?> result(Mode mode, ResultRole role, String label) {
        long nanos = 90_000_000L + RANDOM.nextInt(20_000_000);
        return switch (mode) {
            case Throughput -> new ThroughputResult(role, label, 12_345, nanos, TimeUnit.MICROSECONDS);
            case AverageTime -> new AverageTimeResult(role, label, 12_345, nanos, TimeUnit.MICROSECONDS);
            case SampleTime -> new SampleTimeResult(role, label, samples(), TimeUnit.MICROSECONDS);
            default -> new SingleShotResult(role, label, nanos, 5, TimeUnit.MICROSECONDS);
        };
    }

    private static SampleBuffer samples() {
        SampleBuffer samples = new SampleBuffer();
        for (int i = 0; i < 60; i++) {
            samples.add(1000 + RANDOM.nextInt(RANDOM.nextInt(100) == 0 ? 40_000 : 3000));
        }
        return samples;
    }

    private static Result<?> pauses(String name, boolean empty, Object... suffix) {
        try {
            Constructor<?> constructor =
                    Class.forName("org.openjdk.jmh.profile." + name).getDeclaredConstructors()[0];
            constructor.setAccessible(true);
            List<Object> arguments = new ArrayList<>(List.of(suffix));
            arguments.add(empty ? new SampleBuffer() : samples());
            return (Result<?>) constructor.newInstance(arguments.toArray());
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static String written(RunResult result) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ResultFormatFactory.getInstance(ResultFormatType.JSON, new PrintStream(bytes, true, StandardCharsets.UTF_8))
                .writeOut(List.of(result));
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static JsonObject throughText(BenchmarkResult fork) {
        return JsonParser.parseString(line(ForkJson.of(fork)).toString()).getAsJsonObject();
    }

    private static JsonObject line(JsonObject jmh) {
        return ForkLine.of(jmh, Map.of(), OptionalLong.empty(), Optional.empty(), List.of());
    }

    @ParameterizedTest
    @EnumSource(names = "All", mode = EnumSource.Mode.EXCLUDE)
    void forksAreWrittenAndReadAsByJmh(Mode mode) throws IOException {
        BenchmarkResult[] results = {fork(mode, false), fork(mode, true)};
        RunResult live = new RunResult(params(mode, results.length, "java"), List.of(results));
        List<JsonObject> forks =
                Stream.of(results).map(MergedForksTest::throughText).toList();
        for (BenchmarkResult result : results) {
            JsonObject jmh = ForkJson.of(result);
            Row row = ResultsFile.row(jmh, folder);
            JsonObject line = line(jmh);
            assertThat(Fork.of(row, line)).as("as from the log").isEqualTo(Fork.of(line));
        }
        String written = written(live);
        assertThat("[" + MergedForks.json(forks.stream().map(ForkLine::jmh).toList()) + "]")
                .as("with the order of the members")
                .isEqualTo(JsonParser.parseString(written).toString());
        Path file = Files.writeString(folder.resolve("results.json"), written);
        assertThat(ResultsFile.read(file).rows())
                .filteredOn(row -> !row.benchmark().contains(":"))
                .containsExactly(
                        Row.merged(forks.stream().map(Fork::of).map(Fork::row).toList()));
    }

    @Test
    void theLogHasHistogramsAndTexts() {
        JsonObject histograms =
                ForkLine.jmh(throughText(fork(Mode.SampleTime, true))).getAsJsonObject("histograms");
        assertThat(histograms.keySet()).contains(Latencies.FROM_SEND, Latencies.LATE);
        assertThat(histograms.getAsJsonArray(Latencies.LATE)).hasSize(ITERATIONS - 1);
        assertThat(ForkJson.texts(ForkLine.jmh(throughText(fork(Mode.AverageTime, true)))))
                .isEqualTo(Map.of("inside", new JsonPrimitive("t0t1t2"), "asm", new JsonPrimitive("hot\n code\n")));
    }

    @Test
    void namesNoDirectoryAndNoRecord() {
        String[] arguments = {"-Xmx1g", "-Dcallcost.record=/tmp/1", "-Da=/home/someone/b"};
        JsonObject json = ForkJson.of(new BenchmarkResult(
                params(Mode.AverageTime, 1, "/some/where/bin/java", arguments),
                fork(Mode.AverageTime, false).getIterationResults()));
        assertThat(json.get("jvm").getAsString()).isEqualTo("java");
        assertThat(ForkJson.jvmArguments(json)).containsExactly("-Xmx1g", "-Da=b");
        assertThat(json.get(Fork.OPERATIONS).getAsInt()).isEqualTo(10);
    }
}

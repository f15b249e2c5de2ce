package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import dev.callcost.agent.Latencies;
import dev.callcost.data.Fork;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
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
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
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

/** Forks that went through text and back, against what JMH's writers make of its own objects. */
class JmhForksTest {
    private static final int ITERATIONS = 3;
    private static final BiConsumer<IterationResult, Integer> NONE = (iteration, number) -> {};

    private final Random random = new Random(7);

    @TempDir
    Path folder;

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

    /** A fork with two threads, whose iterations and profilers give what an adder puts into them. */
    private BenchmarkResult fork(Mode mode, BiConsumer<IterationResult, Integer> adder) {
        List<IterationResult> iterations = new ArrayList<>();
        for (int i = 0; i < ITERATIONS; i++) {
            IterationResult iteration = new IterationResult(null, null, null);
            iteration.addResult(result(mode, ResultRole.PRIMARY, "benchmark"));
            iteration.addResult(result(mode, ResultRole.PRIMARY, "benchmark"));
            adder.accept(iteration, i);
            iterations.add(iteration);
        }
        return new BenchmarkResult(params(mode, 1, "java"), iterations);
    }

    private Result<?> result(Mode mode, ResultRole role, String label) {
        long nanos = 90_000_000L + random.nextInt(20_000_000);
        return switch (mode) {
            case Throughput -> new ThroughputResult(role, label, 12_345, nanos, TimeUnit.MICROSECONDS);
            case AverageTime -> new AverageTimeResult(role, label, 12_345, nanos, TimeUnit.MICROSECONDS);
            case SampleTime -> new SampleTimeResult(role, label, samples(), TimeUnit.MICROSECONDS);
            default -> new SingleShotResult(role, label, nanos, 5, TimeUnit.MICROSECONDS);
        };
    }

    private SampleBuffer samples() {
        SampleBuffer samples = new SampleBuffer();
        for (int i = 0; i < 60; i++) {
            samples.add(1000 + random.nextInt(random.nextInt(100) == 0 ? 40_000 : 3000));
        }
        return samples;
    }

    private static String written(ResultFormatType format, RunResult result) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        ResultFormatFactory.getInstance(format, out).writeOut(List.of(result));
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static Fork throughText(BenchmarkResult fork) {
        String line = line(JmhForks.json(fork.getParams(), fork)).toString();
        return Fork.of(JsonParser.parseString(line).getAsJsonObject());
    }

    private static JsonObject line(JsonObject jmh) {
        return Fork.line(jmh, Map.of(), OptionalLong.empty(), Optional.empty(), List.of());
    }

    private static void assertWrittenAlike(Mode mode, List<BenchmarkResult> forks) {
        RunResult live = new RunResult(params(mode, forks.size(), "java"), forks);
        RunResult logged =
                JmhForks.merged(forks.stream().map(JmhForksTest::throughText).toList());
        for (ResultFormatType format : ResultFormatType.values()) {
            assertThat(written(format, logged)).as("%s", format).isEqualTo(written(format, live));
        }
    }

    private void assertWrittenAndReadAlike(Mode mode, List<BenchmarkResult> forks) {
        assertWrittenAlike(mode, forks);
        String file = written(ResultFormatType.JSON, new RunResult(params(mode, forks.size(), "java"), forks));
        List<Row> logged = forks.stream().map(fork -> throughText(fork).row()).toList();
        assertThat(read(file)).filteredOn(row -> !row.benchmark().contains(":")).containsExactly(Row.merged(logged));
    }

    private List<Row> read(String results) {
        try {
            return ResultsFile.read(Files.writeString(folder.resolve("results.json"), results))
                    .rows();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @EnumSource(names = "All", mode = EnumSource.Mode.EXCLUDE)
    void everyModeIsWrittenAsByJmh(Mode mode) {
        assertWrittenAndReadAlike(mode, List.of(fork(mode, NONE)));
        assertWrittenAndReadAlike(mode, List.of(fork(mode, NONE), fork(mode, NONE), fork(mode, NONE)));
    }

    @ParameterizedTest
    @EnumSource(names = "All", mode = EnumSource.Mode.EXCLUDE)
    void groupsAndCountersAreWrittenAsByJmh(Mode mode) {
        BiConsumer<IterationResult, Integer> group = (iteration, number) -> {
            iteration.addResult(result(mode, ResultRole.SECONDARY, "reader"));
            iteration.addResult(result(mode, ResultRole.SECONDARY, "writer"));
            iteration.addResult(result(mode, ResultRole.SECONDARY, "writer"));
            iteration.addResult(
                    new ThroughputResult(ResultRole.SECONDARY, "hits", 99 + number, 1234, TimeUnit.SECONDS));
            iteration.addResult(new ScalarResult("events", number, "#", AggregationPolicy.SUM));
            iteration.addResult(new ScalarResult("events", number + 1, "#", AggregationPolicy.SUM));
        };
        List<BenchmarkResult> forks = List.of(fork(mode, group), fork(mode, group));
        assertWrittenAndReadAlike(mode, forks);
        String file = written(ResultFormatType.JSON, new RunResult(params(mode, forks.size(), "java"), forks));
        assertThat(read(file)) // the scores of the other modes are made up and do not add up
                .hasSize(mode == Mode.SampleTime ? 3 : 1);
    }

    /** As {@link Latencies} makes them: an iteration can have no late call and no failed one. */
    @Test
    void latenciesOfAnOpenLoopAreWrittenAsByJmh() {
        BiConsumer<IterationResult, Integer> window = (iteration, number) -> {
            iteration.addResult(result(Mode.SampleTime, ResultRole.SECONDARY, Latencies.FROM_SEND));
            if (number > 0) {
                iteration.addResult(result(Mode.SampleTime, ResultRole.SECONDARY, Latencies.LATE));
            }
            if (number == 1) {
                iteration.addResult(new ScalarResult(Latencies.UNSENT, 3, "#", AggregationPolicy.SUM));
            }
            iteration.addResult(new ScalarResult(Latencies.CPU, 90 + number, "us/op", AggregationPolicy.AVG));
            iteration.addResult(new ScalarResult(Latencies.MADE, 990 + number, "ops/s", AggregationPolicy.AVG));
        };
        List<BenchmarkResult> forks = List.of(fork(Mode.SampleTime, window), fork(Mode.SampleTime, window));
        assertWrittenAndReadAlike(Mode.SampleTime, forks);

        String file = written(ResultFormatType.JSON, new RunResult(params(Mode.SampleTime, 2, "java"), forks));
        Row row = read(file).get(0);
        assertThat(read(file)).hasSize(1);
        assertThat(row.primary().histograms())
                .hasSize(2)
                .allSatisfy(fork -> assertThat(fork).hasSize(ITERATIONS));
        assertThat(row.secondary())
                .containsKeys("fromSend", "fromSend:p0.50", "fromSend:p0.99", "late", "late:p0.99", "p0.99")
                .doesNotContainKeys("fromSend:fromSend:p0.50", "fromSend:p0.50:p0.50");
        assertThat(row.secondary().get(Latencies.LATE + ":p0.99").forks())
                .allSatisfy(fork -> assertThat(fork).hasSize(ITERATIONS - 1));

        JsonObject logged = throughText(forks.get(0)).jmh().getAsJsonObject("histograms");
        assertThat(logged.keySet()).containsExactlyInAnyOrder(Latencies.FROM_SEND, Latencies.LATE);
        assertThat(logged.getAsJsonArray(Latencies.LATE)).hasSize(ITERATIONS - 1);
    }

    @ParameterizedTest
    @EnumSource
    void everyPolicyIsKept(AggregationPolicy policy) {
        ScalarResult scalar = new ScalarResult("metric", 1, "B/op", policy);
        assertThat(JmhForks.policy(scalar))
                .as("Result.policy, seen in JMH 1.37, has changed: look for it in this version and adapt JmhForks")
                .isEqualTo(policy);

        BiConsumer<IterationResult, Integer> metric = (iteration, number) ->
                iteration.addResult(new ScalarResult("metric", random.nextDouble(), "B/op", policy));
        assertWrittenAndReadAlike(
                Mode.AverageTime, List.of(fork(Mode.AverageTime, metric), fork(Mode.AverageTime, metric)));
    }

    @Test
    void aScoreThatSomeIterationsLackCountsAsZero() {
        BiConsumer<IterationResult, Integer> collections = (iteration, number) -> {
            iteration.addResult(new ScalarResult("gc.alloc.rate.norm", 9800.5, "B/op", AggregationPolicy.AVG));
            if (number % 3 == 0) {
                iteration.addResult(new ScalarResult("gc.time", 12 + number, "ms", AggregationPolicy.SUM));
                iteration.addResult(new ScalarResult("gc.churn", 7.25, "MB/sec", AggregationPolicy.AVG));
            }
        };
        assertWrittenAndReadAlike(
                Mode.AverageTime, List.of(fork(Mode.AverageTime, NONE), fork(Mode.AverageTime, collections)));
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1e-300, 4.9e300})
    void keepsNumbersThatJsonCannotExpress(double number) {
        BiConsumer<IterationResult, Integer> odd =
                (iteration, i) -> iteration.addResult(new ScalarResult("odd", number, "x", AggregationPolicy.AVG));
        assertWrittenAlike(Mode.Throughput, List.of(fork(Mode.Throughput, odd), fork(Mode.Throughput, odd)));
    }

    @Test
    void profilersOfPausesAddUpTheirSamples() {
        BiConsumer<IterationResult, Integer> pauses = (iteration, number) -> {
            iteration.addResult(pauses("PausesProfiler$PausesProfilerResult", number == 2));
            iteration.addResult(pauses("SafepointsProfiler$SafepointProfilerResult", false, "pause"));
            iteration.addResult(pauses("SafepointsProfiler$SafepointProfilerResult", false, "ttsp"));
        };
        assertWrittenAndReadAlike(
                Mode.AverageTime, List.of(fork(Mode.AverageTime, pauses), fork(Mode.AverageTime, pauses)));
    }

    private Result<?> pauses(String name, boolean empty, Object... suffix) {
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

    @Test
    void keepsAProfilersReportOfAWholeFork() {
        List<BenchmarkResult> forks = List.of(
                fork(
                        Mode.AverageTime,
                        (iteration, number) -> iteration.addResult(new TextResult("t" + number, "inside"))),
                fork(
                        Mode.AverageTime,
                        (iteration, number) -> iteration.addResult(new TextResult("u" + number, "inside"))));
        forks.forEach(fork -> {
            fork.addBenchmarkResult(new ScalarResult("cycles", random.nextDouble(), "#/op", AggregationPolicy.AVG));
            fork.addBenchmarkResult(new TextResult("hot\n code\n", "asm"));
        });

        assertWrittenAndReadAlike(Mode.AverageTime, forks);
        assertThat(JmhForks.texts(throughText(forks.get(0)).jmh()))
                .isEqualTo(Map.of("inside", new JsonPrimitive("t0t1t2"), "asm", new JsonPrimitive("hot\n code\n")));
    }

    @Test
    void aRowWithoutForksStaysOne() {
        BenchmarkResult fork = fork(Mode.AverageTime, NONE);
        Fork row = Fork.of(line(JmhForks.json(params(Mode.AverageTime, 0, "java"), fork)));

        assertThat(JmhForks.merged(List.of(row)).getParams().getForks()).isZero();
    }

    @Test
    void namesNoDirectoryAndNoRecord() {
        BenchmarkResult fork = fork(Mode.AverageTime, NONE);
        JsonObject json = JmhForks.json(
                params(
                        Mode.AverageTime,
                        1,
                        "/some/where/bin/java",
                        "-Xmx1g",
                        "-Dcallcost.record=/tmp/1",
                        "-Da=/home/someone/b"),
                fork);

        assertThat(json.get("jvm").getAsString()).isEqualTo("java");
        assertThat(JmhForks.jvmArguments(json)).containsExactly("-Xmx1g", "-Da=b");
        assertThat(Fork.of(line(json)).operationsPerInvocation()).isEqualTo(10);
    }
}

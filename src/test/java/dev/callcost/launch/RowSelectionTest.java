package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.agent.Latencies;
import dev.callcost.launch.PlannedRow.ForkWarmUp;
import dev.callcost.reach.CompiledJar;
import dev.callcost.text.CommandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.runner.BenchmarkList;

class RowSelectionTest {
    @TempDir
    private Path folder;

    private static List<String> labels(String... words) {
        return RowSelection.of(RunArguments.parse(words)).stream()
                .map(row -> row.key().fullLabel().replace("dev.callcost.benchmark.", ""))
                .toList();
    }

    @Test
    void withoutARegexTheTiersRunWithoutRowsThatAnswerRareQuestions() {
        List<String> tiers = labels();
        List<String> rare = labels(RowSelection.RARE);
        assertThat(tiers)
                .hasSizeBetween(45, 65)
                .contains("local.LocalCallBenchmark.staticCall", "inline.InlineCallBenchmark.latency")
                .doesNotContainAnyElementsOf(rare);
        assertThat(rare).hasSize(20).allMatch(label -> label.startsWith("local."));
    }

    @Test
    void aParamWhoseOnlyValueIsEmptyTakesAnyText() {
        String call = "call=stranger.Greeter/SayHello";
        assertThat(labels("TargetBenchmark", "-p", call, "-p", "address=a:1,b:2"))
                .containsExactly(
                        "load.TargetBenchmark.unary address=a:1 " + call,
                        "load.TargetBenchmark.unary address=b:2 " + call);
        assertThatThrownBy(() -> labels("GrpcBenchmark", "-p", "transport=a"))
                .hasMessageContaining("-p transport=a: expected IN_PROCESS, NIO, ");
    }

    @Test
    void aParamOfOtherBenchmarksIsRefusedUnlessAPresetHasIt() throws IOException {
        assertThatThrownBy(() -> labels("RmiBenchmark.call", "-p", "address=a:1"))
                .isInstanceOf(CommandException.class)
                .hasMessage("-p address: no selected benchmark has this parameter; they have none");
        assertThatThrownBy(() -> labels("RmiBenchmark.call", "GrpcPinning", "-p", "address=a:1"))
                .hasMessageEndingWith("; they have pinning");
        Path preset = Files.writeString(folder.resolve("preset.args"), "TargetBenchmark -p address=a:1");
        assertThat(labels("@" + preset, "RmiBenchmark.call")).containsExactly("loopback.rmi.RmiBenchmark.call");
        Files.writeString(preset, "TargetBenchmark -p adress=a:1");
        assertThatThrownBy(() -> labels("@" + preset)).hasMessageStartingWith("-p adress: ");
    }

    private static List<String> options(String user) {
        RunArguments arguments = RunArguments.parse(("RmiBenchmark.call " + user).split(" "));
        PlannedRow row = RowSelection.of(arguments).get(0);
        HostFolder place = new HostFolder(Path.of("folder"), "");
        List<String> options = place.options(row, arguments, place.recorder(), place.turns());
        options.addAll(row.options(arguments));
        return options;
    }

    @Test
    void theSuitesProfilersStandInOneOrderBeforeTheUsers() {
        String name = Latencies.class.getName();
        List<String> profilers = options("-bm sample -prof gc").stream()
                .filter(option -> option.startsWith("dev.callcost.agent.") || option.equals("gc"))
                .map(option -> option.replaceAll("^dev\\.callcost\\.agent\\.|:.*", ""))
                .toList();
        assertThat(profilers).containsExactly("TurnTaking", "IterationRecorder", "UntilWarm", "Latencies", "gc");
        assertThat(options("-bm sample -prof gc")).containsOnlyOnce(name);
        assertThat(options("-bm sample -prof " + name)).containsOnlyOnce(name);
        assertThat(options("-bm avgt")).doesNotContain(name);
    }

    private static Optional<ForkWarmUp> warmUp(String commandLine) {
        return RowSelection.of(RunArguments.parse(commandLine.split(" ")))
                .get(0)
                .warmUp();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                                      | 60000,0,record -wi 600 -w 100 ms
            -r 20ms --warm-up-cap 10s | 10000,0,record -wi 100 -w 100 ms
            -r 250ms                  | 60000,0,record -wi 240 -w 250 ms
            -r 10s                    | 60000,0,record -wi 120 -w 500 ms
            """)
    void iterationsAreAboutAsLongAsTheMeasuredOnesAndFillTheCap(String options, String expected) {
        ForkWarmUp warmUp = warmUp("RmiBenchmark.call" + (options == null ? "" : " " + options))
                .orElseThrow();
        assertThat(warmUp.profiler(Path.of("record")) + " " + String.join(" ", warmUp.options()))
                .endsWith("UntilWarm:" + expected);
        Duration second = Duration.ofSeconds(1);
        assertThat(warmUp.atLeast(second).least()).isEqualTo(second);
        assertThat(warmUp.atLeast(Duration.ofDays(1)).least()).isEqualTo(warmUp.cap());
        assertThat(warmUp.atMost(Duration.ofDays(1))).isEqualTo(warmUp);
        assertThat(warmUp.atLeast(Duration.ofSeconds(9)).atMost(second))
                .isEqualTo(new ForkWarmUp(warmUp.length(), second, second));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "RmiBenchmark.call -wi 5",
                "RmiBenchmark.call -w 1s",
                "RmiBenchmark.call -bm ss",
                "RmiBenchmark.call -prof jfr",
                "EchoBurstBenchmark"
            })
    void itIsFixedWhereTheUserTheBenchmarkOrAProfilerSaysSo(String commandLine) {
        assertThat(warmUp(commandLine)).isEmpty();
        assertThat(warmUp("RmiBenchmark.call -prof gc"))
                .as("a profiler in the fork")
                .isPresent();
    }

    private BenchmarkList list(String name, String param) throws IOException {
        return new JmhJar(new CompiledJar(folder.resolve(name))
                        .compileBenchmarks("package a; import org.openjdk.jmh.annotations.*;"
                                + " @State(Scope.Thread) public class " + name + " { " + param
                                + " @Benchmark public void run() { } }")
                        .write())
                .benchmarks();
    }

    @Test
    void aJarOfSeveralNeedsNoRowAndNoParamThatAnotherHas() throws IOException {
        List<BenchmarkList> jars = List.of(list("One", "@Param(\"1\") public int n;"), list("Two", ""));
        assertThat(ofJars(jars, "-p", "n=2,3")).containsExactly("One.run n=2, One.run n=3", "Two.run");
        assertThat(ofJars(jars, "Two")).containsExactly("", "Two.run");
        assertThatThrownBy(() -> ofJars(jars, "Three")).hasMessageStartingWith("no benchmark matches Three");
        assertThatThrownBy(() -> ofJars(jars, "-p", "m=2")).hasMessageEndingWith("this parameter; they have n");
        assertThatThrownBy(() -> ofJars(jars, "Two", "-p", "n=2"))
                .hasMessageEndingWith("this parameter; they have none");
    }

    private static List<String> ofJars(List<BenchmarkList> jars, String... words) {
        return RowSelection.of(RunArguments.parse(words), jars).stream()
                .map(rows -> rows.stream()
                        .map(row -> row.key().label().replace(" mode=thrpt", ""))
                        .collect(Collectors.joining(", ")))
                .toList();
    }
}

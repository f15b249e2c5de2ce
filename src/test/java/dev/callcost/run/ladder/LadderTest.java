package dev.callcost.run.ladder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.results.Fixtures;
import dev.callcost.results.Metric;
import dev.callcost.results.ResultsFile;
import dev.callcost.results.Row;
import dev.callcost.run.ladder.Ladder.Step;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LadderTest {

    @Test
    void declaresEachRungAfterTheOneBelowIt() {
        Set<String> declared = new HashSet<>(Set.of(""));
        for (Rung rung : Rung.ALL) {
            assertThat(declared).contains(rung.below());
            assertThat(declared.add(rung.name())).as(rung.name()).isTrue();
        }
        assertThat(Rung.ALL).filteredOn(rung -> rung.below().isEmpty()).hasSize(1);
    }

    @Test
    void findsEveryRungAndLeavesTheOthers() {
        Ladder ladder = Ladder.of(Fixtures.read(Fixtures.FIVE_FORKS));
        assertThat(ladder.steps()).extracting(Step::rung).isEqualTo(Rung.ALL);
        assertThat(ladder.steps())
                .allSatisfy(step -> assertThat(
                                step.below().map(below -> below.rung().name()))
                        .isEqualTo(Stream.of(step.rung().below())
                                .filter(name -> !name.isEmpty())
                                .findFirst()));
        assertThat(ladder.others())
                .extracting(Row::label)
                .contains("LocalCallBenchmark.interfaceCall receiverTypes=1", "BaselineBenchmark.empty")
                .doesNotContain("LocalCallBenchmark.interfaceCall receiverTypes=4")
                .hasSize(25 - Rung.ALL.size());
    }

    @Test
    void findsNoFaultWithAFileThatIsInOrder() {
        Ladder ladder = Ladder.of(Fixtures.read(Fixtures.FIVE_FORKS));
        assertThat(ladder.steps()).filteredOn(Step::isChecked).hasSize(7);
        assertThat(ladder.check()).isEmpty();
    }

    @Test
    void namesTheRungsThatAreFasterThanTheOneBelow() {
        Ladder ladder = Ladder.of(Fixtures.read(Fixtures.OUT_OF_ORDER));
        assertThat(ladder.check())
                .extracting(step -> step.rung().name())
                .containsExactly("static call, not inlined", Rung.BASE_CELL);
    }

    @Test
    void refersToTheNearestRungBelowThatIsThere() {
        Ladder ladder = Ladder.of(Fixtures.read(Fixtures.OUT_OF_ORDER));
        Step base = ladder.step(Rung.BASE_CELL).orElseThrow();
        assertThat(base.rung().below()).isEqualTo("gRPC epoll");
        assertThat(base.below().orElseThrow().rung().name()).isEqualTo("gRPC in-process");
        assertThat(base.adds())
                .isEqualTo("protobuf, HTTP/2 framing, event loops, loopback TCP; the JDK's selector in place of epoll");
    }

    @Test
    void checksNothingWithoutIntervals() {
        Ladder ladder = Ladder.of(Fixtures.read(Fixtures.ONE_FORK));
        assertThat(ladder.steps()).hasSize(5).noneMatch(Step::isChecked);
        assertThat(ladder.check()).isEmpty();
    }

    @Test
    void expectsNoOrderOfFree() {
        Row oneCpu = row("RmiPinningBenchmark.call", 1, "avgt", Map.of("pinning", "ONE_CPU"), 10);
        Row free = row("RmiPinningBenchmark.call", 1, "avgt", Map.of("pinning", "FREE"), 5);
        Ladder ladder = ladder(oneCpu, free);
        assertThat(ladder.step(Rung.RMI_FREE)
                        .orElseThrow()
                        .nanos()
                        .isSeparatedBelow(
                                ladder.step(Rung.RMI_ONE_CPU).orElseThrow().nanos()))
                .isTrue();
        assertThat(ladder.check()).isEmpty();
    }

    @Test
    void expectsNoOrderAcrossAMissingRungOfWhichNoneIsExpected() {
        Row inline = row("InlineCallBenchmark.latency", 1, "avgt", Map.of(), 2);
        Row free = row("RmiPinningBenchmark.call", 1, "avgt", Map.of("pinning", "FREE"), 1);
        Ladder ladder = ladder(inline, free);
        assertThat(ladder.step(Rung.RMI_FREE).orElseThrow().below())
                .contains(ladder.step(Rung.INLINE).orElseThrow());
        assertThat(ladder.check()).isEmpty();
    }

    @Test
    void takesTheRowWithTheFewestThreadsAndOnlyMeanTimes() {
        Row throughput = row("RmiBenchmark.call", 1, "thrpt", Map.of(), 10);
        Row four = row("RmiBenchmark.call", 4, "avgt", Map.of(), 10);
        Row one = row("RmiBenchmark.call", 1, "avgt", Map.of(), 10);
        Ladder ladder = ladder(throughput, four, one);
        assertThat(ladder.steps()).extracting(Step::row).containsExactly(one);
        assertThat(ladder.others()).containsExactly(throughput, four);
    }

    private static Ladder ladder(Row... rows) {
        return Ladder.of(new ResultsFile(Path.of("made-up.json"), List.of(rows)));
    }

    private static Row row(String name, int threads, String mode, Map<String, String> params, double score) {
        Metric metric = new Metric("us/op", List.of(List.of(score), List.of(score), List.of(score * 1.001)));
        return new Row("a." + name, mode, threads, new TreeMap<>(params), metric, new TreeMap<>(), new TreeMap<>());
    }
}

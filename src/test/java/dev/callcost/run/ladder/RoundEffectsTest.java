package dev.callcost.run.ladder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.results.Estimate;
import dev.callcost.results.Metric;
import dev.callcost.results.ResultsFile;
import dev.callcost.results.Row;
import dev.callcost.results.RowKey;
import dev.callcost.results.Undisturbed;
import dev.callcost.run.warning.RunRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RoundEffectsTest {
    /** What each of three rounds does: times 1.00, 1.10 and 0.91. */
    private static final double[] ROUNDS = {1, 1.1, 1 / 1.1};

    @TempDir
    private Path folder;

    private final List<Row> rows = new ArrayList<>();
    private final StringBuilder log = new StringBuilder("{\"type\":\"run\"}\n");

    /** A row with a fork in some rounds, each of one iteration; the same in the log. */
    private Row row(String benchmark, String mode, String pinning, double time, int... rounds) {
        List<List<Double>> forks = new ArrayList<>();
        for (int round : rounds) {
            double score = time * ROUNDS[round - 1];
            forks.add(List.of(score));
            log.append(String.format(
                    "{\"type\":\"fork\",\"benchmark\":\"a.b.%s\",\"mode\":\"%s\",\"params\":{%s},\"round\":%d,"
                            + "\"outcome\":\"measured\",\"unit\":\"us/op\",\"operationsPerInvocation\":1,"
                            + "\"iterations\":[{\"warmup\":false,\"nanos\":1,\"score\":%s,\"operations\":1}]}%n",
                    benchmark, mode, pinning.isEmpty() ? "" : "\"pinning\":\"" + pinning + "\"", round, score));
        }
        Row row = new Row(
                "a.b." + benchmark,
                mode,
                1,
                new TreeMap<>(pinning.isEmpty() ? Map.of() : Map.of("pinning", pinning)),
                new Metric(mode.equals("thrpt") ? "ops/us" : "us/op", forks),
                new TreeMap<>(),
                new TreeMap<>());
        rows.add(row);
        return row;
    }

    private void rows(int count) {
        for (int n = 1; n <= count; n++) {
            row("Other" + n + ".call", "avgt", "ONE_CPU", n, 1, 2, 3);
        }
    }

    private ResultsFile file() throws IOException {
        Files.writeString(folder.resolve("record.jsonl"), log);
        return new ResultsFile(folder.resolve("results.json"), rows);
    }

    private Map<RowKey, Row> takenOut() throws IOException {
        ResultsFile file = file();
        return RoundEffects.takenOut(
                file, Undisturbed.of(rows), RunRecord.beside(file).orElseThrow());
    }

    @Test
    void theEffectsOfRowsThatDifferByTheirRoundsAlone() {
        Map<Integer, Double> effects = RoundEffects.effects(
                List.of(Map.of(1, 5.0, 2, 5.3, 3, 4.9), Map.of(1, 0.0, 2, 0.3, 3, -0.1), Map.of(1, 7.0, 3, 6.9)));
        double mean = (0 + 0.3 - 0.1) / 3;
        assertThat(effects.get(1)).isCloseTo(-mean, within(1e-6));
        assertThat(effects.get(2)).isCloseTo(0.3 - mean, within(1e-6));
        assertThat(effects.get(3)).isCloseTo(-0.1 - mean, within(1e-6));
    }

    @Test
    void aRowThatJumpsMovesNoOther() {
        Map<Integer, Double> effects = RoundEffects.effects(List.of(
                Map.of(1, 5.0, 2, 5.3), Map.of(1, 0.0, 2, 0.3), Map.of(1, 2.0, 2, 2.3), Map.of(1, 7.0, 2, 3.0)));
        assertThat(effects.get(2) - effects.get(1)).isCloseTo(0.3, within(1e-6));
    }

    @Test
    void forksThatDifferByTheirRoundsAloneAreAllOfOneValue() throws IOException {
        rows(8);
        Row lacksTheSlowRound = row("Last.call", "avgt", "ONE_CPU", 10, 1, 3);
        Map<RowKey, Row> level = takenOut();
        assertThat(level).hasSize(9);
        assertThat(level.values()).allSatisfy(row -> {
            Estimate score = row.primary().estimate();
            assertThat(score.variance()).isCloseTo(0, within(1e-9));
        });
        double ratio = level.get(lacksTheSlowRound.key()).primary().estimate().value()
                / level.get(rows.get(0).key()).primary().estimate().value();
        assertThat(ratio).as("not that of the fast rounds to all").isCloseTo(10, within(1e-6));
    }

    @Test
    void aLaddersRatiosAreWithinRoundsAndItsTimesAreNot() throws IOException {
        rows(7);
        row("RmiBenchmark.call", "avgt", "", 20, 1, 2, 3);
        row("RmiPinningBenchmark.call", "avgt", "FREE", 70, 1, 2, 3);
        row("InlineCallBenchmark.latency", "avgt", "", 1, 1, 2, 3);
        Ladder ladder = Ladder.of(file());
        RowTime rmi = ladder.step(Rung.RMI).orElseThrow().time();
        RowTime inline = ladder.step(Rung.INLINE).orElseThrow().time();
        RowTime free = ladder.step(Rung.RMI_FREE).orElseThrow().time();
        assertThat(rmi.nanos().variance()).isGreaterThan(0.001);
        assertThat(rmi.ratioTo(inline).value()).isCloseTo(20, within(1e-6));
        assertThat(rmi.ratioTo(inline).variance()).isCloseTo(0, within(1e-9));
        assertThat(free.level()).isEmpty();
        assertThat(free.ratioTo(rmi).variance())
                .as("of rows that are not both known it has all that the forks differ by")
                .isEqualTo(free.nanos().ratioTo(rmi.nanos()).variance());
        assertThat(new LadderTable(Ladder.of(file())).text()).contains("; ratios within rounds\n");
    }

    @Test
    void nothingIsKnownOfFewRowsOfOthersModesAndOfRowsThatTheLogDoesNotHave() throws IOException {
        rows(7);
        row("RmiBenchmark.call", "thrpt", "", 20, 1, 2, 3);
        row("RmiPinningBenchmark.call", "avgt", "FREE", 70, 1, 2, 3);
        Row unlike = row("RmiBenchmark.call", "avgt", "", 20, 1, 2, 3);
        rows.remove(unlike);
        rows.add(unlike.with(new Metric("us/op", List.of(List.of(20.0), List.of(22.0)))));
        assertThat(takenOut()).isEmpty();
        assertThat(new LadderTable(Ladder.of(file())).text()).doesNotContain("within rounds");
        row("Eighth.call", "avgt", "ONE_CPU", 20, 1, 2, 3);
        assertThat(takenOut()).hasSize(8).doesNotContainKey(unlike.key());
    }
}

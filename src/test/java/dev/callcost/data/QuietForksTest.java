package dev.callcost.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.agent.Canary;
import dev.callcost.agent.WorkReader;
import dev.callcost.compare.Rows;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class QuietForksTest {
    private static final int ITERATIONS = 8;
    private static final Path RUNGS = Path.of("results/epyc-vm-jdk17-rungs/log.jsonl.gz");

    /**
     * Each fork with the canary's time in its fast and in its slow iterations: the time of a call is the fork's number,
     * and ten times that in slow ones.
     */
    private static Row row(String name, double[]... canaries) {
        List<List<Double>> forks = IntStream.rangeClosed(1, canaries.length)
                .mapToObj(fork -> halves(fork, 10.0 * fork))
                .toList();
        return Rows.row(name)
                .metric(
                        Canary.METRIC,
                        Stream.of(canaries).map(it -> halves(it[0], it[1])).toList())
                .metric("other", forks)
                .metric(WorkReader.BYTECODES, forks)
                .of(forks);
    }

    private static List<Double> halves(double fast, double slow) {
        List<Double> half = Collections.nCopies(ITERATIONS / 2, slow);
        return Stream.concat(half.stream(), Collections.nCopies(ITERATIONS / 2, fast).stream())
                .toList();
    }

    private static double[] canary(double fast, double slow) {
        return new double[] {fast, slow};
    }

    private static ResultsFile file(Row... rows) {
        return ResultsFile.of(Path.of("results.json"), List.of(rows));
    }

    @Test
    void aForkIsExcludedWhereItsFastestIterationsAreContended() {
        ResultsFile file = file(row("A.call", canary(10, 18), canary(18, 18), canary(13, 18)));
        Row row = file.rows().get(0);
        assertThat(row.forkValues()).containsExactly(1, 3);
        assertThat(row.secondary().get("other").forks()).hasSize(2);
        assertThat(row.secondary().get(WorkReader.BYTECODES).forks())
                .as("counted in forks of its own")
                .hasSize(3);
        assertThat(row.secondary().get(Canary.METRIC).forks()).hasSize(2);
        assertThat(file.excluded())
                .contains("1 of 3 forks is excluded: something else used the core nearly all the time");
    }

    @Test
    void aRowKeepsAllForksWhereFewerThanTwoOthersAreLeft() {
        ResultsFile file = file(
                row("A.call", canary(10, 10), canary(18, 18)),
                row("B.call", canary(18, 18)),
                Rows.row("NoCanary.call").of(1, 2, 3));
        assertThat(file.rows()).extracting(row -> row.primary().forks().size()).containsExactly(2, 1, 3);
        assertThat(file.excluded()).isEmpty();
    }

    @Test
    void theLimitIsOfTheRunAndTheJdk() {
        Row quiet = row("A.call", canary(10, 10), canary(10, 10), canary(10, 10));
        Row loud = row("B.call", canary(18, 18), canary(10, 10), canary(10, 10));
        Row other = row("C.call", canary(18, 18), canary(18, 18), canary(18, 18));
        Row another = other.with(other.benchmark(), other.primary(), other.secondary(), settings("25"));
        assertThat(file(quiet, loud, another).rows())
                .extracting(row -> row.primary().forks().size())
                .containsExactly(3, 2, 3);
    }

    private static SortedMap<String, String> settings(String jdk) {
        return new TreeMap<>(Map.of("jdkVersion", jdk));
    }

    @Test
    void theFastestIterationsOfAThroughputHaveTheHighestScores() {
        Row slow = row("A.call", canary(18, 10), canary(18, 10), canary(10, 18));
        Row fast = Rows.row("A.call")
                .throughput("ops/us")
                .metric(Canary.METRIC, slow.secondary().get(Canary.METRIC).forks())
                .of(slow.primary().forks());
        assertThat(file(fast).rows().get(0).forkValues()).containsExactly(10, 20);
    }

    @Test
    void theForksOfALogAreThoseOfItsRows() {
        ResultsFile file = ResultsFile.read(RUNGS);
        List<Fork> forks = Log.forks(file);
        assertThat(forks).hasSizeLessThan(Log.forks(RUNGS).size());
        assertThat(file.rows())
                .allSatisfy(row -> assertThat(forks)
                        .filteredOn(fork -> fork.key().equals(row.key()))
                        .hasSameSizeAs(row.primary().forks()));
    }
}

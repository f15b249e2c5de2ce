package dev.callcost.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.agent.Canary;
import dev.callcost.compare.Rows;
import dev.callcost.data.Row;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class UncontendedTest {
    private static final double FAST = 10_000;
    private static final double SLOW = 20_000;

    private static Row row(String name, List<List<Double>> scores, List<List<Double>> canaries) {
        return Rows.row("B." + name)
                .metric(Canary.METRIC, canaries)
                .setting("jdkVersion", "17")
                .of(scores);
    }

    /** Forks of so many uncontended iterations of 100 us and then so many contended ones of 150. */
    private static Row row(String name, int forks, int uncontended, int contended) {
        return row(
                name,
                Collections.nCopies(forks, fork(uncontended, 100, contended, 150)),
                Collections.nCopies(forks, fork(uncontended, FAST, contended, SLOW)));
    }

    private static List<Double> fork(int uncontended, double first, int contended, double then) {
        return Stream.concat(
                        Collections.nCopies(uncontended, first).stream(), Collections.nCopies(contended, then).stream())
                .toList();
    }

    @Test
    void iterationsWithASlowCanaryAreExcluded() {
        Uncontended uncontended = Uncontended.of(List.of(row("half", 3, 10, 10), row("quiet", 3, 20, 0)));
        assertThat(uncontended.rows())
                .extracting(row -> row.primary().forks().get(0))
                .containsExactly(Collections.nCopies(10, 100.0), Collections.nCopies(20, 100.0));
        assertThat(uncontended.rows()).allMatch(row -> uncontended.mark(row).isEmpty());
        assertThat(uncontended.caption())
                .as("30 of 120")
                .isEqualTo(
                        "; 25 % of the iterations are contended and excluded: their canary took longer than 13.5 us");
    }

    @Test
    void theScoreDoesNotChoose() {
        List<Double> scores =
                IntStream.range(0, 20).mapToObj(i -> 100.0 + i * 50).toList();
        Row steady =
                row("steady", List.of(scores, scores), Collections.nCopies(2, Collections.nCopies(20, FAST * 1.3)));
        Uncontended uncontended = Uncontended.of(List.of(steady));
        assertThat(uncontended.rows()).containsExactly(steady);
        assertThat(uncontended.caption()).isEmpty();
    }

    @Test
    void forksWithFewUncontendedIterationsAreExcluded() {
        Row mixed = row(
                "mixed",
                List.of(fork(20, 100, 0, 0), fork(4, 100, 16, 150), fork(20, 100, 0, 0)),
                List.of(fork(20, FAST, 0, 0), fork(4, FAST, 16, SLOW), fork(20, FAST, 0, 0)));
        Uncontended uncontended = Uncontended.of(List.of(mixed));
        assertThat(uncontended.rows().get(0).primary().forks()).hasSize(2);
        assertThat(uncontended.left(mixed.key(), List.of(1, 2, 3))).containsExactly(1, 3);
    }

    @Test
    void aRowWithTooFewKeepsAllAndIsMarked() {
        Row loud = row("loud", 3, 2, 18);
        Uncontended uncontended = Uncontended.of(List.of(loud, row("quiet", 3, 20, 0)));
        assertThat(uncontended.rows().get(0)).isEqualTo(loud);
        assertThat(uncontended.mark(loud)).isEqualTo(" contended");
        assertThat(uncontended.mark(row("quiet", 3, 20, 0))).isEmpty();
        assertThat(uncontended.caption()).as("nothing is excluded").isEmpty();
        Uncontended alone = Uncontended.of(List.of(row("alone", 1, 2, 18), row("quiet", 1, 20, 0)));
        assertThat(alone.mark(alone.rows().get(0))).as("one fork, too loud").isNotEmpty();
    }

    @Test
    void rowsWithoutACanaryKeepAll() {
        Row none = Rows.row().ofFork(1, 2);
        Row halfRecorded = row("d", List.of(List.of(1.0, 2.0)), List.of(List.of(FAST)));
        Uncontended uncontended = Uncontended.of(List.of(none, halfRecorded));
        assertThat(uncontended.rows()).containsExactly(none, halfRecorded);
        assertThat(uncontended.caption()).isEmpty();
    }

    @Test
    void eachJdkHasItsOwnCanary() {
        Row slower = row("other", 2, 20, 0);
        Row other = Rows.row(slower.simpleName())
                .metric(Canary.METRIC, Collections.nCopies(2, Collections.nCopies(20, SLOW)))
                .setting("jdkVersion", "25")
                .of(slower.primary().forks());
        assertThat(Uncontended.of(List.of(row("quiet", 2, 20, 0), other)).caption())
                .isEmpty();
    }
}

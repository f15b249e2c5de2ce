package dev.callcost.compare.judge;

import static dev.callcost.compare.MadeUpSession.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.compare.MadeUpSession;
import dev.callcost.compare.Rows;
import dev.callcost.compare.report.VerdictReport;
import dev.callcost.compare.report.VerdictTable.View;
import dev.callcost.compare.session.ReachedRows;
import dev.callcost.compare.session.SessionEvent.Pair;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.reach.Reach;
import dev.callcost.reach.Reach.ChangedMethod;
import dev.callcost.reach.RowReach;
import dev.callcost.reach.RowReach.Kind;
import dev.callcost.stats.VerdictRule;
import dev.callcost.stats.VerdictRule.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows whose first pairs scatter by 1 %. */
class TogetherTest {
    private static final int ITERATIONS = 10;

    private static Row fork(double difference, double drift, String jvm) {
        List<Double> scores = IntStream.range(0, ITERATIONS)
                .mapToObj(i -> Math.exp(difference + (i < ITERATIONS / 2 ? -drift / 2 : drift / 2)))
                .toList();
        return Rows.row().setting("jdkVersion", jvm).of(List.of(scores));
    }

    private static Pair first(int row, double difference, double drift, String jvm) {
        return new Pair(
                key("row" + row),
                true,
                fork(0, 0, "17.0.1"),
                fork(difference + (row % 2 == 0 ? 0.01 : -0.01), drift + (row % 3 - 1) * 0.002, jvm),
                1);
    }

    private static List<Pair> rows(int rows, double difference, double drift, String jvm) {
        return IntStream.range(0, rows)
                .mapToObj(row -> first(row, difference, drift, jvm))
                .toList();
    }

    private static Optional<Together> of(List<Pair> first, int shards) {
        return Together.ofAll(first, first.size(), VerdictRule.MARGIN, shards);
    }

    @ParameterizedTest
    @CsvSource({"0.05, SLOWER", "-0.05, FASTER", "0.001, SAME", "0.005, SAME"})
    void allRowsTogetherHaveAVerdict(double difference, Verdict verdict) {
        Together all = of(rows(12, difference, 0, "17.0.1"), 1).orElseThrow();
        assertThat(all.verdict()).isEqualTo(verdict);
        assertThat(all.slowdown().logMean()).isCloseTo(difference, within(0.002));
        assertThat(all.whyNot()).isEmpty();
        assertThat(all.label()).isEqualTo("all 12 rows");
    }

    @Test
    void fewRowsHaveNoMean() {
        assertThat(of(rows(7, 0.05, 0, "17.0.1"), 1)).isEmpty();
        assertThat(of(rows(8, 0.05, 0, "17.0.1"), 1)).isPresent();
    }

    /** A version that only compiles longer, and two JVMs. */
    @ParameterizedTest
    @CsvSource({
        "-0.02,  17.0.1, the difference may drift while measured",
        "0.02,   17.0.1, the difference may drift while measured",
        "0,      25.0.1, 'JVM, collector or heap differ, and the forks warmed up briefly'"
    })
    void aWarmUpAloneIsNoVerdict(double drift, String jvm, String why) {
        Together all = of(rows(24, 0.1, drift, jvm), 1).orElseThrow();
        assertThat(all.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(all.whyNot().orElseThrow()).startsWith(why);
        assertThat(all.text()).contains("one pair each: no verdict, because " + why);
    }

    @Test
    void aDriftThatCannotBeTheChangeLeavesItAVerdict() {
        assertThat(of(rows(24, 0.3, 0.02, "17.0.1"), 1).orElseThrow().verdict()).isEqualTo(Verdict.SLOWER);
    }

    @Test
    void forksOfOneIterationDoNotShowADrift() {
        List<Pair> first = rows(12, 0.1, 0, "17.0.1").stream()
                .map(pair -> new Pair(
                        pair.row(),
                        true,
                        Rows.row().of(List.of(List.of(1.0))),
                        Rows.row()
                                .of(List.of(pair.head().primary().forks().get(0).subList(0, 1))),
                        1))
                .toList();
        assertThat(of(first, 1).orElseThrow().whyNot()).isPresent();
    }

    @Test
    void shardsShareTheLevel() {
        assertThat(of(rows(12, 0.05, 0, "17.0.1"), 4).orElseThrow().rule().level())
                .isCloseTo(Together.LEVEL / 4, within(1e-15));
    }

    @Test
    void rowsOfAMethodAreShown() {
        Map<RowKey, Pair> first = new LinkedHashMap<>();
        rows(12, 0.05, 0, "17.0.1").forEach(pair -> first.put(pair.row(), pair));
        Map<RowKey, RowReach> rows = new LinkedHashMap<>();
        int number = 0;
        for (RowKey row : first.keySet()) {
            List<Integer> run = number < 4 ? List.of(0) : number < 12 ? List.of(0, 1, 2) : List.of();
            rows.put(row, new RowReach(row, Kind.REACHED, run, 1));
            number++;
        }
        Reach reach = new Reach(
                List.of(
                        new ChangedMethod("a/B", "all", "()V"),
                        new ChangedMethod("a/B", "most", "()V"),
                        new ChangedMethod("a/B", "too", "()V")),
                List.of(),
                null);
        List<Together> ofMethods = Together.ofMethods(first, new ReachedRows(reach, rows, Map.of()), 0.03, 1)
                .toList();
        assertThat(ofMethods).hasSize(1);
        assertThat(ofMethods.get(0).text())
                .startsWith("8 rows that run B.most, B.too +5.1%")
                .endsWith(", one pair each");
    }

    /** The exit code, the first line, JSON and annotations. */
    @Test
    void allRowsTogetherCountAsARow() {
        List<RowKey> rows = MadeUpSession.keys(10);
        MadeUpSession session = MadeUpSession.ofItself(rows).chosen(rows.subList(9, 10));
        rows.forEach(row -> session.first(row, 0.05 + 0.001 * rows.indexOf(row)));
        Verdicts verdicts = MadeUpSession.judged(session);
        assertThat(verdicts.outcome(false)).isEqualTo(Verdicts.Outcome.REGRESSION);
        assertThat(verdicts.failingAt(OptionalDouble.of(0.1)).outcome(false)).isEqualTo(Verdicts.Outcome.WARNING);
        VerdictReport report = new VerdictReport(verdicts, false);
        assertThat(report.text(View.EVERYTHING))
                .startsWith("REGRESSION: all 10 rows together are slower, +5.4%. ")
                .contains("\nall 10 rows +5.4% [+");
        assertThat(report.json())
                .contains("\"together\": {\n    \"rows\": 10,\n    \"change\": {\n", "\"verdict\": \"SLOWER\"");
        assertThat(report.annotations()).contains("::error title=slower%3A all 10 rows::");
        assertThat(report.markdown()).contains("- all 10 rows +5.4%");
    }
}

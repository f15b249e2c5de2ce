package dev.callcost.compare.report;

import static dev.callcost.compare.MadeUpSession.SAME;
import static dev.callcost.compare.MadeUpSession.judged;
import static dev.callcost.compare.MadeUpSession.key;
import static dev.callcost.compare.MadeUpSession.keys;
import static dev.callcost.compare.MadeUpSession.pairsAround;
import static dev.callcost.compare.Rows.around;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.callcost.compare.MadeUpSession;
import dev.callcost.compare.Rows;
import dev.callcost.compare.judge.Verdicts;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Headlines, their chips, and the first line of text: none claims more than the weakest row shows. */
class VerdictAnswerTest {
    private static final double[] SLOWER = pairsAround(0.2);
    private static final double[] FASTER = pairsAround(-0.2);

    private static final double[] WIDE = {0.14, -0.12, 0.08, -0.08, 0.12, -0.14, 0.05};

    private static Row same(String method) {
        return Rows.row("B." + method).of(around(10));
    }

    private static Row wide(String method) {
        return Rows.row("B." + method).of(10, 12, 9, 11, 13);
    }

    private static Row last(double last) {
        return Rows.row("B.a")
                .of(Arrays.stream(around(10))
                        .mapToObj(it -> List.of(it, it, it, it, last))
                        .toList());
    }

    private static Row bytes(double bytes) {
        return Rows.row("B.a").bytes(bytes, bytes, bytes, bytes, bytes).of(around(10));
    }

    private static Row heap(String size) {
        return Rows.row("B.a").setting("jvmArgs", size).of(around(10));
    }

    private static Verdicts itself(Row... rows) {
        return Rows.compare(List.of(rows), List.of(rows));
    }

    private static MadeUpSession session(String... methods) {
        return MadeUpSession.ofItself(Stream.of(methods).map(MadeUpSession::key).toList());
    }

    /** First pairs of ten rows; one row is chosen. */
    private static Verdicts first(double difference) {
        List<RowKey> rows = keys(10);
        MadeUpSession session = MadeUpSession.ofItself(rows).chosen(rows.subList(9, 10));
        rows.forEach(row -> session.first(row, difference + 0.001 * rows.indexOf(row)));
        return judged(session);
    }

    /** What was compared; chip, headline and first line of text. */
    static Stream<Arguments> claims() {
        return Stream.of(
                // one row that is the same does not speak for others
                arguments(
                        judged(session("a", "w").pairs(key("a"), SAME).pairs(key("w"), WIDE)),
                        "inconclusive | No regression found in 2 rows | No regression found in 2 rows. 1 same, 1 inconclusive."),
                // all rows together are slower, and nobody looked at one of them
                arguments(
                        first(0.2),
                        "slower | All 10 rows together are slower, +20.4% | REGRESSION: all 10 rows together are slower, +20.4%. 10 inconclusive."),
                arguments(
                        first(-0.2),
                        "inconclusive | No row is decided; the largest change is B.row9 -19.1% | INCONCLUSIVE: no row is decided; the largest change is B.row9 -19.1%. 9 without a large slowdown, 1 inconclusive, all 10 rows together are faster, -19.6%."),
                arguments(itself(same("a"), same("b")), "same | No row is slower | OK: no row is slower. 2 same."),
                arguments(
                        itself(wide("w")),
                        "inconclusive | No row is decided; the largest change is B.w +0.0% | INCONCLUSIVE: no row is decided; the largest change is B.w +0.0%. 1 inconclusive."),
                // rows that one side lacks, and rows that were measured differently
                arguments(
                        Rows.compare(List.of(same("a"), same("gone")), List.of(same("a"))),
                        "inconclusive | No regression found in 1 row | No regression found in 1 row. 1 same, 1 missing in head."),
                arguments(
                        Rows.compare(List.of(same("a")), List.of(same("a"), same("added"))),
                        "inconclusive | No regression found in 1 row | No regression found in 1 row. 1 same, 1 only in head."),
                arguments(
                        Rows.compare(List.of(same("a")), List.of(same("b"))),
                        " | No row could be compared | INCONCLUSIVE: no row is decided. 1 missing in head, 1 only in head."),
                arguments(
                        Rows.compare(List.of(heap("-Xmx1g"), same("b")), List.of(heap("-Xmx2g"), same("b"))),
                        "inconclusive | No regression found in 2 rows | No regression found in 2 rows. 2 same, 1 measured differently."),
                // a mean beyond the margin, and more bytes
                arguments(
                        Rows.compare(last(10), last(200)),
                        "inconclusive | No row is slower by its fastest iterations | OK: no row is slower by its fastest iterations. 1 same except by the mean."),
                arguments(
                        Rows.compare(bytes(0), bytes(24)),
                        "allocates more | B.a allocates more, 0 -> 24.0 B | REGRESSION: B.a allocates more, 0 -> 24.0 B. 1 same."),
                arguments(
                        Rows.compare(bytes(24), bytes(0)),
                        "allocates less | B.a allocates less, -100% | OK: no row is slower. 1 allocates less, 1 same."),
                // the worst change, and an improvement only where no row is lost
                arguments(
                        judged(session("a", "s", "f")
                                .pairs(key("a"), SAME)
                                .pairs(key("s"), SLOWER)
                                .pairs(key("f"), FASTER)),
                        "slower | 1 of 3 rows is slower, B.s +20.0% | REGRESSION: 1 of 3 rows is slower, B.s +20.0%. 1 faster, 1 same."),
                arguments(
                        judged(session("a", "f").pairs(key("a"), SAME).pairs(key("f"), FASTER)),
                        "faster | 1 of 2 rows is faster, B.f -20.0% | OK: no row is slower. 1 faster, 1 same."),
                arguments(
                        judged(session("f", "lost").pairs(key("f"), FASTER).failed(key("lost"), 3)),
                        "inconclusive | 1 of 2 rows could not be measured, head: exit code 1, a.Failure | NOT MEASURED: 1 of 2 rows could not be measured, head: exit code 1, a.Failure. 1 faster."),
                arguments(
                        judged(session("f", "late")
                                .pairs(key("f"), FASTER)
                                .pairs(key("late"), 0.01, -0.01)
                                .failed(key("late"), 3)),
                        "inconclusive | 1 of 2 rows failed | FAILED: 1 of 2 rows failed. 1 faster."),
                // none is lost, and in each a large slowdown would have been seen
                arguments(
                        judged(session("a", "clear")
                                .pairs(key("a"), SAME)
                                .pairs(key("clear"), 0.03, -0.03, 0.03, -0.03, 0.03, -0.03)),
                        "no large slowdown | No regression found in 2 rows | No regression found in 2 rows. 1 same, 1 without a large slowdown."),
                // rows without pairs
                arguments(
                        judged(session("a", "out", "skip")
                                .pairs(key("a"), SAME)
                                .chosen(List.of(key("a"), key("skip")))
                                .skipped(key("skip"))),
                        "inconclusive | No regression found in 1 of 3 rows | No regression found in 1 of 3 rows. 1 same, 1 without a pair, 1 skipped."));
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("claims")
    void noneClaimsMoreThanTheWeakestRowShows(Verdicts verdicts, String claim) {
        VerdictReport report = new VerdictReport(verdicts, false);
        assertThat(report.kind() + " | " + report.headline() + " | " + Rows.answer(verdicts, false))
                .isEqualTo(claim);
    }

    /** The last row is slower by 5 %, which a level of 10 % does not fail, nor hides. */
    @Test
    void aLevelCountsTheRowsThatReachIt() {
        List<Row> base = List.of(same("a"), same("b"), wide("w"));
        List<Row> head = List.of(Rows.row("B.a").of(around(12)), Rows.row("B.b").of(around(10.5)), wide("w"));
        Verdicts verdicts = Rows.compare(base, head).failingAt(OptionalDouble.of(0.1));
        assertThat(Rows.answer(verdicts, false))
                .isEqualTo(
                        "REGRESSION: 2 of 3 rows are slower, the most B.a +20.0%, 1 by 10.0% or more. 1 inconclusive.");
        Verdicts less = Rows.compare(base.subList(1, 3), head.subList(1, 3)).failingAt(OptionalDouble.of(0.1));
        assertThat(Rows.answer(less, false))
                .isEqualTo("WARNING: 1 of 2 rows is slower, B.b +5.0%, none by 10.0% or more. 1 inconclusive.");
        assertThat(Rows.answer(less, true))
                .isEqualTo(
                        "NOT SHOWN (--strict): 1 of 2 rows is slower, B.b +5.0%, none by 10.0% or more. 1 inconclusive.");
    }
}

package dev.callcost.compare;

import static dev.callcost.compare.MadeUpSession.SAME;
import static dev.callcost.compare.MadeUpSession.judged;
import static dev.callcost.compare.MadeUpSession.key;
import static dev.callcost.compare.Rows.around;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Headlines, their chips, and the first line of text: none claims more than the weakest row shows. */
class VerdictAnswerTest {
    private static final double[] SLOWER =
            Arrays.stream(SAME).map(it -> it + 0.2).toArray();
    private static final double[] FASTER =
            Arrays.stream(SAME).map(it -> it - 0.2).toArray();

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
        RowKey[] keys = Stream.of(methods).map(MadeUpSession::key).toArray(RowKey[]::new);
        return MadeUpSession.ofItself("2026-01-01T10:00:00Z", keys);
    }

    private static Verdicts oneSameAndFiveWide() {
        MadeUpSession session = session("a", "w1", "w2", "w3", "w4", "w5").pairs(key("a"), SAME);
        IntStream.rangeClosed(1, 5).forEach(n -> session.pairs(key("w" + n), WIDE));
        return judged(session);
    }

    /** What was compared, the chip, the headline and the first line of text. */
    static Stream<Arguments> claims() {
        return Stream.of(
                // one row that is the same does not speak for others
                arguments(
                        oneSameAndFiveWide(),
                        "inconclusive",
                        "1 of 6 rows is the same, 5 are inconclusive; the widest could be \\d+% faster or \\d+% slower",
                        "No regression found in 6 rows\\. 1 same\\."),
                arguments(
                        itself(same("a"), same("b")),
                        "same",
                        "No row changed by more than 3%",
                        "OK: no row is slower\\. 2 same\\."),
                // a row alone is named with what it could be
                arguments(
                        itself(same("a")),
                        "same",
                        "B\\.a changed by less than 3%: \\+0\\.0% \\[-0\\.\\d, \\+0\\.\\d\\]",
                        "OK: no row is slower\\. 1 same\\."),
                arguments(
                        itself(wide("w")),
                        "inconclusive",
                        "B\\.w is inconclusive: it could be \\d+% faster or \\d+% slower",
                        "INCONCLUSIVE: no row is decided; the largest change is B\\.w \\+0\\.0%\\. 1 inconclusive\\."),
                arguments(
                        itself(Rows.row("B.one").of(1)),
                        "inconclusive",
                        "B\\.one has too few forks",
                        "INCONCLUSIVE: one fork a side decides .*"),
                // an interval that is unknown or too wide is no range
                arguments(
                        judged(session("a", "w", "none").pairs(key("a"), SAME).pairs(key("w"), WIDE)),
                        "inconclusive",
                        "1 of 3 rows is the same, 2 are inconclusive",
                        ".*"),
                arguments(
                        itself(Rows.row("B.w").of(1, 2, 4, 8, 16)),
                        "inconclusive",
                        "B\\.w is inconclusive: it has an interval that is wider than its score",
                        ".*"),
                arguments(
                        itself(
                                Rows.row("B.w").of(1, 2, 4, 8, 16),
                                Rows.row("B.one").of(1)),
                        "inconclusive",
                        "1 of 2 rows is inconclusive, 1 has too few forks",
                        ".*"),
                // rows that one side lacks, and rows that were measured differently
                arguments(
                        Rows.compare(List.of(same("a"), same("gone")), List.of(same("a"))),
                        "inconclusive",
                        "1 row is the same, 1 is missing in head",
                        "No regression found: 1 row is the same, 1 is missing in head\\."),
                arguments(
                        Rows.compare(List.of(same("a")), List.of(same("a"), same("added"))),
                        "inconclusive",
                        "1 row is the same, 1 is only in head",
                        ".*"),
                arguments(Rows.compare(List.of(same("a")), List.of(same("b"))), "", "No row could be compared", ".*"),
                arguments(
                        Rows.compare(List.of(heap("-Xmx1g"), same("b")), List.of(heap("-Xmx2g"), same("b"))),
                        "inconclusive",
                        "2 rows are the same, 1 is measured differently",
                        "No regression found: 2 rows are the same, 1 is measured differently\\."),
                // a mean beyond the margin, and more bytes
                arguments(
                        Rows.compare(last(10), last(200)),
                        "inconclusive",
                        "B\\.a is the same except by the mean",
                        "OK: no row is slower by its fastest iterations, but 1 row is by its mean, .*"),
                arguments(
                        Rows.compare(List.of(last(10), wide("w")), List.of(last(200), wide("w"))),
                        "inconclusive",
                        "1 of 2 rows is the same except by the mean, 1 is inconclusive; it could be .*",
                        "No regression found: .*; it could be .*; 1 row is slower by its mean, B\\.a \\+\\d+%\\."),
                arguments(
                        Rows.compare(bytes(0), bytes(24)),
                        "allocates more",
                        "B\\.a allocates more: 0 -> 24\\.0 B per operation",
                        "REGRESSION: .*"),
                arguments(
                        Rows.compare(bytes(24), bytes(0)),
                        "allocates less",
                        "B\\.a allocates less: 24\\.0 -> 0 B per operation",
                        "OK: no row is slower\\..*"),
                // the worst change, and an improvement only where no row is lost
                arguments(
                        judged(session("a", "s", "f")
                                .pairs(key("a"), SAME)
                                .pairs(key("s"), SLOWER)
                                .pairs(key("f"), FASTER)),
                        "slower",
                        "B\\.s is 2\\d\\.\\d% slower \\[.*\\]",
                        "REGRESSION: .*"),
                arguments(
                        judged(session("a", "f").pairs(key("a"), SAME).pairs(key("f"), FASTER)),
                        "faster",
                        "B\\.f is \\d\\d\\.\\d% faster \\[.*\\]",
                        "OK: no row is slower\\. 1 faster, 1 same\\."),
                arguments(
                        judged(session("f", "lost").pairs(key("f"), FASTER).failed(key("lost"), 3)),
                        "inconclusive",
                        "1 of 2 rows was not measured, 1 is faster",
                        "NOT MEASURED: 1 of 2 rows could not be measured, .*"),
                arguments(
                        judged(session("f", "late")
                                .pairs(key("f"), FASTER)
                                .pairs(key("late"), 0.01, -0.01)
                                .failed(key("late"), 3)),
                        "inconclusive",
                        "1 of 2 rows failed, 1 is faster",
                        "FAILED: forks of 1 of 2 rows failed\\. No row is proven slower\\. 1 faster\\."),
                // rows without pairs
                arguments(
                        judged(session("a", "out", "skip")
                                .pairs(key("a"), SAME)
                                .chosen(List.of(key("a"), key("skip")))
                                .skipped(key("skip"))),
                        "inconclusive",
                        "1 of 3 rows is the same, 1 was not measured before the budget ended, 1 was skipped",
                        "No regression found in 1 of 3 rows, the others were not measured\\. 1 same, 1 skipped\\."),
                arguments(
                        judged(session("lost").failed(key("lost"), 3)),
                        "inconclusive",
                        "B\\.lost was not measured",
                        "NOT MEASURED: .*"));
    }

    @ParameterizedTest(name = "{2}")
    @MethodSource("claims")
    void noneClaimsMoreThanTheWeakestRowShows(Verdicts verdicts, String kind, String headline, String answer) {
        VerdictReport report = new VerdictReport(verdicts, false);
        assertThat(report.headline()).matches(headline);
        assertThat(report.kind()).isEqualTo(kind);
        assertThat(Rows.answer(verdicts, false)).matches(answer);
    }
}

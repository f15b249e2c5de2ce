package dev.callcost.compare;

import static dev.callcost.compare.MadeUpSession.SAME;
import static dev.callcost.compare.MadeUpSession.key;
import static dev.callcost.compare.Rows.around;
import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Rule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Headlines, their chips, and the first line of text: none claims more than the weakest row shows. */
class ClaimTest {
    private static final double[] SLOWER =
            Arrays.stream(SAME).map(it -> it + 0.2).toArray();
    private static final double[] FASTER =
            Arrays.stream(SAME).map(it -> it - 0.2).toArray();

    private static final double[] WIDE = {0.14, -0.12, 0.08, -0.08, 0.12, -0.14, 0.05};

    @TempDir
    Path directory;

    private static Row same(String method) {
        return Rows.row("B." + method).of(around(10));
    }

    private static Row wide(String method) {
        return Rows.row("B." + method).of(10, 12, 9, 11, 13);
    }

    private static void assertClaim(Verdicts verdicts, String kind, String headline, String answer) {
        VerdictReport report = new VerdictReport(verdicts, false);
        assertThat(report.headline()).matches(headline);
        assertThat(report.kind()).isEqualTo(kind);
        assertThat(Rows.answer(verdicts, false)).matches(answer);
    }

    private static void assertClaim(List<Row> both, String kind, String headline, String answer) {
        assertClaim(Rows.compare(both, both), kind, headline, answer);
    }

    @Test
    void oneRowThatIsTheSameDoesNotSpeakForFive() {
        String[] methods = {"a", "w1", "w2", "w3", "w4", "w5"};
        MadeUpSession session = session(methods).pairs(key("a"), SAME);
        IntStream.range(1, methods.length).forEach(n -> session.pairs(key(methods[n]), WIDE));
        String counts = "1 of 6 rows is the same, 5 are inconclusive; the widest could be \\d+% faster or \\d+% slower";
        assertClaim(
                MadeUpSession.judged(session), "inconclusive", counts, "No regression found in 6 rows\\. 1 same\\.");
    }

    @Test
    void onlyRowsThatAreAllTheSameAreTheSame() {
        assertClaim(
                List.of(same("a"), same("b")),
                "same",
                "No row changed by more than 3%",
                "OK: no row is slower\\. 2 same\\.");
        assertClaim(
                List.of(same("a")),
                "same",
                "B\\.a changed by less than 3%: \\+0\\.0% \\[-0\\.\\d, \\+0\\.\\d\\]",
                "OK: no row is slower\\. 1 same\\.");
    }

    @Test
    void aRowAloneIsNamedWithWhatItCouldBe() {
        assertClaim(
                List.of(wide("w")),
                "inconclusive",
                "B\\.w is inconclusive: it could be \\d+% faster or \\d+% slower",
                "INCONCLUSIVE: no row is decided; the largest change is B\\.w \\+0\\.0%\\. 1 inconclusive\\.");
        Row one = Rows.row("B.one").of(1);
        assertClaim(
                List.of(one), "inconclusive", "B\\.one has too few forks", "INCONCLUSIVE: one fork a side decides .*");
    }

    @Test
    void anIntervalThatIsUnknownOrTooWideIsNoRange() {
        assertClaim(
                MadeUpSession.judged(
                        session("a", "w", "none").pairs(key("a"), SAME).pairs(key("w"), WIDE)),
                "inconclusive",
                "1 of 3 rows is the same, 2 are inconclusive",
                ".*");
        Row far = Rows.row("B.w").of(1, 2, 4, 8, 16);
        assertClaim(
                List.of(far),
                "inconclusive",
                "B\\.w is inconclusive: it has an interval that is wider than its score",
                ".*");
        assertClaim(
                List.of(far, Rows.row("B.one").of(1)),
                "inconclusive",
                "1 of 2 rows is inconclusive, 1 has too few forks",
                ".*");
    }

    @Test
    void aRowThatOneSideLacksIsCounted() {
        String missing = "1 row is the same, 1 is missing in head";
        assertClaim(
                Rows.compare(List.of(same("a"), same("gone")), List.of(same("a"))),
                "inconclusive",
                missing,
                "No regression found: " + missing + "\\.");
        assertClaim(
                Rows.compare(List.of(same("a")), List.of(same("a"), same("added"))),
                "inconclusive",
                "1 row is the same, 1 is only in head",
                ".*");
        assertClaim(Rows.compare(List.of(same("a")), List.of(same("b"))), "", "No row could be compared", ".*");
    }

    @Test
    void rowsThatWereMeasuredDifferentlyAreNotTheSame() {
        Row quiet = Rows.row("B.a").setting("jvmArgs", "-Xmx1g").of(around(10));
        Row loud = Rows.row("B.a").setting("jvmArgs", "-Xmx2g").of(around(10));
        assertClaim(
                Rows.compare(List.of(quiet, same("b")), List.of(loud, same("b"))),
                "inconclusive",
                "2 rows are the same, 1 is measured differently",
                "No regression found: 2 rows are the same, 1 is measured differently\\.");
    }

    @Test
    void aMeanBeyondTheMarginIsNotTheSame() {
        Row steady = Rows.row("B.a").of(forks(10));
        Row pauses = Rows.row("B.a").of(forks(200));
        assertClaim(
                Rows.compare(steady, pauses),
                "inconclusive",
                "B\\.a is the same except by the mean",
                "OK: no row is slower by its fastest iterations, but 1 row is by its mean, .*");
        assertClaim(
                Rows.compare(List.of(steady, wide("w")), List.of(pauses, wide("w"))),
                "inconclusive",
                "1 of 2 rows is the same except by the mean, 1 is inconclusive; it could be .*",
                "No regression found: .*; it could be .*; 1 row is slower by its mean, B\\.a \\+\\d+%\\.");
    }

    private static List<List<Double>> forks(double last) {
        return Arrays.stream(around(10))
                .mapToObj(it -> List.of(it, it, it, it, last))
                .toList();
    }

    @Test
    void moreBytesAreNotTheSame() {
        Row none = Rows.row("B.a").bytes(0, 0, 0, 0, 0).of(around(10));
        Row some = Rows.row("B.a").bytes(24, 24, 24, 24, 24).of(around(10));
        assertClaim(
                Rows.compare(none, some),
                "allocates more",
                "B\\.a allocates more: 0 -> 24\\.0 B per operation",
                "REGRESSION: .*");
        assertClaim(
                Rows.compare(some, none),
                "allocates less",
                "B\\.a allocates less: 24\\.0 -> 0 B per operation",
                "OK: no row is slower\\..*");
    }

    @Test
    void eachRowMayHaveItsMargin() throws Exception {
        Verdicts verdicts = Rows.compare(List.of(same("a"), same("b")), List.of(same("a"), same("b")));
        Path file = Files.writeString(directory.resolve("margins"), "B.b 10%\n");
        Margins margins = Margins.read(file, Rule.MARGIN);
        assertClaim(verdicts.with(new Gate(margins)), "same", "Each row is the same within its margin", "OK: .*");
    }

    private static MadeUpSession session(String... methods) {
        RowKey[] keys = Stream.of(methods).map(MadeUpSession::key).toArray(RowKey[]::new);
        return MadeUpSession.ofItself("2026-01-01T10:00:00Z", keys);
    }

    @Test
    void theWorstChangeIsNamedAndAnImprovementOnlyWhereNoRowIsLost() {
        assertClaim(
                MadeUpSession.judged(session("a", "s", "f")
                        .pairs(key("a"), SAME)
                        .pairs(key("s"), SLOWER)
                        .pairs(key("f"), FASTER)),
                "slower",
                "B\\.s is 2\\d\\.\\d% slower \\[.*\\]",
                "REGRESSION: .*");
        assertClaim(
                MadeUpSession.judged(session("a", "f").pairs(key("a"), SAME).pairs(key("f"), FASTER)),
                "faster",
                "B\\.f is \\d\\d\\.\\d% faster \\[.*\\]",
                "OK: no row is slower\\. 1 faster, 1 same\\.");
        assertClaim(
                MadeUpSession.judged(
                        session("f", "lost").pairs(key("f"), FASTER).failed(key("lost"), 3)),
                "inconclusive",
                "1 of 2 rows was not measured, 1 is faster",
                "NOT MEASURED: 1 of 2 rows could not be measured, .*");
        assertClaim(
                MadeUpSession.judged(session("f", "late")
                        .pairs(key("f"), FASTER)
                        .pairs(key("late"), 0.01, -0.01)
                        .failed(key("late"), 3)),
                "inconclusive",
                "1 of 2 rows failed, 1 is faster",
                "FAILED: forks of 1 of 2 rows failed\\. No row is proven slower\\. 1 faster\\.");
    }

    @Test
    void rowsWithoutPairsAreCounted() {
        assertClaim(
                MadeUpSession.judged(session("a", "out", "skip")
                        .pairs(key("a"), SAME)
                        .chosen(List.of(key("a"), key("skip")))
                        .skipped(key("skip"))),
                "inconclusive",
                "1 of 3 rows is the same, 1 was not measured before the budget ended, 1 was skipped",
                "No regression found in 3 rows\\. 1 same, 1 skipped\\.");
        assertClaim(
                MadeUpSession.judged(session("lost").failed(key("lost"), 3)),
                "inconclusive",
                "B\\.lost was not measured",
                "NOT MEASURED: .*");
    }
}

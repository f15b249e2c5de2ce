package dev.callcost.compare;

import static dev.callcost.compare.MadeUpSession.SAME;
import static dev.callcost.compare.MadeUpSession.judged;
import static dev.callcost.compare.MadeUpSession.key;
import static dev.callcost.compare.Verdicts.Outcome.FAILED;
import static dev.callcost.compare.Verdicts.Outcome.NOT_MEASURED;
import static dev.callcost.compare.Verdicts.Outcome.NOT_SHOWN;
import static dev.callcost.compare.Verdicts.Outcome.OK;
import static dev.callcost.compare.Verdicts.Outcome.REGRESSION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.callcost.compare.AllocationComparison.AllocationVerdict;
import dev.callcost.compare.VerdictReport.View;
import dev.callcost.compare.Verdicts.Outcome;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Rule;
import dev.callcost.stats.Verdict;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SessionComparisonTest {
    private static final RowKey CALL = key("call");
    private static final RowKey OTHER = key("other");
    private static final double[] SLOWER = plus(0.1, SAME);

    private static MadeUpSession session(RowKey... rows) {
        return new MadeUpSession("2026-01-01T10:00:00Z", 0.03, rows);
    }

    private static MadeUpSession call() {
        return session(CALL);
    }

    private static MadeUpSession nextDay(double margin, RowKey... rows) {
        return new MadeUpSession("2026-01-02T10:00:00Z", margin, rows);
    }

    private static VerdictRow first(MadeUpSession session) {
        return judged(session).rows().get(0);
    }

    private static double[] plus(double shift, double... slowdowns) {
        return Arrays.stream(slowdowns).map(slowdown -> slowdown + shift).toArray();
    }

    /** What a session of one row comes to: its word, its outcome, and its outcome with {@code --strict}. */
    static Stream<Arguments> sessions() {
        return Stream.of(
                arguments("slower", call().pairs(CALL, SLOWER), "SLOWER", REGRESSION, REGRESSION),
                arguments("faster", call().pairs(CALL, plus(-0.1, SAME)), "FASTER", OK, NOT_SHOWN),
                arguments("no pairs", call(), "UNDECIDED", OK, NOT_SHOWN),
                arguments("skipped", call().skipped(CALL), "SKIPPED", OK, NOT_SHOWN),
                arguments("two failures", call().pairs(CALL, SAME).failed(CALL, 2), "SAME", OK, NOT_SHOWN),
                arguments("three failures", call().pairs(CALL, SAME).failed(CALL, 3), "FAILED", FAILED, FAILED),
                arguments("after the burn-in", call().pairs(CALL).failed(CALL, 3), "FAILED", FAILED, FAILED),
                arguments(
                        "after dropped pairs",
                        call().pairs(CALL, 0.1).warming(CALL, 1, false).failed(CALL, 3),
                        "FAILED",
                        FAILED,
                        FAILED),
                arguments("only failures", call().failed(CALL, 3), "NOT_MEASURED", NOT_MEASURED, NOT_MEASURED));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("sessions")
    void eachSessionHasAWordAndAnOutcome(
            String name, MadeUpSession session, String word, Outcome outcome, Outcome strict) {
        Verdicts verdicts = judged(session);
        assertThat(verdicts.rows()).extracting(VerdictRow::word).containsExactly(word);
        assertThat(verdicts.outcome(false)).isEqualTo(outcome);
        assertThat(verdicts.outcome(true)).isEqualTo(strict);
    }

    /** The log has that confirmation was requested: its pairs give the verdict again. */
    @Test
    void aSessionWithConfirmationIsJudgedWithIt() {
        double[] six = Arrays.copyOf(SLOWER, 6);
        Verdicts confirmed = judged(call().confirmed().pairs(CALL, Arrays.copyOf(SLOWER, 12)));
        assertThat(confirmed.rows().get(0).verdict()).isEqualTo(Verdict.SLOWER);
        assertThat(confirmed.rows().get(0).score().orElseThrow().slowdown().forks())
                .isEqualTo(12);
        assertThat(confirmed.rows().get(0).remarks()).noneMatch(remark -> remark.contains("confirmed"));
        assertThat(new VerdictReport(confirmed, false).text(View.EVERYTHING))
                .contains("slower rows measured again", "\n  slower after 6 pairs, confirmed by 6 fresh pairs");

        Verdicts pending = judged(call().confirmed().pairs(CALL, six));
        assertThat(pending.outcome(false)).isEqualTo(REGRESSION);
        assertThat(pending.rows().get(0).remarks())
                .contains("slower after 6 pairs, not confirmed: the run ended after 0 of 6 fresh pairs");

        double[] more = DoubleStream.concat(Arrays.stream(six), Arrays.stream(SAME, 0, 6))
                .toArray();
        Verdicts withdrawn = judged(call().confirmed().pairs(CALL, more));
        assertThat(withdrawn.outcome(false)).isEqualTo(OK);
        assertThat(withdrawn.rows().get(0).needed()).isPositive();
        assertThat(withdrawn.rows().get(0).remarks())
                .anyMatch(remark -> remark.startsWith("slower after 6 pairs, not confirmed by 6 fresh pairs"));
        assertThat(new VerdictReport(withdrawn, false).json()).contains("\"state\": \"NOT_CONFIRMED\"");
    }

    /** The pairs of several sessions decide together. */
    @Test
    void severalSessionsAreNotConfirmed() {
        Verdicts both = judged(
                call().confirmed().pairs(CALL, Arrays.copyOf(SLOWER, 6)),
                nextDay(0.03, CALL).confirmed().pairs(CALL, Arrays.copyOf(SLOWER, 6)));
        assertThat(both.rows().get(0).verdict()).isEqualTo(Verdict.SLOWER);
        assertThat(both.rows().get(0).paired().orElseThrow().confirmation()).isEmpty();
    }

    @Test
    void burnInAndExcludedPairsDoNotCount() {
        VerdictRow row =
                first(call().pairs(CALL, SAME).excluded(CALL, 5, "steal").excluded(CALL, 5, "steal"));
        assertThat(row.pairs()).isEqualTo(15);
        assertThat(row.losses().excluded()).isEqualTo(2);
        assertThat(row.verdict()).isEqualTo(Verdict.SAME);
        assertThat(row.sides().orElseThrow().head().primary().forks()).hasSize(15);
        assertThat(row.allocation().orElseThrow().verdict()).isEqualTo(AllocationVerdict.SAME);
    }

    @Test
    void pairsWhoseDifferenceMovedAreDropped() {
        VerdictRow row = first(session(CALL, OTHER)
                .pairs(CALL, SLOWER)
                .pairs(OTHER, SLOWER)
                .warming(CALL, 15, false)
                .pairs(CALL, SAME));
        assertThat(row.verdict()).isEqualTo(Verdict.SAME);
        assertThat(row.pairs()).isEqualTo(15);
        assertThat(row.morePairs()).isZero();
        assertThat(row.losses()).isEqualTo(new VerdictRow.Losses(0, 0, 15));
    }

    @Test
    void aRowThatIsGivenUpIsWarmingWhateverItsPairsSay() {
        Verdicts rows = judged(call().pairs(CALL, SLOWER).warming(CALL, 15, true));
        VerdictRow row = rows.rows().get(0);
        assertThat(row.word()).isEqualTo("WARMING");
        assertThat(row.isFinished()).isTrue();
        assertThat(row.isJudged()).isFalse();
        assertThat(row.score()).isPresent();
        assertThat(row.remarks()).anyMatch(remark -> remark.contains("--warm-up-cap"));
        assertThat(rows.outcome(false)).isEqualTo(OK);
        assertThat(rows.outcome(true)).isEqualTo(NOT_SHOWN);
    }

    @Test
    void fewPairsAreUndecidedAndSayHowManyMore() {
        VerdictRow one = first(call().pairs(CALL, 0.1));
        assertThat(one.word()).isEqualTo("UNDECIDED");
        assertThat(one.morePairs()).isEqualTo(PairedRule.LOOKS.get(0) - 1);
        assertThat(one.isFinished()).isFalse();
        assertThat(first(call()).morePairs()).isEqualTo(PairedRule.LOOKS.get(0));
    }

    @Test
    void aRowWithoutPairsTellsItsLastFailure() {
        VerdictRow row = first(call().failed(CALL, 1));
        assertThat(row.verdict()).isEqualTo(Verdict.NOT_MEASURED);
        assertThat(row.reason()).contains("head: exit code 1, a.Failure");
    }

    @Test
    void slowerOutweighsWhatCouldNotBeMeasuredAndThatWhatFailed() {
        RowKey third = key("third");
        MadeUpSession failed = session(CALL, OTHER, third).pairs(OTHER, SAME).failed(OTHER, 3);
        assertThat(judged(failed).outcome(true)).isEqualTo(FAILED);
        failed.failed(CALL, 3);
        assertThat(judged(failed).outcome(true)).isEqualTo(NOT_MEASURED);
        failed.pairs(third, SLOWER);
        assertThat(judged(failed).outcome(true)).isEqualTo(REGRESSION);
    }

    @Test
    void aRowThatIsLeftOutIsNotShownAndTakesNoShareOfTheLevel() {
        MadeUpSession session = session(CALL, OTHER).pairs(CALL, SAME).leftOut(OTHER);
        Verdicts comparison = judged(session);
        assertThat(comparison.rows().get(1).verdict()).isEqualTo(Verdict.LEFT_OUT);
        assertThat(comparison.rows().get(1).reason()).contains("too short a budget");
        assertThat(comparison.rule().level()).isEqualTo(2 * PairedRule.LEVEL);
        assertThat(comparison.outcome(false)).isEqualTo(OK);
        assertThat(comparison.outcome(true)).isEqualTo(NOT_SHOWN);

        Verdicts both = judged(session, nextDay(0.03, CALL, OTHER).pairs(OTHER, SAME));
        assertThat(both.rule().level()).isEqualTo(PairedRule.LEVEL);
        assertThat(both.rows()).extracting(VerdictRow::word).containsExactly("SAME", "SAME");
    }

    @Test
    void theLevelIsThatOfAllRows() {
        Verdicts comparison = judged(session(CALL, OTHER).pairs(CALL, SAME));
        assertThat(comparison.rule()).isEqualTo(new Rule(0.03, 2 * PairedRule.LEVEL / 2));
        assertThat(comparison.counts()).containsEntry("SAME", 1).containsEntry("UNDECIDED", 1);
    }

    @Test
    void moreBytesAreARegressionFromAsManyPairsOnAsAllRowsNeed() {
        assertAllocates(AllocationVerdict.MORE, 5, CALL);
        assertAllocates(AllocationVerdict.CANNOT_TELL, 5, CALL, OTHER);
        assertAllocates(AllocationVerdict.MORE, 6, CALL, OTHER);
    }

    private static void assertAllocates(AllocationVerdict verdict, int pairs, RowKey... rows) {
        VerdictRow row = first(session(rows).headBytes(80).pairs(CALL, Arrays.copyOf(SAME, pairs)));
        assertThat(row.allocation().orElseThrow().verdict()).isEqualTo(verdict);
        assertThat(row.isRegression()).isEqualTo(verdict == AllocationVerdict.MORE);
        assertThat(row.isOpen()).isEqualTo(pairs < PairedRule.LOOKS.get(0));
    }

    @Test
    void severalRunsAddUpInTheOrderTheyWereMeasured() {
        MadeUpSession first = call().pairs(CALL, 0.1, 0.11, 0.09);
        MadeUpSession second = nextDay(0.03, OTHER, CALL).pairs(CALL, 0.12, 0.08, 0.1);
        Verdicts comparison = judged(second, first);
        assertThat(comparison.preface().measured()).isSorted().hasSize(2);
        assertThat(comparison.rows()).extracting(VerdictRow::key).containsExactly(CALL, OTHER);
        assertThat(comparison.rows().get(0).pairs()).isEqualTo(6);
        assertThat(comparison.rows().get(0).word()).isEqualTo("SLOWER");
    }

    @Test
    void runsWithDifferentMarginsNeedOne() {
        List<Session> sessions = List.of(
                call().pairs(CALL, SAME).read(),
                nextDay(0.05, CALL).pairs(CALL, SAME).read());
        assertThatThrownBy(() -> SessionComparison.of(sessions, OptionalDouble.empty()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(SessionComparison.of(sessions, OptionalDouble.of(0.04))
                        .rule()
                        .margin())
                .isEqualTo(0.04);
    }

    @Test
    void rowsKeepTheMarginsThatTheyWereMeasuredWith() {
        double[] slower = {0.1, 0.11, 0.09, 0.12, 0.08, 0.1};
        MadeUpSession session = call().pairs(CALL, slower);
        assertThat(judged(session).rows().get(0).word()).isEqualTo("SLOWER");
        Verdicts wide = judged(call().rowMargin("B.call", 0.3).pairs(CALL, slower));
        assertThat(wide.rows().get(0).word()).isEqualTo("SAME");
        assertThat(wide.gate().margins().of(CALL)).isEqualTo(0.3);
        assertThat(judged(call().rowMargin("other", 0.3).pairs(CALL, slower))
                        .rows()
                        .get(0)
                        .word())
                .isEqualTo("SLOWER");
    }
}

package dev.callcost.compare;

import static dev.callcost.compare.MadeUpSession.SAME;
import static dev.callcost.compare.MadeUpSession.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.compare.AllocationComparison.AllocationVerdict;
import dev.callcost.compare.NoVerdict.Kind;
import dev.callcost.compare.Verdicts.Outcome;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Rule;
import dev.callcost.stats.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionComparisonTest {
    private static final RowKey CALL = key("call");
    private static final RowKey OTHER = key("other");

    @TempDir
    Path directory;

    private Session read(MadeUpSession session) throws IOException {
        return Session.read(Files.writeString(directory.resolve("log.jsonl"), session.text()));
    }

    private static MadeUpSession session(RowKey... rows) {
        return new MadeUpSession("2026-01-01T10:00:00Z", 0.03, rows);
    }

    private Verdicts judge(MadeUpSession... sessions) throws IOException {
        Session[] read = new Session[sessions.length];
        for (int i = 0; i < sessions.length; i++) {
            read[i] = read(sessions[i]);
        }
        return SessionComparison.of(List.of(read), OptionalDouble.empty());
    }

    private static double[] plus(double shift, double... slowdowns) {
        return Arrays.stream(slowdowns).map(slowdown -> slowdown + shift).toArray();
    }

    @Test
    void burnInAndWhatWasSetAsideDoNotCount() throws IOException {
        VerdictRow row = judge(session(CALL)
                        .pairs(CALL, SAME)
                        .setAside(CALL, 5, "steal")
                        .setAside(CALL, 5, "steal"))
                .rows()
                .get(0);
        assertThat(row.pairs()).isEqualTo(15);
        assertThat(row.losses().setAside()).isEqualTo(2);
        assertThat(row.verdict()).isEqualTo(Verdict.SAME);
        assertThat(row.sides().orElseThrow().head().primary().forks()).hasSize(15);
        assertThat(row.allocation().orElseThrow().verdict()).isEqualTo(AllocationVerdict.SAME);
    }

    @Test
    void pairsWhoseDifferenceMovedAreDropped() throws IOException {
        VerdictRow row = judge(session(CALL, OTHER)
                        .pairs(CALL, plus(0.1, SAME))
                        .pairs(OTHER, plus(0.1, SAME))
                        .warming(CALL, 15, false)
                        .pairs(CALL, SAME))
                .rows()
                .get(0);
        assertThat(row.verdict()).isEqualTo(Verdict.SAME);
        assertThat(row.pairs()).isEqualTo(15);
        assertThat(row.losses().dropped()).isEqualTo(15);
        assertThat(row.morePairs()).isZero();
        assertThat(row.losses()).isEqualTo(new VerdictRow.Losses(0, 0, 15));
    }

    @Test
    void aRowThatIsGivenUpIsWarmingWhateverItsPairsSay() throws IOException {
        Verdicts rows = judge(session(CALL).pairs(CALL, plus(0.1, SAME)).warming(CALL, 15, true));
        VerdictRow row = rows.rows().get(0);
        assertThat(row.word()).isEqualTo("WARMING");
        assertThat(row.isFinished()).isTrue();
        assertThat(row.isJudged()).isFalse();
        assertThat(row.score()).isPresent();
        assertThat(row.wanted().orElseThrow()).contains("--warm-up-cap");
        assertThat(rows.outcome(false)).isEqualTo(Outcome.OK);
        assertThat(rows.outcome(true)).isEqualTo(Outcome.NOT_SHOWN);
    }

    @Test
    void slowerIsARegressionAndFasterIsNone() throws IOException {
        Verdicts slower = judge(session(CALL).pairs(CALL, plus(0.1, SAME)));
        assertThat(slower.rows().get(0).word()).isEqualTo("SLOWER");
        assertThat(slower.outcome(false)).isEqualTo(Outcome.REGRESSION);

        Verdicts faster = judge(session(CALL).pairs(CALL, plus(-0.1, SAME)));
        assertThat(faster.rows().get(0).word()).isEqualTo("FASTER");
        assertThat(faster.outcome(false)).isEqualTo(Outcome.OK);
    }

    @Test
    void fewPairsAreUndecidedAndSayHowManyMore() throws IOException {
        VerdictRow one = judge(session(CALL).pairs(CALL, 0.1)).rows().get(0);
        assertThat(one.word()).isEqualTo("UNDECIDED");
        assertThat(one.morePairs()).isEqualTo(PairedRule.LOOKS.get(0) - 1);
        assertThat(one.isFinished()).isFalse();

        Verdicts none = judge(session(CALL));
        assertThat(none.rows().get(0).word()).isEqualTo("UNDECIDED");
        assertThat(none.rows().get(0).morePairs()).isEqualTo(PairedRule.LOOKS.get(0));
        assertThat(none.outcome(false)).isEqualTo(Outcome.OK);
        assertThat(none.outcome(true)).isEqualTo(Outcome.NOT_SHOWN);
    }

    @Test
    void aRowFailsByThreeForksOrWhenNothingElseIsThere() throws IOException {
        assertThat(judge(session(CALL).pairs(CALL, SAME).failed(CALL, 2))
                        .rows()
                        .get(0)
                        .word())
                .isEqualTo("SAME");
        assertThat(judge(session(CALL).pairs(CALL, SAME).failed(CALL, 3))
                        .rows()
                        .get(0)
                        .word())
                .isEqualTo("FAILED");
        Verdicts nothingElse = judge(session(CALL).failed(CALL, 1));
        assertThat(nothingElse.rows().get(0).noVerdict())
                .contains(new NoVerdict(Kind.NOT_MEASURED, "head: exit code 1, a.Failure"));
    }

    @Test
    void aRowOfWhichAnyPairWasMeasuredHasFailedAndAnotherWasNotMeasured() throws IOException {
        assertThat(judge(session(CALL).pairs(CALL).failed(CALL, 3))
                        .rows()
                        .get(0)
                        .word())
                .as("the burn-in was measured")
                .isEqualTo("FAILED");
        assertThat(judge(session(CALL).pairs(CALL, 0.1).warming(CALL, 1, false).failed(CALL, 3))
                        .rows()
                        .get(0)
                        .word())
                .as("what was measured is dropped")
                .isEqualTo("FAILED");
        assertThat(judge(session(CALL).failed(CALL, 3)).rows().get(0).word()).isEqualTo("NOT_MEASURED");
    }

    @Test
    void slowerOutweighsWhatCouldNotBeMeasuredAndThatWhatFailed() throws IOException {
        RowKey third = key("third");
        MadeUpSession failed = session(CALL, OTHER, third).pairs(OTHER, SAME).failed(OTHER, 3);
        assertThat(judge(failed).outcome(true)).isEqualTo(Outcome.FAILED);
        failed.failed(CALL, 3);
        assertThat(judge(failed).outcome(true)).isEqualTo(Outcome.NOT_MEASURED);
        failed.pairs(third, plus(0.1, SAME));
        assertThat(judge(failed).outcome(true)).isEqualTo(Outcome.REGRESSION);
    }

    @Test
    void aRowThatIsLeftOutIsNotShownAndTakesNoShareOfTheLevel() throws IOException {
        Verdicts comparison = judge(session(CALL, OTHER).pairs(CALL, SAME).leftOut(OTHER));
        assertThat(comparison.rows().get(1).noVerdict()).contains(new NoVerdict(Kind.LEFT_OUT, "too short a budget"));
        assertThat(comparison.rule().level()).isEqualTo(2 * PairedRule.LEVEL);
        assertThat(comparison.outcome(false)).isEqualTo(Outcome.OK);
        assertThat(comparison.outcome(true)).isEqualTo(Outcome.NOT_SHOWN);

        Verdicts both = judge(
                session(CALL, OTHER).pairs(CALL, SAME).leftOut(OTHER),
                new MadeUpSession("2026-01-02T10:00:00Z", 0.03, CALL, OTHER).pairs(OTHER, SAME));
        assertThat(both.rule().level()).isEqualTo(PairedRule.LEVEL);
        assertThat(both.rows()).extracting(VerdictRow::word).containsExactly("SAME", "SAME");
    }

    @Test
    void aSkippedRowIsNoRegressionAndNotShownEither() throws IOException {
        Verdicts comparison = judge(session(CALL).skipped(CALL));
        assertThat(comparison.rows().get(0).word()).isEqualTo("SKIPPED");
        assertThat(comparison.outcome(false)).isEqualTo(Outcome.OK);
        assertThat(comparison.outcome(true)).isEqualTo(Outcome.NOT_SHOWN);
    }

    @Test
    void theLevelIsThatOfAllRows() throws IOException {
        Verdicts comparison = judge(session(CALL, OTHER).pairs(CALL, SAME));
        assertThat(comparison.rule()).isEqualTo(new Rule(0.03, 2 * PairedRule.LEVEL / 2));
        assertThat(comparison.counts()).containsEntry("SAME", 1).containsEntry("UNDECIDED", 1);
    }

    @Test
    void moreBytesAreARegressionFromAsManyPairsOnAsAllRowsNeed() throws IOException {
        double[] five = Arrays.copyOf(SAME, 5);
        double[] six = Arrays.copyOf(SAME, 6);
        VerdictRow alone =
                judge(session(CALL).headBytes(80).pairs(CALL, five)).rows().get(0);
        assertThat(alone.allocation().orElseThrow().verdict()).isEqualTo(AllocationVerdict.MORE);
        assertThat(alone.isRegression()).isTrue();

        VerdictRow ofTwo = judge(session(CALL, OTHER).headBytes(80).pairs(CALL, five))
                .rows()
                .get(0);
        assertThat(ofTwo.allocation().orElseThrow().verdict()).isEqualTo(AllocationVerdict.CANNOT_TELL);
        assertThat(ofTwo.isRegression()).isFalse();
        assertThat(ofTwo.isOpen()).isTrue();

        VerdictRow later = judge(session(CALL, OTHER).headBytes(80).pairs(CALL, six))
                .rows()
                .get(0);
        assertThat(later.allocation().orElseThrow().verdict()).isEqualTo(AllocationVerdict.MORE);
        assertThat(later.isRegression()).isTrue();
    }

    @Test
    void severalRunsAddUpInTheOrderTheyWereMeasured() throws IOException {
        MadeUpSession first = session(CALL).pairs(CALL, 0.1, 0.11, 0.09);
        MadeUpSession second =
                new MadeUpSession("2026-01-02T10:00:00Z", 0.03, OTHER, CALL).pairs(CALL, 0.12, 0.08, 0.1);
        Verdicts comparison = judge(second, first);
        assertThat(comparison.preface().measured()).isSorted().hasSize(2);
        assertThat(comparison.rows()).extracting(VerdictRow::key).containsExactly(CALL, OTHER);
        assertThat(comparison.rows().get(0).pairs()).isEqualTo(6);
        assertThat(comparison.rows().get(0).word()).isEqualTo("SLOWER");
    }

    @Test
    void runsWithDifferentMarginsNeedOne() throws IOException {
        List<Session> sessions = List.of(
                read(session(CALL).pairs(CALL, SAME)),
                read(new MadeUpSession("2026-01-02T10:00:00Z", 0.05, CALL).pairs(CALL, SAME)));
        assertThatThrownBy(() -> SessionComparison.of(sessions, OptionalDouble.empty()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(SessionComparison.of(sessions, OptionalDouble.of(0.04))
                        .rule()
                        .margin())
                .isEqualTo(0.04);
    }
}

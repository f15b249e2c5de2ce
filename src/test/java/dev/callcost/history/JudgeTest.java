package dev.callcost.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.history.Change.Kind;
import dev.callcost.history.HistoryReport.Outcome;
import dev.callcost.history.RowJudgement.LastTwo;
import dev.callcost.history.RowJudgement.Point;
import dev.callcost.history.RowJudgement.Presence;
import dev.callcost.stats.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JudgeTest {
    private final MadeHistory made = new MadeHistory();

    private static void assertOutcomes(Judgement judgement, Outcome outcome, Outcome strict) {
        assertThat(List.of(
                        new HistoryReport(judgement, OptionalInt.empty(), false).outcome(),
                        new HistoryReport(judgement, OptionalInt.empty(), true).outcome()))
                .containsExactly(outcome, strict);
    }

    private static Outcome since(int run, Judgement judgement) {
        return new HistoryReport(judgement, OptionalInt.of(run), false).outcome();
    }

    private static Change only(Judgement judgement) {
        List<Change> changes =
                judgement.rows().stream().flatMap(row -> row.changes().stream()).toList();
        assertThat(changes).hasSize(1);
        return changes.get(0);
    }

    private static void assertUnchanged(Judgement judgement) {
        assertThat(judgement.rows()).allMatch(row -> row.changes().isEmpty());
    }

    @Test
    void nothingChanges() {
        Judgement judgement = made.runs(40).judgement();
        assertUnchanged(judgement);
        assertThat(judgement.rows()).hasSize(MadeHistory.ROWS).allSatisfy(row -> {
            assertThat(row.stretches()).hasSize(1);
            assertThat(row.noise()).isBetween(0.003, 0.012);
        });
        assertOutcomes(judgement, Outcome.OK, Outcome.OK);
    }

    /** After 40 runs a row changes by a factor; then there are more commits, and more runs of the last one. */
    @ParameterizedTest
    @CsvSource({
        "1.1, 1, 0, SUSPECT, OK, NOT_SHOWN",
        "0.9, 1, 0, SUSPECT, OK, OK",
        "1.1, 2, 0, CONFIRMED, REGRESSION, REGRESSION",
        "1.1, 1, 1, CONFIRMED, REGRESSION, REGRESSION",
        "1.1, 0, 10, MACHINE, OK, OK"
    })
    void oneRunIsSuspectAndTheNextOneConfirms(
            double factor, int commits, int again, Kind kind, Outcome outcome, Outcome strict) {
        made.runs(40).slower(2, factor).runs(commits);
        for (int n = 0; n < again; n++) {
            made.again();
        }
        Judgement judgement = made.judgement();
        assertThat(only(judgement).kind()).isEqualTo(kind);
        assertThat(only(judgement).size()).isCloseTo(Math.log(factor), within(0.02));
        assertThat(Double.isNaN(only(judgement).low())).isEqualTo(kind == Kind.SUSPECT);
        assertOutcomes(judgement, outcome, strict);
    }

    @Test
    void theBuildIsRedOnce() {
        made.runs(40).slower(2, 1.1).runs(2);
        assertThat(only(made.judgement()))
                .returns(true, Change::isNew)
                .returns(39, Change::good)
                .returns(40, Change::bad);
        for (int more = 0; more < 10; more++) {
            Judgement later = made.runs(1).judgement();
            assertThat(only(later).bad()).isEqualTo(40);
            assertOutcomes(later, Outcome.OK, Outcome.OK);
        }
    }

    @Test
    void aSecondRunOfTheCommitClears() {
        assertUnchanged(
                made.runs(40).slower(2, 1.1).runs(1).slower(2, 1 / 1.1).again().judgement());
    }

    @Test
    void sinceACommitTheBuildStaysRed() {
        Judgement judgement = made.runs(40).slower(2, 1.1).runs(20).judgement();
        assertThat(since(39, judgement)).isEqualTo(Outcome.REGRESSION);
        assertThat(since(40, judgement)).isEqualTo(Outcome.OK);
        Judgement fixed = made.slower(2, 1 / 1.1).runs(20).judgement();
        assertThat(fixed.rows().get(2).changes()).hasSize(2).first().returns(false, Change::stands);
        assertThat(since(39, fixed)).isEqualTo(Outcome.OK);
    }

    @ParameterizedTest
    @CsvSource({"acme.*row2, 40, true", "row3, 40, false", "row2, 30, false"})
    void anAcceptedChangeIsNotRed(String row, int run, boolean isAccepted) {
        History history = made.runs(40).slower(2, 1.1).runs(2).history();
        Accepted accepted =
                new Accepted(Pattern.compile(row), history.runs().get(run).label(), "checks its arguments");
        Judgement judgement = new Judge(0.03, List.of(accepted)).judge(history);
        assertThat(only(judgement).accepted())
                .isEqualTo(isAccepted ? Optional.of("checks its arguments") : Optional.empty());
        Outcome outcome = isAccepted ? Outcome.OK : Outcome.REGRESSION;
        assertOutcomes(judgement, outcome, outcome);
    }

    @Test
    void aRunThatIsFasterInAllRowsIsNotJudged() {
        Judgement judgement = made.runs(20).pace(0.8).runs(1).pace(1).runs(20).judgement();
        assertThat(judgement.runs().get(20).leftOut()).hasValue("20 % faster in all rows");
        assertThat(judgement.runs().stream().filter(JudgedRun::isJudged)).hasSize(40);
        assertUnchanged(judgement);
        assertThat(judgement.rows())
                .allSatisfy(row -> assertThat(row.points().get(20).isJudged()).isFalse());
    }

    @Test
    void anOddNewestRunIsNotShown() {
        assertOutcomes(made.runs(40).pace(1.3).runs(1).judgement(), Outcome.OK, Outcome.NOT_SHOWN);
    }

    @Test
    void runsOfAnotherMachineAreNotJudged() {
        made.machine("B").slower(3, 1.5).runs(20);
        Judgement judgement = made.machine("A").slower(3, 1 / 1.5).runs(20).judgement();
        assertUnchanged(judgement);
        assertThat(judgement.runs().get(0).leftOut()).hasValue("cpu B, not A");
        assertThat(judgement.runs().get(0).pace()).isEmpty();
    }

    @Test
    void aLastingChangeOfAllRowsIsOneLine() {
        made.runs(30);
        for (int row = 0; row < MadeHistory.ROWS; row++) {
            made.slower(row, 1.08);
        }
        Judgement judgement = made.runs(20).judgement();
        assertThat(judgement.shared()).singleElement().satisfies(shared -> {
            assertThat(shared.bad()).isEqualTo(30);
            assertThat(shared.size()).isCloseTo(Math.log(1.08), within(0.01));
            assertThat(shared.rows()).hasSize(MadeHistory.ROWS);
        });
        assertThat(new HistoryReport(judgement, OptionalInt.empty(), false).byCommit())
                .containsExactly(judgement.runs().get(30).run().label()
                        + ": 8 of 8 rows slower, by +7.9% in the median: the machine, the JDK, or what all rows use");
    }

    @Test
    void smallStepsInOneDirectionAreADrift() {
        for (int step = 0; step < 4; step++) {
            made.runs(15).slower(1, 1.05);
        }
        Judgement judgement = made.runs(15).judgement();
        assertThat(only(judgement).kind()).isEqualTo(Kind.DRIFT);
        assertThat(only(judgement).size()).isCloseTo(4 * Math.log(1.05), within(0.02));
        assertOutcomes(judgement, Outcome.OK, Outcome.OK);
        assertThat(since(20, judgement)).isEqualTo(Outcome.REGRESSION);
    }

    @Test
    void otherSettingsBeginAnotherSegment() {
        Judgement judgement =
                made.runs(20).settings("2 forks").slower(2, 1.3).runs(20).judgement();
        assertUnchanged(judgement);
        assertThat(judgement.rows()).allSatisfy(row -> {
            assertThat(row.segments()).containsExactly(20);
            assertThat(row.stretches()).hasSize(2);
        });
    }

    @Test
    void fewRunsAreOneAgainstOne() {
        Judgement judgement = made.runs(4).slower(2, 1.3).runs(1).judgement();
        assertThat(judgement.rows()).allMatch(RowJudgement::isTooShort);
        LastTwo two = judgement.rows().get(2).lastTwo().orElseThrow();
        assertThat(two.verdict()).isEqualTo(Verdict.SLOWER);
        assertThat(two.slowdown().value()).isCloseTo(1.3, within(0.05));
        assertThat(List.of(two.base(), two.head())).containsExactly(3, 4);
        assertOutcomes(judgement, Outcome.OK, Outcome.NOT_SHOWN);
    }

    @Test
    void withoutForksOneAgainstOneHasNoVerdict() {
        LastTwo two = made.forks(0).runs(4).judgement().rows().get(0).lastTwo().orElseThrow();
        assertThat(two.verdict()).isEqualTo(Verdict.CANNOT_TELL);
        assertThat(two.slowdown().hasInterval()).isFalse();
    }

    @Test
    void aRowIsMissingForTenRunsThenItHasEnded() {
        Judgement missing = made.runs(30).rows(7).runs(1).judgement();
        assertThat(missing.rows().get(7).presence()).isEqualTo(Presence.MISSING);
        assertOutcomes(missing, Outcome.OK, Outcome.NOT_SHOWN);
        Judgement ended = made.runs(10).judgement();
        assertThat(ended.rows().get(7).presence()).isEqualTo(Presence.ENDED);
        assertOutcomes(ended, Outcome.OK, Outcome.OK);
    }

    @Test
    void aLowStepWithFewRunsIsACandidateThatNeedsMore() {
        Judgement judgement = made.runs(16).slower(2, 1.035).runs(4).judgement();
        assertThat(judgement.rows().get(2).changes())
                .filteredOn(change -> change.kind() == Kind.CANDIDATE)
                .allSatisfy(change -> assertThat(change.needed()).isPositive());
        assertThat(Tested.needed(16, 5)).isZero();
        assertThat(Tested.needed(15, 5)).isPositive();
        assertThat(Tested.needed(24, 4)).isZero();
        assertThat(Tested.needed(23, 4)).isOne();
    }

    @Test
    void equalBytesAreAChangeAndOneRunIsASuspect() {
        Judgement first = made.runs(20).bytes(148).runs(1).judgement();
        assertThat(first.rows().get(0).bytes())
                .singleElement()
                .returns(Kind.SUSPECT, Change::kind)
                .returns(19, Change::good);
        assertOutcomes(first, Outcome.OK, Outcome.NOT_SHOWN);
        assertOutcomes(made.runs(1).judgement(), Outcome.OK, Outcome.OK);
        Judgement third = made.runs(1).judgement();
        assertThat(third.rows().get(0).bytes())
                .singleElement()
                .returns(Kind.CONFIRMED, Change::kind)
                .returns(20, Change::bad)
                .returns(148.0, Change::after)
                .returns(true, Change::isNew);
        assertOutcomes(third, Outcome.REGRESSION, Outcome.REGRESSION);
        assertOutcomes(made.runs(1).judgement(), Outcome.OK, Outcome.OK);
    }

    @Test
    void smallDifferencesOfBytesAreNone() {
        assertThat(made.runs(20).bytes(104).runs(5).judgement().rows())
                .allMatch(row -> row.bytes().isEmpty());
    }

    @Test
    void forksAreAFloorOfTheNoiseAndMarkARun() {
        ForkScatter scatter = ForkScatter.of(made.runs(30).history().runs(), List.of(MadeHistory.key(0)))
                .get(MadeHistory.key(0));
        assertThat(scatter.floor()).isCloseTo(0.005 / Math.sqrt(5), within(0.0006));
        assertThat(scatter.isUnusual(List.of(7.0, 7.004, 7.008))).isFalse();
        assertThat(scatter.isUnusual(List.of(7.0, 7.03, 7.06))).isTrue();
        assertThat(Series.of(new double[] {1, 1.001, 1, 1.001, 1}, 0.03, 0.2).noise())
                .isEqualTo(0.2);
        assertThat(made.judgement().rows().get(0).points()).noneMatch(Point::isScattered);
    }
}

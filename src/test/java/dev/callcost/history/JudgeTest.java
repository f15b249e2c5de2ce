package dev.callcost.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.history.Change.Kind;
import dev.callcost.history.HistoryReport.Outcome;
import dev.callcost.history.RowJudgement.BytesChange;
import dev.callcost.history.RowJudgement.LastTwo;
import dev.callcost.history.RowJudgement.Point;
import dev.callcost.history.RowJudgement.Presence;
import dev.callcost.stats.Verdict;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class JudgeTest {
    private final MadeHistory made = new MadeHistory();

    private static Outcome outcome(Judgement judgement, boolean strict) {
        return new HistoryReport(judgement, OptionalInt.empty(), strict).outcome();
    }

    private static Change only(Judgement judgement) {
        List<Change> changes =
                judgement.rows().stream().flatMap(row -> row.changes().stream()).toList();
        assertThat(changes).hasSize(1);
        return changes.get(0);
    }

    @Test
    void nothingChanges() {
        Judgement judgement = made.runs(40).judgement();
        assertThat(judgement.rows()).hasSize(MadeHistory.ROWS).allSatisfy(row -> {
            assertThat(row.changes()).isEmpty();
            assertThat(row.stretches()).hasSize(1);
            assertThat(row.noise()).isBetween(0.003, 0.012);
        });
        assertThat(outcome(judgement, true)).isEqualTo(Outcome.OK);
    }

    @Test
    void oneSlowRunIsSuspect() {
        Judgement judgement = made.runs(40).slower(2, 1.1).runs(1).judgement();
        assertThat(only(judgement).kind()).isEqualTo(Kind.SUSPECT);
        assertThat(only(judgement).size()).isCloseTo(Math.log(1.1), within(0.02));
        assertThat(only(judgement).low()).isNaN();
        assertThat(outcome(judgement, false)).isEqualTo(Outcome.OK);
        assertThat(outcome(judgement, true)).isEqualTo(Outcome.NOT_SHOWN);
    }

    @Test
    void aFasterSuspectFailsNoBuild() {
        Judgement judgement = made.runs(40).slower(2, 0.9).runs(1).judgement();
        assertThat(only(judgement).kind()).isEqualTo(Kind.SUSPECT);
        assertThat(outcome(judgement, true)).isEqualTo(Outcome.OK);
    }

    @Test
    void theNextCommitConfirmsOnceAndTheBuildIsRedOnce() {
        made.runs(40).slower(2, 1.1).runs(2);
        Change confirmed = only(made.judgement());
        assertThat(confirmed.kind()).isEqualTo(Kind.CONFIRMED);
        assertThat(confirmed.isNew()).isTrue();
        assertThat(confirmed.good()).isEqualTo(39);
        assertThat(confirmed.bad()).isEqualTo(40);
        assertThat(outcome(made.judgement(), false)).isEqualTo(Outcome.REGRESSION);
        for (int more = 0; more < 10; more++) {
            Judgement later = made.runs(1).judgement();
            assertThat(only(later).bad()).isEqualTo(40);
            assertThat(outcome(later, true)).isEqualTo(Outcome.OK);
        }
    }

    @Test
    void aSecondRunOfTheCommitConfirms() {
        Judgement judgement = made.runs(40).slower(2, 1.1).runs(1).again().judgement();
        assertThat(only(judgement).kind()).isEqualTo(Kind.CONFIRMED);
        assertThat(outcome(judgement, false)).isEqualTo(Outcome.REGRESSION);
    }

    @Test
    void aSecondRunOfTheCommitClears() {
        Judgement judgement =
                made.runs(40).slower(2, 1.1).runs(1).slower(2, 1 / 1.1).again().judgement();
        assertThat(judgement.rows()).allMatch(row -> row.changes().isEmpty());
    }

    @Test
    void aChangeBetweenTwoRunsOfACommitIsTheMachines() {
        Judgement judgement = made.runs(40).slower(2, 1.1).again().runs(10).judgement();
        assertThat(only(judgement).kind()).isEqualTo(Kind.MACHINE);
        assertThat(outcome(judgement, true)).isEqualTo(Outcome.OK);
    }

    @Test
    void sinceACommitTheBuildStaysRed() {
        Judgement judgement = made.runs(40).slower(2, 1.1).runs(20).judgement();
        assertThat(new HistoryReport(judgement, OptionalInt.of(39), false).outcome())
                .isEqualTo(Outcome.REGRESSION);
        assertThat(new HistoryReport(judgement, OptionalInt.of(40), false).outcome())
                .isEqualTo(Outcome.OK);
        Judgement fixed = made.slower(2, 1 / 1.1).runs(20).judgement();
        assertThat(fixed.rows().get(2).changes()).hasSize(2).first().returns(false, Change::stands);
        assertThat(new HistoryReport(fixed, OptionalInt.of(39), false).outcome())
                .isEqualTo(Outcome.OK);
    }

    @Test
    void anAcceptedChangeIsNotRed() {
        History history = made.runs(40).slower(2, 1.1).runs(2).history();
        String commit = history.runs().get(40).label();
        Accepted accepted = new Accepted(Pattern.compile("acme.*row2"), commit, "checks its arguments");
        Judgement judgement = new Judge(0.03, List.of(accepted)).judge(history);
        assertThat(only(judgement).accepted()).hasValue("checks its arguments");
        assertThat(outcome(judgement, true)).isEqualTo(Outcome.OK);
        Accepted ofOtherRow = new Accepted(Pattern.compile("row3"), commit, "");
        assertThat(outcome(new Judge(0.03, List.of(ofOtherRow)).judge(history), false))
                .isEqualTo(Outcome.REGRESSION);
        Accepted ofOtherCommit =
                new Accepted(Pattern.compile("row2"), history.runs().get(30).label(), "");
        assertThat(outcome(new Judge(0.03, List.of(ofOtherCommit)).judge(history), false))
                .isEqualTo(Outcome.REGRESSION);
    }

    @Test
    void aRunThatIsFasterInAllRowsIsNotJudged() {
        Judgement judgement = made.runs(20).pace(0.8).runs(1).pace(1).runs(20).judgement();
        assertThat(judgement.runs().get(20).leftOut()).hasValue("20 % faster in all rows");
        assertThat(judgement.runs().stream().filter(JudgedRun::isJudged)).hasSize(40);
        assertThat(judgement.rows()).allSatisfy(row -> {
            assertThat(row.changes()).isEmpty();
            assertThat(row.points().get(20).isJudged()).isFalse();
        });
    }

    @Test
    void anOddNewestRunIsNotShown() {
        Judgement judgement = made.runs(40).pace(1.3).runs(1).judgement();
        assertThat(outcome(judgement, false)).isEqualTo(Outcome.OK);
        assertThat(outcome(judgement, true)).isEqualTo(Outcome.NOT_SHOWN);
    }

    @Test
    void runsOfAnotherMachineAreNotJudged() {
        Judgement judgement = made.machine("B")
                .slower(3, 1.5)
                .runs(20)
                .machine("A")
                .slower(3, 1 / 1.5)
                .runs(20)
                .judgement();
        assertThat(judgement.rows()).allMatch(row -> row.changes().isEmpty());
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
        assertThat(outcome(judgement, false)).isEqualTo(Outcome.OK);
        assertThat(new HistoryReport(judgement, OptionalInt.of(20), false).outcome())
                .isEqualTo(Outcome.REGRESSION);
    }

    @Test
    void otherSettingsBeginAnotherSegment() {
        Judgement judgement =
                made.runs(20).settings("2 forks").slower(2, 1.3).runs(20).judgement();
        assertThat(judgement.rows()).allSatisfy(row -> {
            assertThat(row.segments()).containsExactly(20);
            assertThat(row.changes()).isEmpty();
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
        assertThat(outcome(judgement, false)).isEqualTo(Outcome.OK);
        assertThat(outcome(judgement, true)).isEqualTo(Outcome.NOT_SHOWN);
    }

    @Test
    void withoutForksOneAgainstOneHasNoVerdict() {
        LastTwo two = made.forks(0).runs(4).judgement().rows().get(0).lastTwo().orElseThrow();
        assertThat(two.verdict()).isEqualTo(Verdict.CANNOT_TELL);
        assertThat(two.slowdown().hasInterval()).isFalse();
    }

    @Test
    void aRowIsMissingForTenRunsThenItHasEnded() {
        made.runs(30).rows(7).runs(1);
        assertThat(made.judgement().rows().get(7).presence()).isEqualTo(Presence.MISSING);
        assertThat(outcome(made.judgement(), false)).isEqualTo(Outcome.OK);
        assertThat(outcome(made.judgement(), true)).isEqualTo(Outcome.NOT_SHOWN);
        assertThat(made.runs(10).judgement().rows().get(7).presence()).isEqualTo(Presence.ENDED);
        assertThat(outcome(made.judgement(), true)).isEqualTo(Outcome.OK);
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
        made.runs(20).bytes(148).runs(1);
        assertThat(made.judgement().rows().get(0).bytes()).singleElement().satisfies(it -> {
            assertThat(it.isNewest()).isTrue();
            assertThat(it.good()).isEqualTo(19);
        });
        assertThat(outcome(made.judgement(), false)).isEqualTo(Outcome.OK);
        assertThat(outcome(made.runs(1).judgement(), false)).isEqualTo(Outcome.OK);
        Judgement judgement = made.runs(1).judgement();
        assertThat(judgement.rows().get(0).bytes())
                .singleElement()
                .returns(20, BytesChange::bad)
                .returns(148.0, BytesChange::after)
                .returns(true, BytesChange::isNew);
        assertThat(outcome(judgement, false)).isEqualTo(Outcome.REGRESSION);
        assertThat(outcome(made.runs(1).judgement(), true)).isEqualTo(Outcome.OK);
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

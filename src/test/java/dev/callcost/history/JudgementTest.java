package dev.callcost.history;

import static dev.callcost.history.MadeHistory.slower;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.history.RowHistory.Change;
import dev.callcost.history.RowHistory.Change.ChangeKind;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JudgementTest {
    private static Judgement judged(String steps) {
        return MadeHistory.of(steps).judgement();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            runs 40                                                            |           |    |     |
            # a run is suspect, the next one or another of its commit confirms or clears it
            runs 40, slower 2 0.9, runs 1                                      | SUSPECT   | 40 | 0.9 | true
            runs 40, slower 2 1.1, runs 1                                      | SUSPECT   | 40 | 1.1 | true
            runs 40, slower 2 1.1, runs 2                                      | CONFIRMED | 40 | 1.1 | true
            runs 40, slower 2 1.1, runs 1, again 1                             | CONFIRMED | 40 | 1.1 | true
            runs 40, slower 2 1.1, runs 1, slower 2 0.9091, again 1            |           |    |     |
            # a change is new once
            runs 40, slower 2 1.1, runs 3                                      | CONFIRMED | 40 | 1.1 | false
            runs 40, slower 2 1.1, runs 6                                      | CONFIRMED | 40 | 1.1 | false
            runs 40, slower 2 1.1, runs 12                                     | CONFIRMED | 40 | 1.1 | false
            runs 40, slower 2 1.1, again 10                                    | MACHINE   | 40 | 1.1 | false
            # steps below the margin are one change, at the last of them
            runs 25, slower 1 1.02, runs 25, slower 1 1.02, runs 25, slower 1 1.02, runs 25 | CONFIRMED | 75 | 1.0612 | false
            runs 25, slower 1 1.02, runs 25                                    |           |    |     |
            # an update of the JVM does not hide what comes before or after it
            runs 40, jvm 17.0.16, slower 2 1.3, runs 20                        | MACHINE   | 40 | 1.3 | false
            runs 40, jvm 17.0.16, runs 2, slower 2 1.3, runs 2                 | CONFIRMED | 42 | 1.3 | true
            runs 20, slower 2 1.1, runs 20, jvm 17.0.16, runs 3                | CONFIRMED | 20 | 1.1 | false
            # runs that are not judged
            runs 20, pace 0.8, runs 1, pace 1, runs 20                         |           |    |     |
            runs 40, pace 1.3, runs 1                                          |           |    |     |
            cpu B, slower 3 1.5, runs 20, cpu A, slower 3 0.6667, runs 20      |           |    |     |
            runs 20, settings 2, slower 2 1.3, runs 20                         |           |    |     |
            runs 4, slower 2 1.3, runs 1                                       |           |    |     |
            """)
    void theOnlyChange(String steps, ChangeKind kind, Integer bad, Double factor, Boolean isNew) {
        List<Change> changes = judged(steps).rows().stream()
                .flatMap(row -> row.changes().stream())
                .toList();
        assertThat(changes).hasSize(kind == null ? 0 : 1).allSatisfy(change -> {
            assertThat(change.kind()).isEqualTo(kind);
            assertThat(change.bad()).isEqualTo(bad);
            assertThat(change.size()).isCloseTo(Math.log(factor), within(0.02));
            assertThat(change.isNew()).isEqualTo(isNew);
            assertThat(Double.isNaN(change.low())).isEqualTo(kind == ChangeKind.SUSPECT || change.steps() > 1);
        });
    }

    @Test
    void aChangeThatAnotherUndoesDoesNotStand() {
        RowHistory row = judged("runs 20, slower 2 1.1, runs 15, slower 2 0.9091, runs 15")
                .rows()
                .get(2);
        assertThat(row.changes()).extracting(Change::bad).containsExactly(20, 35);
        assertThat(row.changes()).extracting(Change::stands).containsExactly(false, true);
        assertThat(row.newest()).isCloseTo(Math.log(3000), within(0.01));
    }

    /** The pace that all rows share does not smear what most of them do. */
    @ParameterizedTest
    @CsvSource({"1, 1.1", "2, 1.2", "4, 1.1", "5, 1.2", "6, 1.1", "7, 1.2", "8, 1.08", "8, 1.2", "8, 2", "8, 0.5"})
    void aStepHasItsRunHoweverManyRowsMakeIt(int changed, double factor) {
        List<RowHistory> rows =
                judged("runs 30, " + slower(0, changed, factor) + "runs 20").rows();
        assertThat(rows.subList(0, changed))
                .allSatisfy(row -> assertThat(row.changes())
                        .singleElement()
                        .returns(29, Change::good)
                        .returns(30, Change::first)
                        .returns(30, Change::bad)
                        .satisfies(change -> assertThat(change.size()).isCloseTo(Math.log(factor), within(0.02))));
        assertThat(rows.subList(changed, MadeHistory.ROWS))
                .allSatisfy(row -> assertThat(row.changes()).isEmpty());
    }

    @Test
    void stepsOfOtherRowsAFewRunsLaterAreOthers() {
        List<RowHistory> rows = judged("runs 30, " + slower(0, 4, 1.1) + "runs 3, " + slower(4, 8, 1.1) + "runs 20")
                .rows();
        for (int row = 0; row < MadeHistory.ROWS; row++) {
            assertThat(rows.get(row).changes()).singleElement().returns(row < 4 ? 30 : 33, Change::first);
        }
    }

    @Test
    void aSlowDriftIsOneChangeAndStepsAreNot() {
        String drift = "slower 2 1.0035, runs 1, ".repeat(80);
        assertThat(judged(drift + "runs 1").rows().get(2).changes())
                .singleElement()
                .satisfies(change -> assertThat(change.isDrift()).isTrue())
                .satisfies(change -> assertThat(change.size()).isBetween(0.2, 0.28));
        String steps = "runs 20, slower 2 1.05, runs 20, slower 2 1.05, runs 20, slower 2 1.05, runs 20";
        assertThat(judged(steps).rows().get(2).changes())
                .extracting(Change::first)
                .containsExactly(20, 40, 60);
        assertThat(judged(steps.replace("slower 2 1.05, ", slower(0, 8, 1.05))).rows())
                .allSatisfy(row ->
                        assertThat(row.changes()).extracting(Change::first).containsExactly(20, 40, 60));
    }

    @Test
    void fewRunsShowALargeChangeInTheirMiddle() {
        Judgement few = judged("runs 7, slower 2 3, runs 7");
        assertThat(few.rows().get(2).changes()).singleElement().returns(7, Change::first);
        assertThat(HistoryLine.of(few))
                .extracting(HistoryLine::group)
                .containsOnly(HistoryLine.LineKind.SLOWER, HistoryLine.LineKind.TOO_SHORT);
        assertThat(HistoryLine.of(judged("runs 17")))
                .extracting(HistoryLine::group)
                .containsOnly(HistoryLine.LineKind.STEADY);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            runs 30, zero 2, runs 5             | to 0   |
            zero 2, runs 30, nonzero 2, runs 5  | from 0 |
            runs 30, zero 2, runs 1, nonzero 2, runs 9 |  |
            zero 2, runs 30                     |        |
            """)
    void zeroIsAValue(String steps, String size) {
        RowHistory row = judged(steps).rows().get(2);
        assertThat(row.changes()).extracting(row::text).isEqualTo(size == null ? List.of() : List.of(size));
        assertThat(row.changes())
                .allSatisfy(change -> assertThat(row.interval(change)).isEmpty());
    }

    @Test
    void aRunThatIsFasterInAllRowsOrOfAnotherMachineIsLeftOut() {
        Judgement faster = judged("runs 20, pace 0.8, runs 1, pace 1, runs 20");
        assertThat(faster.runs().get(20).leftOut()).hasValue("20% faster in all rows");
        assertThat(faster.runs().stream().filter(JudgedRun::isJudged)).hasSize(40);
        assertThat(faster.rows())
                .allSatisfy(row -> assertThat(row.points().get(20).isJudged()).isFalse());
        JudgedRun other = judged("cpu B, runs 20, cpu A, runs 20").runs().get(0);
        assertThat(other.leftOut()).hasValue("CPU B, not A");
        assertThat(other.pace()).isEmpty();
    }

    @Test
    void runsWithOtherSettingsDoNotCount() {
        assertThat(judged("runs 20, settings 2, slower 2 1.3, runs 20").rows()).allSatisfy(row -> {
            assertThat(row.points()).filteredOn(RowHistory.RunPoint::isJudged).hasSize(20);
            assertThat(row.noise()).isBetween(0.003, 0.012);
        });
        assertThat(judged("runs 20, settings 2, runs 11").rows()).allMatch(RowHistory::isTooShort);
    }

    @Test
    void aRowThatTheNewestRunsLackIsMissingAndThenEnds() {
        Judgement missing = judged("runs 30, rows 7, runs 10");
        assertThat(missing.rows()).last().matches(missing::isMissing);
        assertThat(judged("runs 30, rows 7, runs 11").rows()).hasSize(7);
    }
}

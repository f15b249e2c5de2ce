package dev.callcost.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.history.Change.Kind;
import dev.callcost.history.HistoryReport.Outcome;
import dev.callcost.history.RowHistory.Point;
import dev.callcost.stats.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HistoryRuleTest {
    private static Judgement judged(String steps) {
        return MadeHistory.of(steps).judgement();
    }

    private static Outcome outcome(Judgement judgement, OptionalInt since, boolean strict) {
        return new HistoryReport(judgement, since, strict).outcome();
    }

    private static void assertOutcomes(Judgement judgement, Outcome outcome, Outcome strict) {
        assertThat(outcome(judgement, OptionalInt.empty(), false)).isEqualTo(outcome);
        assertThat(outcome(judgement, OptionalInt.empty(), true)).isEqualTo(strict);
    }

    /** Changes of time and of B/op; equal ones of several rows count once. */
    private static List<Change> changes(Judgement judgement) {
        return judgement.rows().stream()
                .flatMap(row -> Stream.concat(row.changes().stream(), row.bytes().stream()))
                .distinct()
                .toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            runs 40                                                            | OK         | OK         |           |    |
            # a run is suspect, the next one or another of its commit confirms or clears it
            runs 40, slower 2 0.9, runs 1                                      | OK         | OK         | SUSPECT   | 40 | 0.9
            runs 40, slower 2 1.1, runs 1                                      | OK         | NOT_SHOWN  | SUSPECT   | 40 | 1.1
            runs 40, slower 2 1.1, runs 2                                      | REGRESSION | REGRESSION | CONFIRMED | 40 | 1.1
            runs 40, slower 2 1.1, runs 1, again 1                             | REGRESSION | REGRESSION | CONFIRMED | 40 | 1.1
            runs 40, slower 2 1.1, runs 1, slower 2 0.9091, again 1            | OK         | OK         |           |    |
            # the build is red once
            runs 40, slower 2 1.1, runs 3                                      | OK         | OK         | CONFIRMED | 40 | 1.1
            runs 40, slower 2 1.1, runs 6                                      | OK         | OK         | CONFIRMED | 40 | 1.1
            runs 40, slower 2 1.1, runs 12                                     | OK         | OK         | CONFIRMED | 40 | 1.1
            runs 40, slower 2 1.1, again 10                                    | OK         | OK         | MACHINE   | 40 | 1.1
            runs 15, slower 1 1.05, runs 15, slower 1 1.05, runs 15, slower 1 1.05, runs 15, slower 1 1.05, runs 15 | OK | OK | DRIFT | 60 | 1.2155
            # several steps below the margin are one drift, two of them too
            runs 25, slower 1 1.02, runs 25, slower 1 1.02, runs 25, slower 1 1.02, runs 25 | OK | OK | DRIFT | 75 | 1.0612
            runs 8, slower 1 1.02, runs 8, slower 1 1.02, runs 8               | OK         | OK         | DRIFT     | 16 | 1.0404
            runs 25, slower 1 1.02, runs 25                                    | OK         | OK         |           |    |
            # updates do not hide what comes before or after them, and what all rows share there is no change
            runs 40, jvm 17.0.16, runs 2, slower 2 1.3, runs 2                 | REGRESSION | REGRESSION | CONFIRMED | 42 | 1.3
            runs 40, jvm 17.0.16, pace 1.15, runs 2, slower 2 1.3, runs 2      | REGRESSION | REGRESSION | CONFIRMED | 42 | 1.3
            runs 40, jvm 17.0.16, pace 1.15, runs 20                           | OK         | OK         |           |    |
            runs 40, kernel 6.8.2, runs 1, slower 2 1.3, runs 2                | REGRESSION | REGRESSION | CONFIRMED | 41 | 1.3
            runs 20, slower 2 1.1, runs 20, jvm 17.0.16, pace 0.9, runs 3      | OK         | OK         | CONFIRMED | 20 | 1.1
            runs 20, jvm 17.0.16, runs 9, kernel 6.11.0, pace 1.2, runs 9, jvm 17.0.17, runs 2, slower 2 1.1, runs 2 | REGRESSION | REGRESSION | CONFIRMED | 40 | 1.1
            runs 20, jvm 17.0.16, runs 1, jvm 17.0.15, runs 1, jvm 17.0.16, pace 1.1, runs 2, jvm 17.0.15, pace 1, runs 1, jvm 17.0.16, pace 1.1, runs 9, slower 2 1.1, runs 2 | REGRESSION | REGRESSION | CONFIRMED | 34 | 1.1
            runs 20, jvm 17.0.16, runs 1, jvm 17.0.15, runs 3, jvm 17.0.16, runs 3, jvm 17.0.15, runs 3, jvm 17.0.16, slower 2 1.1, runs 2 | REGRESSION | REGRESSION | CONFIRMED | 30 | 1.1
            # a row that changes there by more is by the machine, also when its code changes at once
            runs 40, jvm 17.0.16, slower 2 1.1, runs 20                        | OK         | OK         | MACHINE   | 40 | 1.1
            runs 40, jvm 17.0.16, pace 1.1, slower 2 1.1, runs 3               | OK         | OK         | MACHINE   | 40 | 1.1
            runs 1, jvm 17.0.16, slower 2 1.3, runs 30                         | OK         | OK         |           |    |
            # another major version is another JVM
            runs 40, jvm 21.0.1, slower 2 1.3, runs 4                          | OK         | NOT_SHOWN  |           |    |
            # runs that are not judged
            runs 20, pace 0.8, runs 1, pace 1, runs 20                         | OK         | OK         |           |    |
            runs 40, pace 1.3, runs 1                                          | OK         | NOT_SHOWN  |           |    |
            cpu B, slower 3 1.5, runs 20, cpu A, slower 3 0.6667, runs 20      | OK         | OK         |           |    |
            runs 20, settings 2, slower 2 1.3, runs 20                         | OK         | OK         |           |    |
            # too few runs; a row that the newest run lacks; one that ten runs lack
            runs 4, slower 2 1.3, runs 1                                       | OK         | NOT_SHOWN  |           |    |
            runs 30, rows 7, runs 1                                            | OK         | NOT_SHOWN  |           |    |
            runs 30, rows 7, runs 11                                           | OK         | OK         |           |    |
            # B/op
            runs 20, bytes 104, runs 5                                         | OK         | OK         |           |    |
            runs 20, bytes 148, runs 1                                         | OK         | NOT_SHOWN  | SUSPECT   | 20 | 1.48
            runs 20, bytes 148, runs 2                                         | OK         | OK         |           |    |
            runs 20, bytes 148, runs 3                                         | REGRESSION | REGRESSION | CONFIRMED | 20 | 1.48
            runs 20, bytes 148, runs 4                                         | OK         | OK         | CONFIRMED | 20 | 1.48
            """)
    void theChangeAndTheOutcome(String steps, Outcome outcome, Outcome strict, Kind kind, Integer bad, Double factor) {
        Judgement judgement = judged(steps);
        assertOutcomes(judgement, outcome, strict);
        assertThat(changes(judgement)).hasSize(kind == null ? 0 : 1).allSatisfy(change -> {
            assertThat(change.kind()).isEqualTo(kind);
            assertThat(change.bad()).isEqualTo(bad);
            assertThat(change.size()).isCloseTo(Math.log(factor), within(0.02));
            assertThat(change.isNew()).isEqualTo(outcome == Outcome.REGRESSION || kind == Kind.SUSPECT);
            assertThat(Double.isNaN(change.low()))
                    .isEqualTo(kind == Kind.SUSPECT || kind == Kind.DRIFT || change.isOfBytes());
        });
    }

    @Test
    void aChangeAfterARowsJumpAtAnUpdateIsFoundWithItsOwnSize() {
        Judgement judgement = judged("runs 40, jvm 17.0.16, slower 2 1.08, runs 4, slower 2 1.3, runs 2");
        assertThat(outcome(judgement, OptionalInt.empty(), false)).isEqualTo(Outcome.REGRESSION);
        List<Change> changes = judgement.rows().get(2).changes();
        assertThat(changes).extracting(Change::kind).containsExactly(Kind.MACHINE, Kind.CONFIRMED);
        assertThat(changes).extracting(Change::bad).containsExactly(40, 44);
        assertThat(changes.get(0).size()).isCloseTo(Math.log(1.08), within(0.01));
        assertThat(changes.get(1).size()).isCloseTo(Math.log(1.3), within(0.02));
        assertThat(judgement.rows().get(2).stretches())
                .extracting(stretch -> stretch.median() - Math.log(3000))
                .satisfiesExactly(
                        level -> assertThat(level).isCloseTo(0, within(0.01)),
                        level -> assertThat(level).isCloseTo(Math.log(1.08), within(0.01)));
    }

    @Test
    void anUpdateBeforeEachRunExplainsNothing() {
        String nights = IntStream.range(0, 40)
                .mapToObj(n -> "kernel 6.8." + n + ", runs 1, ")
                .collect(Collectors.joining());
        assertOutcomes(
                judged(nights + "slower 2 1.1, kernel 6.9.1, runs 1, kernel 6.9.2, runs 1"),
                Outcome.REGRESSION,
                Outcome.REGRESSION);
    }

    @Test
    void theNewestRunAtAnUpdateIsByTheMachine() {
        Judgement judgement = judged("runs 40, jvm 17.0.16, pace 1.2, bytes 148, slower 2 1.1, runs 1");
        assertOutcomes(judgement, Outcome.OK, Outcome.OK);
        assertThat(judgement.newest().update()).hasValueSatisfying(update -> {
            assertThat(update.what()).isEqualTo("JVM 17.0.15 to 17.0.16");
            assertThat(update.shared()).isCloseTo(Math.log(1.2), within(0.01));
        });
        assertThat(judgement.rows().get(2).changes())
                .extracting(Change::kind, Change::bad)
                .containsExactly(tuple(Kind.MACHINE, 40));
        assertThat(judgement.rows().get(3).changes()).isEmpty();
        assertThat(judgement.rows().get(3).bytes()).extracting(Change::kind).containsExactly(Kind.MACHINE);
        assertThat(new HistoryReport(judgement, OptionalInt.empty(), false).text(200, false, Optional.empty()))
                .contains(
                        "1 update: " + judgement.label(40) + " (JVM 17.0.15 to 17.0.16; all rows +2",
                        "by the machine\n  CartBench.row2",
                        judgement.range(39, 40));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            JVM    | 17.0.15, OpenJDK 64-Bit Server VM, 17.0.15+6  | 17.0.16, OpenJDK 64-Bit Server VM, 17.0.16+8-LTS          | true
            JVM    | 1.8.0_402, OpenJDK 64-Bit Server VM, 25.402-b06 | 1.8.0_412, OpenJDK 64-Bit Server VM, 25.412-b08         | true
            JVM    | 21.0.2, Eclipse OpenJ9 VM, openj9-0.43.0      | 21.0.3, Eclipse OpenJ9 VM, openj9-0.44.0                  | true
            JVM    | 21, OpenJDK 64-Bit Server VM, 21+35           | 21.0.1, OpenJDK 64-Bit Server VM, 21.0.1+12               | true
            JVM    | 21.0.2, OpenJDK 64-Bit Server VM, 21.0.2+13   | 21.0.2, OpenJDK 64-Bit Server VM, 21.0.2+13-jvmci-23.1-b30 | false
            JVM    | 21.0.2, OpenJDK 64-Bit Server VM, 21.0.2+13   | 21.0.2, Eclipse OpenJ9 VM, openj9-0.43.0                  | false
            JVM    | 17.0.15, OpenJDK 64-Bit Server VM, 17.0.15+6  | 21.0.7, OpenJDK 64-Bit Server VM, 21.0.7+6                | false
            kernel | Linux 6.8.0-1021-azure amd64                  | Linux 6.11.0-1012-azure amd64                             | true
            kernel | Linux 6.8.0-1021-azure amd64                  | Linux 6.8.0-1021-azure aarch64                            | false
            image  | ubuntu22 20240101.1.0                         | ubuntu24 20250105.1.0                                     | true
            CPU    | AMD EPYC 7763                                 | AMD EPYC 9V74                                             | false
            """)
    void anUpdateIsOfTheJvmTheKernelOrTheImage(String part, String value, String other, boolean isOne) {
        assertThat(Update.isOne(part, value, other)).isEqualTo(isOne);
    }

    @Test
    void noiseIsFromRunToRun() {
        assertThat(judged("runs 40").rows()).hasSize(MadeHistory.ROWS).allSatisfy(row -> {
            assertThat(row.stretches()).hasSize(1);
            assertThat(row.noise()).isBetween(0.003, 0.012);
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            runs 40, slower 2 1.1, runs 20                          | 39 | REGRESSION
            runs 40, slower 2 1.1, runs 20                          | 40 | OK
            runs 40, slower 2 1.1, runs 20, slower 2 0.9091, runs 20 | 39 | OK
            runs 15, slower 1 1.05, runs 15, slower 1 1.05, runs 15, slower 1 1.05, runs 15, slower 1 1.05, runs 15 | 20 | REGRESSION
            """)
    void sinceACommitTheBuildStaysRedUntilItIsMended(String steps, int since, Outcome outcome) {
        assertThat(outcome(judged(steps), OptionalInt.of(since), false)).isEqualTo(outcome);
    }

    @ParameterizedTest
    @CsvSource({"acme.*row2, 40, true", "row3, 40, false", "row2, 30, false"})
    void anAcceptedChangeIsNotRed(String row, int run, boolean isAccepted) {
        History history = MadeHistory.of("runs 40, slower 2 1.1, runs 2").history();
        AcceptedChange accepted =
                new AcceptedChange(Pattern.compile(row), history.runs().get(run).label(), "checks its arguments");
        Judgement judgement = new HistoryRule(0.03, List.of(accepted)).judge(history);
        assertThat(changes(judgement).get(0).accepted())
                .isEqualTo(isAccepted ? Optional.of("checks its arguments") : Optional.empty());
        Outcome outcome = isAccepted ? Outcome.OK : Outcome.REGRESSION;
        assertOutcomes(judgement, outcome, outcome);
    }

    @Test
    void aRunThatIsFasterInAllRowsOrOfAnotherMachineIsLeftOut() {
        Judgement faster = judged("runs 20, pace 0.8, runs 1, pace 1, runs 20");
        assertThat(faster.runs().get(20).leftOut()).hasValue("20 % faster in all rows");
        assertThat(faster.runs().stream().filter(JudgedRun::isJudged)).hasSize(40);
        assertThat(faster.rows())
                .allSatisfy(row -> assertThat(row.points().get(20).isJudged()).isFalse());
        JudgedRun other = judged("cpu B, runs 20, cpu A, runs 20").runs().get(0);
        assertThat(other.leftOut()).hasValue("cpu B, not A");
        assertThat(other.pace()).isEmpty();
    }

    @Test
    void aLastingChangeOfAllRowsIsOneLine() {
        String slower = IntStream.range(0, MadeHistory.ROWS)
                .mapToObj(row -> "slower " + row + " 1.08, ")
                .collect(Collectors.joining());
        Judgement judgement = judged("runs 30, " + slower + "runs 20");
        assertThat(judgement.shared()).hasSize(1);
        assertThat(new HistoryReport(judgement, OptionalInt.empty(), false).byCommit())
                .containsExactly(judgement.label(30)
                        + ": 8 of 8 rows slower, by +7.9% in the median: the machine, the JDK, or what all rows use");
    }

    @Test
    void otherSettingsBeginAnotherSegment() {
        assertThat(judged("runs 20, settings 2, slower 2 1.3, runs 20").rows()).allSatisfy(row -> {
            assertThat(row.segments()).containsExactly(20);
            assertThat(row.stretches()).hasSize(2);
        });
    }

    @Test
    void fewRunsAreOneAgainstOne() {
        LastTwo two = judged("runs 4, slower 2 1.3, runs 1").lastTwo().get(MadeHistory.key(2));
        assertThat(two).returns(3, LastTwo::base).returns(4, LastTwo::head).returns(Verdict.SLOWER, LastTwo::verdict);
        assertThat(two.slowdown().value()).isCloseTo(1.3, within(0.05));
        LastTwo withoutForks = judged("forks 0, runs 4").lastTwo().get(MadeHistory.key(0));
        assertThat(withoutForks.verdict()).isEqualTo(Verdict.CANNOT_TELL);
        assertThat(withoutForks.slowdown().hasInterval()).isFalse();
    }

    @Test
    void aLowStepWithFewRunsIsACandidateThatNeedsMore() {
        assertThat(judged("runs 16, slower 2 1.035, runs 4").rows().get(2).changes())
                .filteredOn(change -> change.kind() == Kind.CANDIDATE)
                .allSatisfy(change -> assertThat(change.needed()).isPositive());
    }

    @ParameterizedTest
    @CsvSource({"16, 5, 0", "15, 5, 1", "24, 4, 0", "23, 4, 1"})
    void theTestNeedsRunsOnBothSides(int before, int after, int needed) {
        assertThat(CutTest.of(new double[before + after], 0, before, before + after)
                        .needed())
                .isEqualTo(needed);
    }

    @Test
    void forksAreAFloorOfTheNoiseAndMarkARun() {
        MadeHistory made = MadeHistory.of("runs 30");
        ForkScatter scatter = ForkScatter.of(made.history().runs(), List.of(MadeHistory.key(0)))
                .get(MadeHistory.key(0));
        assertThat(scatter.floor()).isCloseTo(0.005 / Math.sqrt(5), within(0.0006));
        assertThat(scatter.isUnusual(List.of(7.0, 7.004, 7.008))).isFalse();
        assertThat(scatter.isUnusual(List.of(7.0, 7.03, 7.06))).isTrue();
        assertThat(Series.of(new double[] {1, 1.001, 1, 1.001, 1}, 0.03, 0.2).noise())
                .isEqualTo(0.2);
        assertThat(made.judgement().rows().get(0).points()).noneMatch(Point::isScattered);
    }
}

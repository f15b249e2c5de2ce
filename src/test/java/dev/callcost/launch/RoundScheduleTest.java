package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.callcost.data.Fork;
import dev.callcost.data.LogLines;
import dev.callcost.launch.ForkPlan.ForkOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Which row is next, whether a run is over, which rows pause, and what is left. Rows have five forks, and their forks
 * take what a test says.
 */
class RoundScheduleTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final ToIntFunction<PlannedRow> NO_LADDER = row -> RoundSchedule.NO_RUNG;
    private static final ForkOutcome FAILED = ForkOutcome.failed("planted");

    private long now = 1;
    private long seed = 1;

    private static PlannedRow row(int number, int seconds) {
        return Entries.row(
                Entries.ofClass("a.B"), new TreeMap<>(Map.of("n", String.valueOf(number))), seconds * SECOND);
    }

    /** Rows whose forks take so many seconds. */
    private static List<PlannedRow> rows(int... seconds) {
        return IntStream.range(0, seconds.length)
                .mapToObj(i -> row(i, seconds[i]))
                .toList();
    }

    private static long seconds(PlannedRow row) {
        return row.iterationNanos() / SECOND;
    }

    private RoundSchedule schedule(List<PlannedRow> rows, ToIntFunction<PlannedRow> ladder, String... arguments) {
        return new RoundSchedule(rows, ladder, seed, RunArguments.parse(arguments), Duration.ZERO, () -> now);
    }

    private static ForkOutcome measured(PlannedRow row, double score) {
        JsonObject line = new JsonObject();
        line.add("jmh", LogLines.jmh(row.key(), "us/op", List.of(score)));
        return new ForkOutcome.Measured(Fork.of(line), new JsonObject());
    }

    private void ends(RoundSchedule schedule, PlannedRow row, long seconds, ForkOutcome outcome) {
        schedule.begins();
        now += seconds * SECOND;
        schedule.ended(row, outcome);
    }

    /** The rows of the next round, each of which takes its time and measures what all rows of a round do. */
    private List<PlannedRow> measureRound(RoundSchedule schedule, double score) {
        List<PlannedRow> round = schedule.nextRound();
        round.forEach(row -> ends(schedule, row, seconds(row), measured(row, score)));
        return round;
    }

    private static void assertSeconds(RoundSchedule schedule, double seconds) {
        assertThat(schedule.nanosLeft()).isEqualTo(Math.round(seconds * SECOND));
    }

    @Test
    void rowsWithoutForksTakeTheirPlan() {
        List<PlannedRow> rows = rows(2, 10);
        PlannedRow shorter = rows.get(0);
        PlannedRow longer = rows.get(1);
        RoundSchedule schedule = schedule(rows, NO_LADDER);
        assertSeconds(schedule, 5 * (2 + 1.5) + 5 * (10 + 1.5));
        assertThat(schedule.nextRound()).containsExactly(shorter, longer);
        assertSeconds(schedule, 5 * (2 + 1.5) + 5 * (10 + 1.5));
        ends(schedule, shorter, 3, FAILED);
        assertSeconds(schedule, 4 * 3 + 5 * (10 + 1.5));
        ends(schedule, longer, 20, measured(longer, 1));
        assertSeconds(schedule, 4 * 3 + 4 * 20);
        schedule.nextRound();
        ends(schedule, shorter, 3, FAILED);
        assertSeconds(schedule, 4 * 20);
        ends(schedule, longer, 20, new ForkOutcome.Skipped("not here"));
        assertSeconds(schedule, 0);
        assertThat(schedule.nextRound()).isEmpty();
        assertThat(schedule.failures()).containsExactly("B.call n=0, round 1: planted", "B.call n=0, round 2: planted");
        assertThat(schedule.skips()).containsExactly("B.call n=1: not here");
    }

    @Test
    void onlyALongRunOfSeveralRowsPromisesATable() {
        assertThat(schedule(rows(10, 20), NO_LADDER).promisesTable()).isTrue();
        assertThat(schedule(rows(2, 10), NO_LADDER).promisesTable()).isFalse();
        assertThat(schedule(rows(40), NO_LADDER).promisesTable()).isFalse();
        List<PlannedRow> rows = rows(40, 40);
        RoundSchedule resumed = schedule(rows, NO_LADDER);
        resumed.keep(rows.get(0), 1, measured(rows.get(0), 10));
        assertThat(resumed.promisesTable()).isFalse();
    }

    @Test
    void rungsComeFirstAndTheFirstRoundGoesUpTheLadder() {
        List<PlannedRow> rows = rows(5, 5, 5, 5, 5, 5, 5, 5);
        RoundSchedule schedule =
                schedule(rows, row -> rows.indexOf(row) < 4 ? 3 - rows.indexOf(row) : RoundSchedule.NO_RUNG);
        assertThat(measureRound(schedule, 10).subList(0, 4))
                .containsExactly(rows.get(3), rows.get(2), rows.get(1), rows.get(0));
        assertThat(measureRound(schedule, 10).subList(0, 4)).containsExactlyInAnyOrderElementsOf(rows.subList(0, 4));
    }

    @Test
    void theOrderIsRandomAndThatOfTheSeed() {
        List<PlannedRow> rows = rows(5, 5, 5, 5, 5, 5);
        List<List<PlannedRow>> orders = new ArrayList<>();
        for (long each : List.of(1L, 1L, 2L)) {
            seed = each;
            orders.add(schedule(rows, NO_LADDER).nextRound());
        }
        assertThat(orders.get(0)).isEqualTo(orders.get(1)).isNotEqualTo(orders.get(2));
    }

    @Test
    void aResumedRunDoesWhatTheUnbrokenOneWouldHaveDone() {
        List<PlannedRow> rows = rows(5, 5, 5, 5);
        RoundSchedule unbroken = schedule(rows, NO_LADDER);
        List<List<PlannedRow>> rounds = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            rounds.add(measureRound(unbroken, 10));
        }
        RoundSchedule resumed = schedule(rows, NO_LADDER);
        rows.forEach(row -> resumed.keep(row, 1, measured(row, 10)));
        PlannedRow lost = rounds.get(0).get(0);
        RoundSchedule lacking = schedule(rows, NO_LADDER);
        rows.stream().filter(row -> row != lost).forEach(row -> lacking.keep(row, 1, measured(row, 10)));
        rounds.get(1).subList(0, 3).forEach(row -> {
            resumed.keep(row, 2, measured(row, 10));
            lacking.keep(row, 2, measured(row, 10));
        });
        assertSeconds(resumed, (1 + 4 * 3) * 6.5);

        PlannedRow last = rounds.get(1).get(3);
        assertThat(measureRound(resumed, 10)).containsExactly(last);
        assertThat(measureRound(resumed, 10)).isEqualTo(rounds.get(2));
        assertThat(measureRound(lacking, 10))
                .as("earlier rounds count as complete")
                .containsExactly(last);
    }

    @Test
    void rowsPauseWhenTheyReachThePrecisionAndTheRunEndsWhenAllDo() {
        List<PlannedRow> rows = rows(5, 5);
        RoundSchedule schedule = schedule(rows, NO_LADDER, "--precision", "5%");
        for (int round = 1; round <= Precision.FEWEST_FORKS_ALONE; round++) {
            schedule.nextRound();
            ends(schedule, rows.get(0), 5, measured(rows.get(0), 10 + round % 2 * 0.001));
            ends(schedule, rows.get(1), 5, measured(rows.get(1), 10 + round % 2));
        }
        assertThat(schedule.nextRound()).as("five forks are all").isEmpty();
        assertThat(schedule.missed()).containsExactly(rows.get(1));

        List<PlannedRow> more = rows.stream().map(row -> row.withForks(9)).toList();
        RoundSchedule resumed = schedule(more, NO_LADDER, "--precision", "5%");
        keep(resumed, more.get(0), 0.001);
        keep(resumed, more.get(1), 1);
        assertThat(resumed.nextRound()).containsExactly(more.get(1));
        RoundSchedule easier = schedule(more.subList(0, 1), NO_LADDER, "--precision", "5%");
        keep(easier, more.get(0), 0.001);
        assertThat(easier.nextRound()).isEmpty();
        assertThat(easier.missed()).isEmpty();
    }

    /** Keeps forks whose scores differ by so much. */
    private static void keep(RoundSchedule schedule, PlannedRow row, double difference) {
        for (int round = 1; round <= Precision.FEWEST_FORKS_ALONE; round++) {
            schedule.keep(row, round, measured(row, 10 + round % 2 * difference));
        }
    }

    @Test
    void theBudgetEndsTheRunAndCountsEarlierProcesses() {
        List<PlannedRow> rows = rows(10);
        RoundSchedule schedule = new RoundSchedule(
                rows, NO_LADDER, 1, RunArguments.parse("--budget", "30s"), Duration.ofSeconds(15), () -> now);
        assertThat(schedule.nextRound()).isEqualTo(rows);
        assertThat(schedule.isOver()).isFalse();
        ends(schedule, rows.get(0), 10, measured(rows.get(0), 1));
        assertSeconds(schedule, 5);
        schedule.nextRound();
        now += 5 * SECOND;
        assertThat(schedule.isOver()).isTrue();
        assertThat(schedule.isOutOfTime()).isTrue();
        assertThat(schedule.nextRound()).isEmpty();
    }

    @Test
    void aRowThatFailsTwiceIsGivenUpUnlessItMeasured() {
        List<PlannedRow> rows = rows(5, 5);
        RoundSchedule schedule = schedule(rows, NO_LADDER);
        schedule.nextRound();
        ends(schedule, rows.get(0), 5, FAILED);
        ends(schedule, rows.get(1), 5, measured(rows.get(1), 1));
        assertThat(schedule.nextRound()).containsExactlyInAnyOrderElementsOf(rows);
        rows.forEach(row -> ends(schedule, row, 5, FAILED));
        assertThat(schedule.nextRound()).containsExactly(rows.get(1));
        ends(schedule, rows.get(1), 5, FAILED);
        assertThat(schedule.nextRound()).containsExactly(rows.get(1));
    }

    @Test
    void withFailOnErrorTheFirstFailureEndsTheRun() {
        List<PlannedRow> rows = rows(5, 5);
        RoundSchedule schedule = schedule(rows, NO_LADDER, "-foe", "true");
        PlannedRow failing = schedule.nextRound().get(0);
        assertThat(schedule.isOver()).isFalse();
        ends(schedule, failing, 5, FAILED);
        assertThat(schedule.isOver()).isTrue();
        assertThat(schedule.isOutOfTime()).isFalse();
        assertThat(schedule.nextRound()).isEmpty();
    }

    @Test
    void aTableIsDueWithinTheFirstMinute() {
        List<PlannedRow> rows = rows(15, 15, 15, 15, 15);
        RoundSchedule schedule = schedule(rows, NO_LADDER);
        for (int round = 1; round <= 2; round++) {
            List<Boolean> due = new ArrayList<>();
            for (PlannedRow row : schedule.nextRound()) {
                ends(schedule, row, 15, measured(row, 1));
                due.add(schedule.isFirstTableDue());
            }
            assertThat(due).containsExactly(false, false, round == 1, false, false);
            assertThat(schedule.isRoundOver()).isTrue();
        }
    }
}

package dev.callcost.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.compare.Matching.RowPair;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.launch.Entries;
import dev.callcost.launch.PlannedRow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How a budget is spent, by a clock that only pairs move. */
class BudgetedRoundsTest {
    /** Planned for a pair: two forks with 7 s of iterations and 3 s for their start and end. */
    private static final int PLANNED_SECONDS = 20;

    private static final double MARGIN = 0.03;

    private final Map<RowRun, Integer> seconds = new LinkedHashMap<>();
    private final Map<RowRun, List<Pair>> measured = new HashMap<>();
    private final List<String> failing = new ArrayList<>();
    private double difference = 0.2;
    private long now;
    private BudgetedRounds rounds;

    private void row(String name, int secondsPerPair) {
        PlannedRow planned = Entries.row(
                Entries.entry(Map.of()), Map.of(), Duration.ofSeconds(7).toNanos());
        seconds.put(
                new RowRun(new RowPair(MadeUpSession.key(name), planned, planned), PairedRule.forEachOf(1, MARGIN)),
                secondsPerPair);
    }

    /** Spends a budget, and names the rows that are left out. */
    private List<String> spend(int budgetSeconds) {
        rounds = new BudgetedRounds(
                List.copyOf(seconds.keySet()), new Schedule<>(1), MARGIN, Duration.ofSeconds(budgetSeconds), () -> now);
        for (List<RowRun> round = rounds.nextRound(); !round.isEmpty(); round = rounds.nextRound()) {
            round.stream().filter(row -> !rounds.isOver()).forEach(this::pair);
        }
        return rounds.leftOut().stream().map(BudgetedRoundsTest::name).toList();
    }

    private void pair(RowRun row) {
        long took = Duration.ofSeconds(seconds.get(row)).toNanos();
        now += took;
        if (failing.contains(name(row))) {
            row.addFailed(new Session.Loss(row.row().key(), "head", "no such class"));
        } else {
            RowKey key = row.row().key();
            double change = row.judged().pairs() % 2 == 0 ? difference : -difference;
            Pair pair = new Pair(
                    key, row.isBurnIn(), true, true, fork(key, 100), fork(key, 100 * (1 + change)), Optional.empty());
            measured.computeIfAbsent(row, it -> new ArrayList<>()).add(pair);
            row.add(pair, took, 0);
        }
    }

    private static Row fork(RowKey key, double score) {
        return Rows.row().benchmark(key.benchmark()).of(List.of(List.of(score, score, score)));
    }

    private static String name(RowRun row) {
        return row.row().key().benchmark().replaceFirst(".*\\.", "");
    }

    private Map<String, Integer> pairs() {
        Map<String, Integer> pairs = new LinkedHashMap<>();
        seconds.keySet().forEach(row -> pairs.put(name(row), row.judged().pairs()));
        return pairs;
    }

    private void threeRows() {
        Stream.of("a", "b", "c").forEach(name -> row(name, PLANNED_SECONDS));
    }

    @ParameterizedTest
    @CsvSource({
        "enough for the first interim analysis of all rows, 420, a=20 b=20 c=20, , a=6 b=6 c=6",
        "too short for all: the last is left out before its first pair, 280, a=20 b=20 c=20, c, a=6 b=6 c=0",
        "on a slow machine the first pair shows how few rows fit, 420, a=60 b=60 c=60, b c, a=6 b=0 c=0",
        "on a fast machine it shows that all fit, 140, a=5 b=5 c=5, , a=9 b=8 c=8",
        "a row that turns out to be long gives way to those after it, 840, a=20 long=120 c=20, long, a=17 long=0 c=17",
        "too short for any: the first is measured, 60, a=20 b=20 c=20, b c, a=2 b=0 c=0"
    })
    void theBudgetDecidesWhichRowsAreMeasured(String what, int budget, String rows, String leftOut, String expected) {
        numbers(rows).forEach(this::row);
        assertThat(spend(budget)).isEqualTo(leftOut == null ? List.of() : List.of(leftOut.split(" ")));
        assertThat(pairs()).isEqualTo(numbers(expected));
    }

    private static Map<String, Integer> numbers(String text) {
        Map<String, Integer> numbers = new LinkedHashMap<>();
        for (String part : text.split(" ")) {
            numbers.put(part.replaceFirst("=.*", ""), Integer.valueOf(part.replaceFirst(".*=", "")));
        }
        return numbers;
    }

    @Test
    void whatIsLackingIsKnown() {
        threeRows();
        spend(3 * PLANNED_SECONDS);
        assertThat(rounds.nanosLacking()).isPositive();
    }

    @Test
    void aRunThatIsStoppedLeavesNothingOut() {
        threeRows();
        rounds = new BudgetedRounds(
                List.copyOf(seconds.keySet()), new Schedule<>(1), MARGIN, Duration.ofSeconds(1), () -> now);
        assertThat(rounds.nextRound()).hasSize(1);
        assertThat(rounds.leftOut()).isEmpty();
        assertThat(rounds.nanosLacking()).isZero();
    }

    @Test
    void aRowThatCannotBeMeasuredTakesNoShare() {
        row("broken", 1);
        failing.add("broken");
        row("b", PLANNED_SECONDS);
        assertThat(spend(7 * PLANNED_SECONDS + 3)).isEmpty();
        assertThat(pairs()).isEqualTo(Map.of("broken", 0, "b", 6));
    }

    @Test
    void noDifferenceDecidesWhichRowsAreLeftOut() {
        threeRows();
        difference = 0.0001;
        assertThat(spend(2 * 7 * PLANNED_SECONDS)).containsExactly("c");
        assertThat(seconds.keySet()).filteredOn(RowRun::isBurnIn).hasSize(1);
    }

    @Test
    void theRowsThatAreMeasuredShareTheLevel() {
        threeRows();
        spend(2 * 7 * PLANNED_SECONDS);
        assertThat(rounds.open())
                .hasSize(2)
                .allSatisfy(row -> assertThat(row.judged())
                        .isEqualTo(SessionComparison.row(
                                row.row().key(),
                                measured.get(row),
                                PairedRule.forEachOf(2, MARGIN),
                                0,
                                Optional.empty(),
                                List.of())));
    }
}

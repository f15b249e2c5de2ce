package dev.callcost.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Rule;
import dev.callcost.stats.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How a budget is spent, by a clock that only pairs move. */
class BudgetedRoundsTest {
    /** Planned for a pair: two forks with 7 s of iterations and 3 s for their start and end. */
    private static final int PLANNED_SECONDS = 20;

    private final Map<String, Integer> planned = new LinkedHashMap<>();
    private final Map<RowRun, Integer> seconds = new LinkedHashMap<>();
    private final Map<RowRun, List<Pair>> measured = new HashMap<>();
    private final List<String> failing = new ArrayList<>();
    private final Set<String> slower = new HashSet<>();
    private final List<String> order = new ArrayList<>();
    private double difference = 0.2;
    private boolean confirm;
    private long now;
    private BudgetedRounds rounds;

    private void row(String name, int secondsPerPair) {
        planned.put(name, secondsPerPair);
    }

    private BudgetedRounds rounds(int budgetSeconds) {
        List<RowKey> keys = planned.keySet().stream().map(MadeUpSession::key).toList();
        Session.Header header = MadeUpSession.header(keys, confirm, List.of());
        planned.forEach((name, took) ->
                seconds.put(new RowRun(header, MadeUpSession.planned(MadeUpSession.key(name), 7)), took));
        return new BudgetedRounds(
                List.copyOf(seconds.keySet()), new Random(1), Duration.ofSeconds(budgetSeconds), () -> now);
    }

    /** Spends a budget, and names the rows that are left out. */
    private List<String> spend(int budgetSeconds) {
        rounds = rounds(budgetSeconds);
        for (List<RowRun> round = rounds.nextRound(); !round.isEmpty(); round = rounds.nextRound()) {
            round.stream().filter(row -> !rounds.isOver()).forEach(this::pair);
        }
        return rounds.leftOut().stream().map(BudgetedRoundsTest::name).toList();
    }

    private void pair(RowRun row) {
        long took = Duration.ofSeconds(seconds.get(row)).toNanos();
        now += took;
        if (failing.contains(name(row))) {
            row.add(new Session.Loss(Session.FAILED, row.row().key(), "head", "no such class"));
        } else {
            RowKey key = row.row().key();
            double scatter = row.judged().pairs() % 2 == 0 ? difference : -difference;
            double change = slower.contains(name(row)) ? 0.5 + scatter / 10 : scatter;
            order.add(name(row));
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
        rounds = rounds(1);
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
        assertThat(rounds.open()).hasSize(2).allSatisfy(row -> {
            Session session = new Session(MadeUpSession.header(List.of(row.row().key())));
            measured.get(row).forEach(session::add);
            assertThat(row.judged())
                    .isEqualTo(MadeUpSession.judged(row.row().key(), session, PairedRule.forEachOf(2, Rule.MARGIN)));
        });
    }

    /** The others measure until the time that is left is what the fresh pairs need. */
    @Test
    void rowsToConfirmComeLastAndTheirTimeIsReserved() {
        threeRows();
        slower.add("a");
        confirm = true;
        assertThat(spend(36 * PLANNED_SECONDS)).isEmpty();
        assertThat(pairs()).isEqualTo(Map.of("a", 12, "b", 11, "c", 10));
        assertThat(order.subList(order.size() - 7, order.size()))
                .as("after the fresh pairs one pair is left")
                .containsExactly("a", "a", "a", "a", "a", "a", "b");
    }

    @Test
    void aBudgetThatEndsBeforeTheFreshPairsLeavesTheVerdict() {
        row("a", PLANNED_SECONDS);
        slower.add("a");
        confirm = true;
        spend(10 * PLANNED_SECONDS);
        RowRun row = seconds.keySet().iterator().next();
        assertThat(row.judged().verdict()).isEqualTo(Verdict.SLOWER);
        assertThat(row.isConfirming()).isTrue();
        assertThat(row.judged().pairs()).isEqualTo(9);
        assertThat(rounds.nanosLeft()).isZero();
    }

    @Test
    void headGoesFirstOnceInEveryBlockOfTwo() {
        row("a", PLANNED_SECONDS);
        rounds = rounds(1000);
        RowRun row = seconds.keySet().iterator().next();
        Random random = new Random(1);
        List<Boolean> orders = new ArrayList<>();
        for (int pair = 0; pair < 200; pair++) {
            orders.add(row.headFirst(random));
            assertThat(row.headFirst(random)).as("until a pair counts").isEqualTo(orders.get(pair));
            pair(row);
            if (pair == 0) {
                assertThat(row.headFirst(random)).as("after the burn-in").isEqualTo(orders.remove(0));
                orders.add(row.headFirst(random));
                pair(row);
            }
        }
        Set<List<Boolean>> blocks = new HashSet<>();
        for (int pair = 0; pair < orders.size(); pair += 2) {
            assertThat(orders.get(pair)).isNotEqualTo(orders.get(pair + 1));
            blocks.add(orders.subList(pair, pair + 2));
        }
        assertThat(blocks).as("both orders").hasSize(2);
    }

    @Test
    void everyRoundHasAllRowsInAnOrderThatTheSeedDecides() {
        assertThat(orders()).isEqualTo(orders()).hasSizeGreaterThan(3);
    }

    private Set<List<String>> orders() {
        planned.clear();
        seconds.clear();
        threeRows();
        rounds = rounds(100_000);
        Set<List<String>> orders = new LinkedHashSet<>();
        for (List<RowRun> round = rounds.nextRound(); !round.isEmpty(); round = rounds.nextRound()) {
            round.forEach(this::pair);
            if (!rounds.isAdmitting()) {
                assertThat(round.stream().map(BudgetedRoundsTest::name))
                        .isSubsetOf("a", "b", "c")
                        .doesNotHaveDuplicates();
                orders.add(round.stream().map(BudgetedRoundsTest::name).toList());
            }
        }
        return orders;
    }
}

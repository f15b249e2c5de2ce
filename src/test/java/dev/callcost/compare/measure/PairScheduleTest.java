package dev.callcost.compare.measure;

import static dev.callcost.compare.MadeUpSession.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.compare.MadeUpSession;
import dev.callcost.compare.MadeUpWork;
import dev.callcost.compare.Rows;
import dev.callcost.compare.judge.PairJudge;
import dev.callcost.compare.session.ReachedRows.CountedRow;
import dev.callcost.compare.session.Session;
import dev.callcost.compare.session.SessionEvent.ChosenRow;
import dev.callcost.compare.session.SessionEvent.FailedFork;
import dev.callcost.compare.session.SessionEvent.Pair;
import dev.callcost.compare.session.SessionEvent.SkippedFork;
import dev.callcost.data.RowKey;
import dev.callcost.reach.RowReach;
import dev.callcost.reach.RowReach.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows whose pairs take 3 s each. */
class PairScheduleTest {
    private static final long PAIR_NANOS = Duration.ofSeconds(3).toNanos();

    private long clock;
    private Session session;
    private PairJudge judged;
    private PairSchedule schedule;

    private static List<RowProgress> rows(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(number -> new RowProgress(PlannedPairs.planned(key("row" + number))))
                .toList();
    }

    private PairScheduleTest of(int seconds, int reached, int loaded, int inSetUp) {
        List<RowProgress> all = rows(0, reached + loaded + inSetUp);
        session = new Session(
                MadeUpSession.header(all.stream().map(RowProgress::key).toList()));
        for (int row = 0; row < all.size(); row++) {
            Kind kind = row < reached ? Kind.REACHED : row < reached + loaded ? Kind.LOADED : Kind.REACHED_IN_SETUP;
            session.add(new RowReach(all.get(row).key(), kind, List.of(), 1));
        }
        judged = new PairJudge(session);
        schedule = schedule(
                seconds,
                all.subList(0, reached),
                all.subList(reached, reached + loaded),
                all.subList(reached + loaded, all.size()));
        return this;
    }

    @SafeVarargs
    private final PairSchedule schedule(int seconds, List<RowProgress>... tiers) {
        return new PairSchedule(
                List.of(tiers), judged, new Random(1), Duration.ofSeconds(seconds), Duration.ZERO, () -> clock);
    }

    private void measure(List<RowProgress> round, boolean isFirst, double difference) {
        for (RowProgress row : round) {
            int pairs = judged.verdicts(row.key()).get(0).pairs();
            Rows fork = Rows.row().benchmark(row.key().benchmark());
            double noise = pairs % 2 == 0 ? 0.001 : -0.001;
            judged.add(new Pair(
                    row.key(),
                    isFirst,
                    fork.of(List.of(List.of(1.0))),
                    fork.of(List.of(List.of(Math.exp(difference + noise)))),
                    PAIR_NANOS));
            clock += PAIR_NANOS;
        }
    }

    private void choose() {
        schedule.choice().forEach(row -> judged.add(new ChosenRow(row)));
    }

    /** Measures first pairs until the budget has no more time for them. */
    private int firstPairsInTime() {
        int measured = 0;
        for (RowProgress row : schedule.firstPairs()) {
            if (!schedule.isOver()) {
                measure(List.of(row), true, 0);
                measured++;
            }
        }
        return measured;
    }

    /** Measures until no chosen row is open. */
    private void decide(double difference) {
        for (List<RowProgress> round = schedule.decidingPairs(List.of());
                !round.isEmpty();
                round = schedule.decidingPairs(List.of())) {
            measure(round, false, difference);
        }
    }

    private static List<RowKey> keys(List<RowProgress> rows) {
        return rows.stream().map(RowProgress::key).toList();
    }

    private static RowKey[] keys(int from, int to) {
        return rows(from, to).stream().map(RowProgress::key).toArray(RowKey[]::new);
    }

    @Test
    void aLaterTierComesWhenEachChosenRowHasItsVerdict() {
        of(600, 2, 2, 1);
        List<RowProgress> first = schedule.firstPairs();
        assertThat(keys(first)).containsExactlyInAnyOrder(keys(0, 2));
        measure(first, true, 0);
        assertThat(schedule.firstPairs()).isEmpty();
        choose();
        assertThat(schedule.size()).isEqualTo(2);
        decide(0);
        assertThat(judged.verdicts(key("row0")).get(0).fate().isDecided()).isTrue();

        assertThat(schedule.takesUpMore()).isTrue();
        List<RowProgress> second = schedule.firstPairs();
        assertThat(keys(second)).containsExactlyInAnyOrder(keys(2, 4));
        measure(second, true, 0.3);
        choose();
        assertThat(judged.chosen()).hasSize(4);
        decide(0.3);
        assertThat(judged.verdicts(key("row2")).get(0).word()).isEqualTo("SLOWER");

        assertThat(schedule.takesUpMore()).isTrue();
        assertThat(keys(schedule.firstPairs())).containsExactly(keys(4, 5));
    }

    /** The budget has first pairs for three of five rows. */
    @Test
    void rowsThatDoOtherWorkComeFirstAndThoseThatDoTheSameLast() {
        of(15, 5, 0, 0);
        session.add(new CountedRow(key("row0"), MadeUpWork.same(), 1));
        session.add(new CountedRow(key("row1"), MadeUpWork.mixed(), 1));
        session.add(new CountedRow(key("row3"), MadeUpWork.chance(), 1));
        session.add(new CountedRow(key("row4"), MadeUpWork.more(4, 0), 1));
        List<RowKey> order = keys(schedule.firstPairs());
        assertThat(order.subList(0, 2)).containsExactlyInAnyOrder(key("row1"), key("row4"));
        assertThat(order.subList(2, 4)).containsExactlyInAnyOrder(key("row2"), key("row3"));
        assertThat(order).as("no row is left out").hasSize(5).endsWith(key("row0"));
        assertThat(firstPairsInTime()).isLessThan(5);
    }

    @Test
    void theFirstTierThatHasRowsIsTheFirst() {
        assertThat(keys(of(600, 0, 0, 3).schedule.firstPairs())).containsExactlyInAnyOrder(keys(0, 3));
    }

    @ParameterizedTest
    @CsvSource({"6, 1", "9, 2", "30, 3"})
    void theBudgetHoldsForLaterTiersToo(int seconds, int firstPairs) {
        of(seconds, 1, 3, 0);
        measure(schedule.firstPairs(), true, 0);
        choose();
        judged.add(new SkippedFork(key("row0"), "head", "no such CPU"));
        assertThat(schedule.decidingPairs(List.of())).isEmpty();
        assertThat(schedule.takesUpMore()).isTrue();
        assertThat(firstPairsInTime()).isEqualTo(firstPairs);
    }

    @ParameterizedTest
    @CsvSource({"42, 10", "45, 12"})
    void firstPairsTakeMoreOfTheBudgetWhereItIsEnoughForAllRows(int seconds, int firstPairs) {
        of(seconds, 12, 0, 0);
        assertThat(firstPairsInTime()).isEqualTo(firstPairs);
    }

    /** The budget had pairs for one row at first. */
    @Test
    void rowsWhoseOnePairIsSuspectAreChosenWhenTheBudgetHasPairsLeft() {
        of(120, 9, 0, 0);
        measure(schedule.firstPairs(), true, 0.2);
        clock += Duration.ofSeconds(120 - 27 - 15).toNanos();
        choose();
        assertThat(judged.chosen()).hasSize(1);
        measure(schedule.decidingPairs(List.of()), false, 0.2);
        judged.add(new SkippedFork(judged.chosen().get(0), "head", "no such CPU"));
        assertThat(schedule.takesUpMore()).isTrue();
        assertThat(schedule.firstPairs()).isEmpty();
        choose();
        assertThat(judged.chosen()).hasSize(2);
    }

    /** A log of the first tier alone. */
    @Test
    void aSessionGoesOnWhereItEnded() {
        of(600, 2, 2, 0);
        measure(schedule.firstPairs(), true, 0);
        choose();
        PairSchedule resumed = schedule(600, rows(0, 2), rows(2, 4));
        assertThat(resumed.isChoosing()).isFalse();
        assertThat(keys(resumed.decidingPairs(List.of()))).containsExactlyInAnyOrder(keys(0, 2));
        judged.add(new FailedFork(key("row2"), "head", "exit code 1", null));
        assertThat(keys(schedule(600, rows(0, 2), rows(2, 4)).firstPairs())).containsExactly(keys(3, 4));
    }

    @Test
    void aRowThatHasAPairNowGetsAnotherOnlyWhenNoOtherRowCanHaveIt() {
        of(600, 2, 0, 0);
        measure(schedule.firstPairs(), true, 0.2);
        choose();
        measure(schedule.decidingPairs(List.of()), false, 0.2);
        List<RowProgress> first = schedule.decidingPairs(List.of());
        List<RowProgress> second = schedule.decidingPairs(first);
        assertThat(first).hasSize(1);
        assertThat(second).hasSize(1).doesNotContainAnyElementsOf(first);
        List<RowProgress> both = Stream.concat(first.stream(), second.stream()).toList();
        assertThat(both).containsAll(schedule.decidingPairs(both));
    }

    /** Pairs of 3 s: a first one, and 20 that a row usually needs, or 60 that it may get. */
    @ParameterizedTest
    @CsvSource({"1,0,3600,63,183", "3,1,3600,252,732", "1,0,100,63,100", "30,0,600,600,600"})
    void anEstimateCountsThePairsUntilARowIsDecided(int reached, int inSetUp, int seconds, int usual, int most) {
        of(seconds, reached, 0, inSetUp);
        assertThat(Duration.ofNanos(schedule.planned())).hasSeconds(usual);
        assertThat(Duration.ofNanos(schedule.plannedAtMost())).hasSeconds(most);
    }
}

package dev.callcost.compare;

import static dev.callcost.compare.MadeUpSession.key;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PairScheduleTest {
    private static List<RowProgress> rows(int from, int to) {
        return Stream.iterate(from, number -> number < to, number -> number + 1)
                .map(number -> new RowProgress(MadeUpSession.planned(key("row" + number), 1)))
                .toList();
    }

    @Test
    void aRowWithAPairThatRunsGetsAnotherOneWhereNoOtherRowCanHaveIt() {
        List<RowProgress> rows = rows(0, 2);
        CompareLog session = new CompareLog(
                MadeUpSession.header(rows.stream().map(RowProgress::key).toList()));
        CompareRun.Settings settings = session.header().settings();
        rows.forEach(row -> session.add(new CompareLog.Chosen(row.key())));
        PairSchedule schedule = new PairSchedule(
                rows,
                List.of(),
                new PairJudge(List.of(session), settings.margin(), settings.quantities()),
                new Random(1),
                Duration.ofHours(1),
                Duration.ZERO,
                () -> 0);
        assertThat(schedule.decidingPairs(List.of())).isEqualTo(rows);
        assertThat(schedule.decidingPairs(rows.subList(0, 1))).isEqualTo(rows.subList(1, 2));
        assertThat(schedule.decidingPairs(rows)).isEqualTo(rows);
    }

    /** Pairs of 3 s. A row that runs changed methods needs three after its first pair, one that runs them in set-up needs four in all. */
    @ParameterizedTest
    @CsvSource({"0,3,0", "0,24,2", "0,600,3", "1,24,1", "1,600,3", "3,24,0"})
    void rowsThatAreReachedInSetUpJoinWhereTheBudgetHasPairsForAllOthers(int reached, int seconds, int admitted) {
        CompareLog session = new CompareLog(MadeUpSession.header(
                rows(0, reached + 3).stream().map(RowProgress::key).toList()));
        CompareRun.Settings settings = session.header().settings();
        PairJudge judged = new PairJudge(List.of(session), settings.margin(), settings.quantities());
        PairSchedule schedule = new PairSchedule(
                rows(0, reached),
                rows(reached, reached + 3),
                judged,
                new Random(1),
                Duration.ofSeconds(seconds),
                Duration.ZERO,
                () -> 0);
        if (reached > 0) {
            List<RowProgress> first = schedule.firstPairs();
            assertThat(first).hasSize(reached);
            first.forEach(row -> judged.add(new CompareLog.Failed(row.key(), "head", "exit code 1", null)));
        }
        assertThat(schedule.firstPairs()).hasSize(admitted);
        assertThat(schedule.size()).isEqualTo(reached + admitted);
    }
}

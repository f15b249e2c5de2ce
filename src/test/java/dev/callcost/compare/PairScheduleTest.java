package dev.callcost.compare;

import static dev.callcost.compare.MadeUpSession.key;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PairScheduleTest {
    private static List<RowProgress> rows(int from, int to) {
        return Stream.iterate(from, number -> number < to, number -> number + 1)
                .map(number -> new RowProgress(MadeUpSession.planned(key("row" + number), 1)))
                .toList();
    }

    /** Pairs of 9 s. A row that runs changed methods needs three after its first pair, one that runs them in set-up needs four in all. */
    @ParameterizedTest
    @CsvSource({"0,6,0", "0,48,2", "0,600,3", "1,48,1", "1,600,3", "3,48,0"})
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
                PairRule.FIND,
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

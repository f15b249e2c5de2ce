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

    private static PairJudge judged(int rows) {
        CompareLog session = new CompareLog(MadeUpSession.header(
                rows(0, rows).stream().map(RowProgress::key).toList()));
        CompareRun.Settings settings = session.header().settings();
        return new PairJudge(List.of(session), settings.margin(), settings.quantities());
    }

    private static PairSchedule schedule(PairJudge judged, int reached, int inSetUp, int seconds) {
        return new PairSchedule(
                rows(0, reached),
                rows(reached, reached + inSetUp),
                judged,
                new Random(1),
                Duration.ofSeconds(seconds),
                Duration.ZERO,
                () -> 0);
    }

    /** Pairs of 3 s: a first one, and 20 that a row usually needs, or 60 that it may get. */
    @ParameterizedTest
    @CsvSource({"1,0,3600,63,183", "3,1,3600,252,732", "1,0,100,63,100", "30,0,600,600,600"})
    void anEstimateCountsThePairsUntilARowIsDecided(int reached, int inSetUp, int seconds, int usual, int most) {
        PairSchedule schedule = schedule(judged(reached + inSetUp), reached, inSetUp, seconds);
        assertThat(Duration.ofNanos(schedule.planned())).hasSeconds(usual);
        assertThat(Duration.ofNanos(schedule.plannedAtMost())).hasSeconds(most);
    }

    /** Pairs of 3 s. A row that runs changed methods needs three after its first pair, one that runs them in set-up needs four in all. */
    @ParameterizedTest
    @CsvSource({"0,3,0", "0,24,2", "0,600,3", "1,24,1", "1,600,3", "3,24,0"})
    void rowsThatAreReachedInSetUpJoinWhereTheBudgetHasPairsForAllOthers(int reached, int seconds, int admitted) {
        PairJudge judged = judged(reached + 3);
        PairSchedule schedule = schedule(judged, reached, 3, seconds);
        if (reached > 0) {
            List<RowProgress> first = schedule.firstPairs();
            assertThat(first).hasSize(reached);
            first.forEach(row -> judged.add(new CompareLog.Failed(row.key(), "head", "exit code 1", null)));
        }
        assertThat(schedule.firstPairs()).hasSize(admitted);
        assertThat(schedule.size()).isEqualTo(reached + admitted);
    }
}

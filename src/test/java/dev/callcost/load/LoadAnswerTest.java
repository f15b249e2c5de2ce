package dev.callcost.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.load.LoadAnswer.State;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadAnswerTest {
    private static final String CALL = "GrpcRateBenchmark.unary spread=0 p50=250 slowest=1000 rate=";

    @TempDir
    Path directory;

    /** @param rates with what differs from the usual */
    private List<LoadAnswer> answers(String... rates) {
        return LoadAnswer.of(RateRow.in(MadeUpRates.in(
                directory,
                Arrays.stream(rates)
                        .map(rate -> rate.startsWith("Local") ? rate : CALL + rate)
                        .toList())));
    }

    private LoadAnswer answer(String... rates) {
        List<LoadAnswer> answers = answers(rates);
        assertThat(answers).hasSize(1);
        return answers.get(0);
    }

    private static List<State> states(LoadAnswer answer) {
        return answer.rates().stream().map(answer::state).toList();
    }

    @Test
    void theHighestRateThatHoldsAndWhereItIsFull() {
        LoadAnswer answer = answer(
                "5000 p99=490",
                "1000 p50=350 p99=700 slowest=1400",
                "9000 p50=45000 p99=90000 slowest=180000 made=8290 notMet=9",
                "8000 p50=10000 p99=20000 slowest=40000",
                MadeUpRates.FLOOR + "1000");
        assertThat(answer.sentence())
                .as("the longest p99 up to that rate")
                .matches("up to 5,000 calls a second p99 stays within (69|7[01])0 us; at 8,300 the server is full");
        assertThat(states(answer)).containsExactly(State.HOLDS, State.HOLDS, State.EDGE, State.FULL);
        assertThat(answer.highest()).map(RateRow::rate).contains(5000.0);
    }

    @Test
    void aRateAboveOneThatWasNotMetDoesNotHold() {
        LoadAnswer answer = answer("1000", "2000 notMet=6", "3000");
        assertThat(answer.highest()).map(RateRow::rate).contains(1000.0);
        assertThat(answer.sentence()).endsWith("; at 2,000 the server is full");
    }

    @Test
    void failedAndLateCallsAreNotTheServersEnd() {
        String failed = "2000 notMet=10 calls.failed.UNAVAILABLE=2";
        assertThat(answer("1000", failed).sentence()).endsWith("; at 2,000 some calls fail");
        LoadAnswer late = answer("1000", failed, "1500 notMet=10 late=300");
        assertThat(late.sentence()).endsWith("; at 1,500 the client sends calls late");
        assertThat(states(late)).containsExactly(State.HOLDS, State.LATE, State.FAILED);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1000 made=870 notMet=10 p99=500000 slowest=1000000 | not even 1,000 calls a second were answered in time; at 870 the server is full
            10 windows=5 seconds=1 notMet=5 late=1500 | at 10 calls a second the client sends calls late
            5 notMet=10 calls.failed.UNAVAILABLE=2 | at 5 calls a second some calls fail
            max | flat out 8,300 calls a second are answered
            """)
    void aRowMayBeAlone(String row, String sentence) {
        assertThat(answer(row).sentence()).isEqualTo(sentence);
    }

    @Test
    void aServerIsNotFullBelowARateThatWasMet() {
        assertThat(answer("1000", "2000 made=870 notMet=10 p99=500000 slowest=1000000")
                        .sentence())
                .startsWith("at 1,000 ")
                .endsWith("; at 2,000 the server is full");
    }

    @Test
    void aLowRateIsNotAtItsEdge() {
        assertThat(states(answer("100 p50=2500 p99=5000 slowest=10000", "1000")))
                .containsExactly(State.HOLDS, State.HOLDS);
    }

    @Test
    void withoutAnEndTheRowFlatOutHasTheCapacity() {
        LoadAnswer answer = answer("1000", "max");
        assertThat(answer.rates()).hasSize(1);
        assertThat(answer.sentence()).endsWith(" us; flat out 8,300 calls a second are answered");
    }

    @Test
    void fewCallsHaveNoP99() {
        String few = "10 windows=5 seconds=1";
        String p50 = "at 10 calls a second p50 stays within ";
        assertThat(answer(few).sentence()).startsWith(p50);
        assertThat(answer(few, "1 windows=5 seconds=1").sentence()).startsWith(p50);
    }

    @Test
    void eachSweepHasItsAnswerAndTheFloorOnlyAlone() {
        String floor = MadeUpRates.FLOOR + "1000";
        assertThat(answer(floor).series().benchmark()).endsWith("LocalRateBenchmark.call");
        assertThat(answers(floor, "1000 transport=NIO", "1000 transport=EPOLL", "2000 transport=NIO"))
                .extracting(it ->
                        it.series().params().get("transport") + " " + it.rates().size())
                .containsExactly("NIO 2", "EPOLL 1");
    }

    @Test
    void aSentenceHasTwoDigitsAndCommas() {
        assertThat(LoadAnswer.rounded(8349)).isEqualTo("8,300");
        assertThat(LoadAnswer.rounded(0.123)).isEqualTo("0.12");
        assertThat(LoadAnswer.rate(answer("1250.5").rates().get(0))).isEqualTo("1,250.5");
    }
}

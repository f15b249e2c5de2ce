package dev.callcost.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.load.LoadAnswer.State;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadAnswerTest {
    private static final String CALL = "GrpcRateBenchmark.unary";

    @TempDir
    Path directory;

    private final MadeUpRates rates = new MadeUpRates();

    private MadeUpRates.Row row(String rate, double p99) {
        return rates.row(CALL, rate).spread(0).latency(p99 / 2, p99, 2 * p99);
    }

    private List<LoadAnswer> answers() {
        return LoadAnswer.of(RateRow.in(rates.in(directory)));
    }

    private LoadAnswer answer() {
        assertThat(answers()).hasSize(1);
        return answers().get(0);
    }

    private List<State> states() {
        return answer().rates().stream().map(answer()::state).toList();
    }

    @Test
    void theHighestRateThatHoldsAndWhereItIsFull() {
        row("5000", 490);
        row("1000", 700);
        row("9000", 90_000).made(8290).notMet(9);
        row("8000", 20_000);
        rates.floor("1000").latency(1, 2, 3);
        assertThat(answer().sentence())
                .as("the longest p99 up to that rate")
                .matches("up to 5,000 calls a second p99 stays within (69|7[01])0 us; at 8,300 the server is full");
        assertThat(states()).containsExactly(State.HOLDS, State.HOLDS, State.EDGE, State.FULL);
        assertThat(answer().highest()).map(RateRow::rate).contains(5000.0);
    }

    @Test
    void aRateAboveOneThatWasNotMetDoesNotHold() {
        row("1000", 500);
        row("2000", 500).notMet(6);
        row("3000", 500);
        assertThat(answer().highest()).map(RateRow::rate).contains(1000.0);
        assertThat(answer().sentence()).endsWith("; at 2,000 the server is full");
    }

    @Test
    void failedAndLateCallsAreNotTheServersEnd() {
        row("1000", 500);
        row("2000", 500).notMet(10).value("calls.failed.UNAVAILABLE", window -> 2);
        assertThat(answer().sentence()).endsWith("; at 2,000 some calls fail");
        row("1500", 500).notMet(10).late(300);
        assertThat(answer().sentence()).endsWith("; at 1,500 the client sends calls late");
        assertThat(states()).containsExactly(State.HOLDS, State.LATE, State.FAILED);
    }

    @Test
    void theLowestRateMayBeTooMuch() {
        row("1000", 500_000).made(870).notMet(10);
        assertThat(answer().sentence())
                .isEqualTo("not even 1,000 calls a second were answered in time; at 870 the server is full");
    }

    @Test
    void failedAndLateCallsAtTheLowestRateAreAllOfTheAnswer() {
        row("10", 500).windows(5, 1).notMet(5).late(1500);
        assertThat(answer().sentence())
                .as("without enough calls for p99")
                .isEqualTo("at 10 calls a second the client sends calls late");
        row("5", 500).notMet(10).value("calls.failed.UNAVAILABLE", window -> 2);
        assertThat(answer().sentence()).isEqualTo("at 5 calls a second some calls fail");
    }

    @Test
    void aServerIsNotFullBelowARateThatWasMet() {
        row("1000", 500);
        row("2000", 500_000).made(870).notMet(10);
        assertThat(answer().sentence()).startsWith("at 1,000 ").endsWith("; at 2,000 the server is full");
    }

    @Test
    void aLowRateIsNotAtItsEdge() {
        row("100", 5000);
        row("1000", 500);
        assertThat(states()).containsExactly(State.HOLDS, State.HOLDS);
    }

    @Test
    void withoutAnEndTheRowFlatOutHasTheCapacity() {
        row("1000", 500);
        row("max", 500);
        assertThat(answer().rates()).hasSize(1);
        assertThat(answer().sentence()).endsWith(" us; flat out 8,300 calls a second are answered");
    }

    @Test
    void aRowFlatOutMayBeAlone() {
        row("max", 500);
        assertThat(answer().sentence()).isEqualTo("flat out 8,300 calls a second are answered");
    }

    @Test
    void fewCallsHaveNoP99() {
        row("10", 500).windows(5, 1);
        assertThat(answer().sentence()).startsWith("at 10 calls a second p50 stays within ");
        rates.row(CALL, "1").windows(5, 1);
        assertThat(answer().sentence()).startsWith("at 10 calls a second p50 stays within ");
    }

    @Test
    void eachSweepHasItsAnswerAndTheFloorOnlyAlone() {
        rates.floor("1000");
        assertThat(answer().series().benchmark()).endsWith("LocalRateBenchmark.call");
        row("1000", 500).param("transport", "NIO");
        row("1000", 500).param("transport", "EPOLL");
        row("2000", 500).param("transport", "NIO");
        assertThat(answers())
                .extracting(it ->
                        it.series().params().get("transport") + " " + it.rates().size())
                .containsExactly("NIO 2", "EPOLL 1");
    }

    @Test
    void aSentenceHasTwoDigitsAndCommas() {
        assertThat(LoadAnswer.rounded(8349)).isEqualTo("8,300");
        assertThat(LoadAnswer.rounded(0.123)).isEqualTo("0.12");
        row("1250.5", 500);
        assertThat(LoadAnswer.rate(answer().rates().get(0))).isEqualTo("1,250.5");
    }
}

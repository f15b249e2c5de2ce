package dev.callcost.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
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
        List<String> rows = Stream.of(rates)
                .map(rate -> rate.startsWith("Local") ? rate : CALL + rate)
                .toList();
        return LoadAnswer.of(
                RateTable.of(MadeUpRates.in(directory, rows)).orElseThrow().shown());
    }

    private void assertAnswer(String states, String sentence, String... rates) {
        List<LoadAnswer> answers = answers(rates);
        assertThat(answers).hasSize(1);
        LoadAnswer answer = answers.get(0);
        assertThat(answer.rates().stream().map(answer::state).toList()).hasToString("[" + states + "]");
        assertThat(answer.sentence()).matches(sentence);
    }

    @Test
    void theHighestRateThatHoldsAndWhereItIsFull() {
        assertAnswer(
                "HOLDS, HOLDS, EDGE, FULL",
                "at 5,000 calls a second p99 is 4[89]\\d us; at 9,000 the server is full",
                "5000 p99=490",
                "1000 p50=350 p99=700 slowest=1400",
                "9000 p50=45000 p99=90000 slowest=180000 made=8290 notMet=9",
                "8000 p50=10000 p99=20000 slowest=40000",
                MadeUpRates.FLOOR + "1000");
    }

    /**
     * A low rate is not at its edge; a rate above one that was not met does not hold; failed and late calls are not the
     * server's end; a row may be alone; few calls have no p99.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            100 p50=2500 p99=5000 slowest=10000, 1000 | HOLDS, HOLDS | at 1,000 calls a second p99 is .* us
            1000, 2000 notMet=6, 3000 | HOLDS, FULL, HOLDS | at 1,000 .*; at 2,000 the server is full
            1000, 2000 notMet=10 calls.failed.UNAVAILABLE=2 | HOLDS, FAILED | .*; at 2,000 calls fail
            1000, 2000 notMet=10 calls.failed.X=2, 1500 notMet=10 late=300 | HOLDS, LATE, FAILED | .*; at 1,500 calls are sent late
            1000 made=870 notMet=10 p99=500000 slowest=1000000 | FULL | at 1,000 calls a second the server is full
            10 windows=5 seconds=1 notMet=5 late=1500 | LATE | at 10 calls a second calls are sent late
            max | '' | flat out 8,300 calls a second are answered
            1000, max | HOLDS | .* us; flat out 8,300 calls a second are answered
            10 windows=5 seconds=1 | HOLDS | at 10 calls a second the rate is met
            """)
    void whereASweepEnds(String rates, String states, String sentence) {
        assertAnswer(states, sentence, rates.split(", "));
    }

    @Test
    void eachSweepHasItsAnswerAndTheFloorOnlyAlone() {
        String floor = MadeUpRates.FLOOR + "1000";
        assertThat(answers(floor).get(0).group().benchmark()).endsWith("LocalRateBenchmark.call");
        assertThat(answers(floor, "1000 transport=NIO", "1000 transport=EPOLL", "2000 transport=NIO"))
                .extracting(it ->
                        it.group().params().get("transport") + " " + it.rates().size())
                .containsExactly("EPOLL 1", "NIO 2");
    }

    @Test
    void aSentenceHasTwoDigitsAndCommas() {
        assertThat(LoadAnswer.rounded(8349)).isEqualTo("8,300");
        assertThat(LoadAnswer.rounded(0.123)).isEqualTo("0.12");
        assertThat(LoadAnswer.rate(answers("1250.5").get(0).rates().get(0))).isEqualTo("1,250.5");
    }
}

package dev.callcost.text;

import static java.util.Collections.nCopies;
import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.text.Progress.ProgressLine;
import dev.callcost.text.Progress.RowsDone;
import dev.callcost.text.Progress.TimeLeft;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgressTest {
    private static final String CLEAR = "\u001b[1F\u001b[J";
    private static final ProgressLine LINE =
            new ProgressLine("round 1", TimeLeft.about(0, 7_200_000_000_000L), List.of("a"));

    private static final long SECOND = 1_000_000_000;

    private static final ProgressLine ROUND = new ProgressLine(
            "round 12",
            TimeLeft.about(30 * SECOND, 150 * SECOND),
            List.of("GrpcTransportBenchmark.unary transport=NIO", "GrpcTransport.unary NIO"));

    private final StringWriter screen = new StringWriter();

    private Progress progress(boolean live, int width) {
        return new Progress(new PrintWriter(screen), live, () -> width);
    }

    private static String shown(String step) {
        return "\u001b[?7lround 1 [..........] 0% " + step + ", 2 h 00 min left\u001b[?7h\n";
    }

    @Test
    void aTerminalRewritesOneLineBelowWhatIsTold() throws InterruptedException {
        Progress progress = progress(true, 40);
        CountDownLatch steps = new CountDownLatch(2);
        progress.watch(LINE, () -> {
            steps.countDown();
            return "step " + steps.getCount();
        });
        steps.await();
        progress.tell("first: a line that has to be wrapped at words");
        progress.log("for a log");
        progress.end();
        progress.end();
        progress.tell("last");
        assertThat(screen.toString())
                .startsWith(shown("step 1") + CLEAR + shown("step 0"))
                .endsWith(CLEAR + "first: a line that has to be wrapped at\n  words\n" + shown("step 0") + CLEAR
                        + "last\n");
    }

    @Test
    void linesOfRowsThatAreMeasuredAtTheSameTimeAreRewrittenTogether() throws InterruptedException {
        Progress progress = progress(true, 60);
        CountDownLatch steps = new CountDownLatch(2);
        ProgressLine.Beside other = new ProgressLine.Beside(List.of("b"), () -> {
            steps.countDown();
            return "step " + steps.getCount();
        });
        progress.watch(LINE, () -> "step", List.of(other));
        steps.await();
        progress.watch(LINE, () -> "alone");
        progress.end();
        assertThat(screen.toString())
                .startsWith(shown("a: step") + below("step 1") + "\u001b[2F\u001b[J" + shown("a: step")
                        + below("step 0") + "\u001b[2F\u001b[J");
    }

    private static String below(String step) {
        return "\u001b[?7l" + " ".repeat("round 1 [..........] 0% ".length()) + "b: " + step + "\u001b[?7h\n";
    }

    @Test
    void aLogKeepsALineForEachStep() {
        Progress log = progress(false, Terminal.ENDLESS);
        log.watch(LINE, () -> "step");
        log.log("a: pair 1");
        log.tell("a fork failed, and the reason is long");
        log.end();
        assertThat(screen).hasToString("a: pair 1\na fork failed, and the reason is long\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    130 | round 12 [###.......] 25% GrpcTransportBenchmark.unary transport=NIO: warming up, 2 min left
                    80 | round 12 [###.......] 25% GrpcTransport.unary NIO: warming up, 2 min left
                    70 | round 12 [###.......] 25% Gr..nsport.unary NIO: warming up, 2 min left
                    50 | round 12 [###.......] 25% warming up, 2 min left
                    """)
    void aNarrowTerminalHasAShorterName(int width, String line) {
        assertThat(ROUND.text("warming up", List.of(), 15 * SECOND, width)).containsExactly(line);
    }

    private static ProgressLine.Beside beside(int number) {
        return new ProgressLine.Beside(
                List.of("GrpcBenchmark.unary payload=" + number, "Grpc.unary"), () -> "measuring pair 3");
    }

    @Test
    void eachRowThatIsMeasuredAtTheSameTimeHasALineBelow() {
        assertThat(ROUND.text("measuring pair 2", List.of(beside(1), beside(2)), 15 * SECOND, 80))
                .containsExactly(
                        "round 12 [###.......] 25% GrpcTransport.unary NIO: measuring pair 2, 2 min left",
                        "                          GrpcBenchmark.unary payload=1: measuring pair 3",
                        "                          GrpcBenchmark.unary payload=2: measuring pair 3");
        assertThat(ROUND.text("measuring pair 2", nCopies(9, beside(1)), 15 * SECOND, 60))
                .hasSize(9)
                .contains("                          Grpc.unary: measuring pair 3")
                .endsWith("                          and 2 more");
    }

    @Test
    void aLimitSaysSoAndAnUnknownTimeIsNotNamed() {
        List<String> names = List.of("Text.hash");
        assertThat(new ProgressLine("why", TimeLeft.atMost(120 * SECOND, 360 * SECOND), names)
                        .text("sampling base", List.of(), 0, 80))
                .containsExactly("why [###.......] 25% Text.hash: sampling base, at most 6 min left");
        assertThat(new ProgressLine("round 1", TimeLeft.atMost(SECOND, 2 * SECOND), names)
                        .text("measuring", List.of(), 5 * SECOND, 80))
                .as("a pair that has begun is measured to its end")
                .containsExactly("round 1 [##########] 100% Text.hash: measuring, budget over");
        assertThat(new ProgressLine("round 1", TimeLeft.unknown(SECOND), names)
                        .text("starting", List.of(), 5 * SECOND, 80))
                .containsExactly("round 1 [..........] 0% Text.hash: starting");
    }

    /** The time of rows that share JVMs is estimated badly, and an estimate may grow. */
    @Test
    void aPartWithAKnownNumberOfRowsCountsThese() {
        for (TimeLeft time : List.of(TimeLeft.unknown(SECOND), TimeLeft.about(SECOND, 90 * SECOND))) {
            assertThat(new ProgressLine("counts", Optional.of(new RowsDone(3, 8)), time, List.of("Text.hash"))
                            .text("what it executes", List.of(), SECOND, 80))
                    .singleElement()
                    .asString()
                    .startsWith("counts [####......] 3 of 8 rows Text.hash: what it executes");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    82 | counts [..........] 0 of 1 row ShoppingCart.totalOfAllItems 1000: what it executes
                    77 | counts [..........] 0 of 1 row S..Cart.totalOfAllItems 1000: what it executes
                    70 | counts [..........] 0 of 1 row totalOfAllItems 1000: what it executes
                    60 | counts [..........] 0 of 1 row tot..s 1000: what it executes
                    """)
    void aNameLosesItsClassFirst(int width, String line) {
        ProgressLine progress = new ProgressLine(
                "counts",
                Optional.of(new RowsDone(0, 1)),
                TimeLeft.unknown(0),
                List.of(
                        "ShoppingCartBenchmark.totalOfAllItems numberOfItems=1000",
                        "ShoppingCart.totalOfAllItems 1000"));
        assertThat(progress.text("what it executes", List.of(), 0, width)).containsExactly(line);
    }
}

package dev.callcost.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.text.Progress.ProgressLine;
import dev.callcost.text.Progress.TimeLeft;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private static final String CLEAR = "\u001b[1F\u001b[J";
    private static final ProgressLine LINE =
            new ProgressLine("round 1", TimeLeft.about(0, 7_200_000_000_000L), List.of("a"));

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
}

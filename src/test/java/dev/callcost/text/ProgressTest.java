package dev.callcost.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private static final String UP_2 = "\u001b[2F\u001b[J";
    private static final String CUT = "\u001b[?7l";
    private static final String FOLD = "\u001b[?7h";

    private final StringWriter screen = new StringWriter();
    private final Progress table = new Progress(new PrintWriter(screen, true), true);

    @Test
    void aTerminalShowsTheNewestTableBelowWhatIsTold() {
        table.step("for a log", () -> "rows\na 1\n");
        table.step("for a log", () -> "rows\na 2\n");
        assertThat(screen).hasToString(CUT + "rows\na 1\n" + FOLD + UP_2 + CUT + "rows\na 2\n" + FOLD);
        screen.getBuffer().setLength(0);
        table.tell("a fork failed");
        assertThat(screen).hasToString(UP_2 + "a fork failed\n" + CUT + "rows\na 2\n" + FOLD);
        screen.getBuffer().setLength(0);
        table.end();
        table.end();
        assertThat(screen).hasToString(UP_2);
    }

    @Test
    void aLogKeepsALineForEachStep() {
        Progress log = new Progress(new PrintWriter(screen, true), false);
        log.step("a: pair 1", () -> "rows\n");
        log.tell("a fork failed");
        log.end();
        assertThat(screen).hasToString("a: pair 1\na fork failed\n");
    }

    @Test
    void whatIsWatchedIsShownAnewUntilTheEnd() throws InterruptedException {
        CountDownLatch shown = new CountDownLatch(2);
        table.watch(() -> {
            shown.countDown();
            return shown.getCount() + " left\n";
        });
        shown.await();
        table.end();
        assertThat(screen.toString())
                .startsWith(CUT + "1 left\n" + FOLD + "\u001b[1F\u001b[J" + CUT + "0 left\n" + FOLD)
                .endsWith("\u001b[J");
    }

    @Test
    void aBarIsAsFullAsTheTimeIsOver() {
        assertThat(Progress.bar(0, 100)).isEqualTo("[......................] 0 %");
        assertThat(Progress.bar(26, 74)).isEqualTo("[######................] 26 %");
        assertThat(Progress.bar(100, 0)).isEqualTo("[######################] 100 %");
        assertThat(Progress.bar(0, 0)).isEqualTo("[......................] 0 %");
    }
}

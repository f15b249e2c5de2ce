package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class FreezerTest {
    private Process echo;

    @BeforeEach
    void start() throws IOException {
        echo = new ProcessBuilder("cat").start();
    }

    @AfterEach
    void end() {
        echo.destroyForcibly();
    }

    private String state() {
        return ProcessState.afterSignal(echo.pid());
    }

    private String answerTo(String line) throws IOException {
        echo.outputWriter().write(line + "\n");
        echo.outputWriter().flush();
        return echo.inputReader().readLine();
    }

    @Test
    void whatIsFrozenStandsStillUntilItIsThawed() throws IOException {
        try (Freezer freezer = new Freezer()) {
            freezer.swap(List.of(echo.pid()), List.of());
            assertThat(state()).isEqualTo(ProcessState.STANDS_STILL);
            freezer.swap(List.of(), List.of(echo.pid()));
            assertThat(answerTo("one")).isEqualTo("one");
        }
    }

    @Test
    void itsEndThawsWhatIsFrozen() throws IOException {
        try (Freezer freezer = new Freezer()) {
            freezer.swap(List.of(echo.pid()), List.of());
        }
        assertThat(answerTo("two")).isEqualTo("two");
    }

    @Test
    void aProcessThatIsGoneIsNoFailure() throws Exception {
        echo.destroyForcibly().waitFor();
        try (Freezer freezer = new Freezer()) {
            freezer.swap(List.of(echo.pid()), List.of());
            freezer.swap(List.of(echo.pid()), List.of(echo.pid()));
        }
    }
}

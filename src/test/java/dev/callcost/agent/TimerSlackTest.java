package dev.callcost.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class TimerSlackTest {
    @EnabledOnOs(OS.LINUX)
    @Test
    void shortensTheCallingThreadsSlackAndNoOthers() throws Exception {
        String before = slack();
        StringBuilder ofThread = new StringBuilder();
        Thread thread = new Thread(() -> ofThread.append(TimerSlack.shorten()).append(slack()));
        thread.start();
        thread.join();
        assertThat(ofThread.toString()).isIn("true1", "false" + before);
        assertThat(slack()).isEqualTo(before);
    }

    private static String slack() {
        try {
            return Files.readString(Path.of("/proc", TimerSlack.thread(), "timerslack_ns"))
                    .strip();
        } catch (IOException e) {
            return "unreadable";
        }
    }
}

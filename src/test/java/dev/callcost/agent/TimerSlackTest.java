package dev.callcost.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class TimerSlackTest {
    @TempDir
    Path proc;

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
            return Files.readString(Path.of("/proc", TimerSlack.thread(TimerSlack.PROC), "timerslack_ns"))
                    .strip();
        } catch (IOException e) {
            return "unreadable";
        }
    }

    @Test
    void theFileOfAThreadIsNotBelowItsProcessAndSystemsWithoutItKeepTheirs() throws IOException {
        assertThat(TimerSlack.shorten(proc)).isFalse();
        Files.createSymbolicLink(proc.resolve("thread-self"), Path.of("7/task/9"));
        assertThat(TimerSlack.shorten(proc)).isFalse();
        assertThat(proc.resolve("9")).doesNotExist();
        Path file = Files.createDirectory(proc.resolve("9")).resolve("timerslack_ns");
        Files.writeString(file, "");
        assertThat(TimerSlack.shorten(proc)).isTrue();
        assertThat(file).hasContent("1");
    }
}

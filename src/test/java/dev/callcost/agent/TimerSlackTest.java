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
        String[] of = new String[2];
        Thread thread = new Thread(() -> {
            of[0] = Boolean.toString(TimerSlack.shorten());
            of[1] = slack();
        });
        thread.start();
        thread.join();
        assertThat(of)
                .satisfiesAnyOf(
                        it -> assertThat(it).containsExactly("true", "1"),
                        it -> assertThat(it).containsExactly("false", before));
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
    void systemsWithoutItKeepTheirs() throws IOException {
        assertThat(TimerSlack.shorten(proc)).isFalse();
        Path thread = Files.createDirectories(proc.resolve("7/task/9"));
        Files.createSymbolicLink(proc.resolve("thread-self"), proc.relativize(thread));
        assertThat(TimerSlack.shorten(proc)).isFalse();
        assertThat(proc.resolve("9")).doesNotExist();
    }

    @Test
    void theFileOfAThreadIsNotBelowItsProcess() throws IOException {
        Files.createSymbolicLink(proc.resolve("thread-self"), Path.of("7/task/9"));
        Path file = Files.createDirectory(proc.resolve("9")).resolve("timerslack_ns");
        Files.writeString(file, "");
        assertThat(TimerSlack.shorten(proc)).isTrue();
        assertThat(file).hasContent("1");
    }
}

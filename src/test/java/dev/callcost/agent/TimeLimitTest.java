package dev.callcost.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.agent.WorkReader.TimeLimit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TimeLimitTest {
    /** A JVM that would not end. */
    static final class Endless {
        public static void main(String[] none) throws InterruptedException {
            TimeLimit.begin(Duration.ofMillis(1));
            Thread.currentThread().join();
        }
    }

    @Test
    void aJvmThatDoesNotEndIsEnded() throws IOException, InterruptedException {
        Process jvm = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Endless.class.getName())
                .redirectErrorStream(true)
                .start();
        String printed = new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(jvm.waitFor()).isEqualTo(1);
        assertThat(printed).contains("it was not over after 0 s");
    }
}

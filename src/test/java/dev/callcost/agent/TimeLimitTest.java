package dev.callcost.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.agent.WorkReader.TimeLimit;
import dev.callcost.text.Program;
import dev.callcost.text.Program.Ended;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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
    void aJvmThatDoesNotEndIsEnded() throws Exception {
        Ended jvm = Program.java(
                Path.of("."), List.of("-cp", System.getProperty("java.class.path"), Endless.class.getName()));
        assertThat(jvm.exitCode()).isEqualTo(1);
        assertThat(jvm.err()).contains("it was not over after 0 s");
    }
}

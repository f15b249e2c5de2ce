package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.host.Limits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ForkHostTest {
    /** A JVM that refuses a flag or cannot start; a host without its class; exceptions with causes; other lines. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', emptyValue = "", textBlock = """
            "OpenJDK 64-Bit Server VM warning: Options -Xverify:none were deprecated

            Unrecognized VM option 'NoSuchFlag'
            Error: Could not create the Java Virtual Machine."| Unrecognized VM option 'NoSuchFlag'
            "Error: Could not find or load main class a.Missing
            Caused by: java.lang.ClassNotFoundException: a.Missing"| java.lang.ClassNotFoundException: a.Missing
            "Iteration   1: <failure>

            java.lang.NoClassDefFoundError: a/Missing
            \tat a.B.c(B.java:1)
            Caused by: java.lang.ClassNotFoundException: a.Missing
            ERROR: org.openjdk.jmh.runner.RunnerException: Benchmark caught the exception"\
            |java.lang.NoClassDefFoundError: a/Missing (ClassNotFoundException: a.Missing)
            "java.lang.ExceptionInInitializerError
            \tat a.B.c(B.java:1)
            Caused by: java.lang.IllegalStateException: no data
            \tat a.D.<clinit>(D.java:2)
            \t... 9 more
            Caused by: java.nio.file.NoSuchFileException: a.json
            \tat java.base/a.C(C.java:1)
            another line
            Caused by: java.lang.IllegalStateException: of another thread"\
            |java.lang.IllegalStateException: no data (NoSuchFileException: a.json)
            " first\s
            last

            "| first
            "Error occurred during initialization of VM
            Multiple garbage collectors selected"| Multiple garbage collectors selected
            ""| it wrote no reason
            """)
    void theCauseOfAFailureIsALineOfTheOutput(String output, String cause) {
        assertThat(ForkHost.cause(output.lines().toList())).isEqualTo(cause);
    }

    @Test
    void aKilledForkNamesTheLimitOfItsMemory() {
        assertThat(ForkHost.killed(new Limits(null, 400L << 20)))
                .startsWith("killed, perhaps because it reached the limit of its control group, 400 MiB of memory");
        assertThat(ForkHost.killed(new Limits(1.5, null)))
                .isEqualTo("killed, perhaps because the system had no memory left");
    }
}

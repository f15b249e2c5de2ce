package dev.callcost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.data.Fixtures;
import dev.callcost.launch.SpawnedMain;
import dev.callcost.text.Program;
import dev.callcost.text.Program.Ended;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What depends on the environment: the width and the encoding of the output. */
@EnabledOnOs(OS.LINUX)
class OutputOptionsIT {
    private static final String RESULTS =
            Fixtures.path(Fixtures.FIVE_FORKS).toAbsolutePath().toString();

    @TempDir
    Path directory;

    /** Runs {@code report} on results, into a pipe. */
    private Ended report(String environment, String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of("env", "-u", "COLUMNS", "PATH=" + directory, "LC_ALL=POSIX"));
        command.addAll(Arrays.asList(environment.split(" ")));
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                SpawnedMain.suiteClassPath(),
                "dev.callcost.Main",
                "report",
                RESULTS));
        command.addAll(List.of(options));
        Ended ended = Program.run(directory, command);
        assertThat(ended.exitCode()).as(ended.err()).isZero();
        return ended;
    }

    private static int longest(Ended ended) {
        return ended.out().lines().mapToInt(String::length).max().orElse(0);
    }

    @Test
    void aPipeGets140ColumnsOrThoseOfColumnsInUtf8() throws Exception {
        Ended pipe = report("A=b");
        assertThat(pipe.out()).contains("\u00b1").doesNotContain("?");
        assertThat(longest(pipe)).isBetween(81, 140);
        assertThat(longest(report("COLUMNS=100"))).isBetween(81, 100);
        assertThat(longest(report("A=b", "--wide"))).isGreaterThan(140);
    }
}

package dev.callcost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.data.Fixtures;
import dev.callcost.launch.SpawnedMain;
import dev.callcost.text.Program.Ended;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
    private Ended report(String variable) throws Exception {
        List<String> bare = List.of("env", "-u", "COLUMNS", "PATH=" + directory, "LC_ALL=POSIX", variable);
        try (SpawnedMain main = SpawnedMain.start(bare, Map.of(), directory, directory, "report", RESULTS)) {
            Ended ended = main.ended();
            assertThat(ended.exitCode()).as(ended.err()).isZero();
            return ended;
        }
    }

    private static int longest(String out) {
        return out.lines().mapToInt(String::length).max().orElse(0);
    }

    @Test
    void aPipeGets140ColumnsOrThoseOfColumnsInUtf8() throws Exception {
        Ended pipe = report("A=b");
        assertThat(pipe.out()).contains("\u00b1").doesNotContain("?");
        assertThat(longest(pipe.out())).isBetween(81, 140);
        assertThat(longest(report("COLUMNS=100").out())).isBetween(81, 100);
        assertThat(longest(Invocation.of("report", RESULTS, "--wide").out())).isGreaterThan(140);
    }
}

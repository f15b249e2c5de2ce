package dev.callcost.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

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

    private Ended run(List<String> before, String... words) throws Exception {
        try (SpawnedMain main = SpawnedMain.start(before, Map.of(), directory, directory, words)) {
            return main.ended();
        }
    }

    /** The device stands for a full disk. A reader that ends, as head does, has what it wants. */
    @Test
    void outputThatCannotBeWrittenIsAnErrorUnlessItsReaderHasEnded() throws Exception {
        for (String[] words : new String[][] {{"report", RESULTS}, {"--help"}, {"-l"}}) {
            Ended full = run(List.of("sh", "-c", "exec \"$@\" > /dev/full", "sh"), words);
            assertThat(full.exitCode()).as(words[0]).isEqualTo(65);
            assertThat(full.err()).isEqualTo("standard output cannot be written: No space left on device\n");
        }
        Ended piped = run(List.of("bash", "-c", "\"$@\" | true; exit ${PIPESTATUS[0]}", "bash"), "report", RESULTS);
        assertThat(piped.exitCode()).isZero();
        assertThat(piped.err()).isEmpty();
    }

    @Test
    void aLocaleThatLacksCharactersOfANameIsNamed() throws Exception {
        assumeThat(System.getProperty("sun.jnu.encoding")).isEqualTo("UTF-8");
        Ended refused = run(List.of("env", "LC_ALL=POSIX"), "report", "gr\u00f6\u00dfe.json");
        assertThat(refused.exitCode()).isEqualTo(65);
        assertThat(refused.err())
                .startsWith("the locale's encoding ")
                .endsWith("run it with LC_ALL=C.UTF-8\n")
                .hasLineCount(1);
    }
}

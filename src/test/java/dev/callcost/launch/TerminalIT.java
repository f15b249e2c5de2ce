package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.callcost.text.Program;
import dev.callcost.text.Program.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What a terminal gets while forks are measured: a pseudo-terminal of {@code script} from util-linux. */
@EnabledOnOs(OS.LINUX)
class TerminalIT extends PlantedRuns {
    /** Removes some lines; a regular expression. */
    private static final String CLEAR = "\u001b\\[(\\d)F\u001b\\[J";

    private static final String CUT = "\u001b[?7l";
    private static final String FOLD = "\u001b[?7h";

    /** Round, bar, name, what the fork does, time left. */
    private static final String PROGRESS =
            "(scouts|first pairs|why|round \\d+) +\\[[#.]{10}] (\\d+%|\\d+ of \\d+ rows?) \\S.*: (starting|warming up|measuring|running).*"
                    + " (\\d+ (s|min) left|budget over)";

    /** A row that is measured at the same time: name, what the fork does. */
    private static final String BESIDE = " {20,}\\S.*: (starting|warming up|measuring|running).*";

    @BeforeAll
    static void thereIsAPseudoTerminal() throws InterruptedException {
        for (String program : List.of("script", "stty")) {
            try {
                Program.run(Path.of("."), List.of(program, "--version"));
            } catch (IOException e) {
                abort("there is no program " + program);
            }
        }
    }

    /** Runs Main in a terminal, and returns all that it was sent. */
    private String screen(String arguments) throws Exception {
        Path command = Files.writeString(
                directory.resolve("command"), "stty cols 80 rows 24 < /dev/tty; unset COLUMNS; exec \"$@\"\n");
        // script takes one text, and hands it to a shell
        Path wrapper = Files.writeString(
                directory.resolve("in-terminal"),
                "quoted=; for word; do quoted=\"$quoted '$word'\"; done\n"
                        + "exec env SHELL=/bin/sh TERM=xterm script -qec \"sh '" + command + "' $quoted\" /dev/null\n");
        try (SpawnedMain main = SpawnedMain.start(
                List.of("sh", wrapper.toString()), Map.of(), planted, directory, arguments.split(" "))) {
            Ended ended = main.ended();
            assertThat(ended.exitCode()).as(ended.out() + ended.err()).isZero();
            return SpawnedMain.withoutJmhsWarning(ended.out());
        }
    }

    /** Each line that the terminal shows, for a moment or for good. */
    private static List<String> lines(String screen) {
        return Arrays.stream(screen.split("\\R|" + CLEAR))
                .map(line -> line.replace(CUT, "").replace(FOLD, ""))
                .filter(line -> !line.isEmpty())
                .toList();
    }

    private static void assertFits(String screen) {
        assertThat(lines(screen))
                .allSatisfy(
                        line -> assertThat(line).hasSizeLessThanOrEqualTo(80).doesNotContain("\u001b"));
        String[] rewritten = screen.split(Pattern.quote(CUT), -1);
        assertThat(rewritten).hasSizeGreaterThan(2);
        for (int n = 1; n < rewritten.length; n++) {
            String line = rewritten[n].substring(0, rewritten[n].indexOf(FOLD));
            boolean hasLineBelow = n + 1 < rewritten.length && rewritten[n + 1].matches("(?s)" + BESIDE);
            assertThat(line).matches(PROGRESS + "|" + BESIDE);
            assertThat(rewritten[n].substring(line.length() + FOLD.length()).strip())
                    .as("what follows %s", line)
                    .matches(hasLineBelow ? "" : "(?s)" + CLEAR + ".*");
        }
    }

    @Test
    void aRun() throws Exception {
        String screen = screen("@" + Path.of("jmh-profiles/quick.args").toAbsolutePath()
                + " -f 1 -wi 1 -w 50ms -i 1 -r 50ms -p transport=NIO -rff out.json"
                + " InlineCallBenchmark\\.latency GrpcTransportBenchmark");
        assertFits(screen);
        assertThat(String.join(" ", lines(screen)))
                .containsPattern("^callcost \\S+: 2 rows, .*; +Ctrl-C keeps what is there\\. ")
                .contains("round 1 ", " left", "Not known to \u00b15.0%: 2 of 2 rows");
    }

    @Test
    void aComparison() throws Exception {
        Path jar = PlantedJar.ofSuite(directory.resolve("suite.jar"), planted);
        String screen = screen(
                "compare -d out --base " + jar + " --all-rows --margin 95% --budget 1s -i 2 -r 10ms Planted.*steady");
        assertFits(screen);
        assertThat(lines(screen)).anyMatch(line -> line.startsWith("callcost "));
        assertThat(String.join(" ", lines(screen))).contains("--all-rows", "first pairs ");
    }

    @Test
    void aComparisonWithTwoPairsAtOnce() throws Exception {
        Path jar = PlantedJar.ofSuite(directory.resolve("suite.jar"), planted);
        String screen = screen("compare -d out --base " + jar
                + " --all-rows --parallel 2 --margin 95% --budget 1s -i 2 -r 10ms Planted.*plain");
        assertFits(screen);
        if (!screen.contains("at a time")) { // the machine has two CPUs
            assertThat(Pattern.compile(CLEAR).matcher(screen).results())
                    .anyMatch(clear -> clear.group(1).equals("2"));
            assertThat(lines(screen)).anyMatch(line -> line.matches(BESIDE));
        }
    }
}

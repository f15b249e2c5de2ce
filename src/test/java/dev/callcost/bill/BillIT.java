package dev.callcost.bill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.launch.PlantedJar;
import dev.callcost.launch.PlantedRuns;
import dev.callcost.launch.SpawnedMain;
import dev.callcost.text.Program.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Bills with real forks: of this suite's jar and of others, and of what cannot be billed. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class BillIT extends PlantedRuns {
    @TempDir
    static Path shared;

    private static Path suite;
    private static Path foreign;

    @BeforeAll
    static void build() throws IOException {
        suite = PlantedJar.ofSuite(shared.resolve("suite.jar"), planted);
        foreign = PlantedJar.ofJmhAlone(shared.resolve("foreign.jar"), planted);
    }

    private static String bill(Path jar, String arguments) {
        return "bill --jar " + jar + " -d out -f 2 -i 40 -r 20ms " + arguments;
    }

    @Test
    void billsAnyJmhJarAndGivesTheSameBillFromItsLog() throws Exception {
        Ended ended = run(bill(foreign, "-p number=1 PlantedBenchmark.(plain|steady)$"));
        assertThat(ended.exitCode()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.out())
                .contains("PlantedBenchmark.plain number=1: ", "PlantedBenchmark.steady: ", " ns")
                .containsPattern("(?m)^category +share")
                .containsPattern("(?m)^service +[1-9]")
                .containsPattern("\\d+ samples in 2 forks");
        assertThat(ended.err()).contains("2 rows, 2 rounds").containsPattern("round 2/2, row 2/2 .* samples");
        assertThat(run("report out").out()).isEqualTo(ended.out());
        assertHasFlameGraphs(ended, "PlantedBenchmark.plain-number=1.html", "PlantedBenchmark.steady.html");
        assertThat(Files.readString(directory.resolve("out").resolve("log.jsonl")))
                .doesNotContain(shared.toString(), directory.toString());
        assertNothingIsLeft();
    }

    /** The page links them, and standard error ends in their folder. */
    private void assertHasFlameGraphs(Ended ended, String... names) throws IOException {
        Path out = directory.resolve("out");
        assertThat(ended.err()).endsWith("Flame graphs: " + Path.of("out", "flames") + System.lineSeparator());
        for (String name : names) {
            assertThat(Files.readString(out.resolve("report.html"))).contains("<a href=\"flames/" + name + "\">");
            assertThat(Files.readString(out.resolve("flames").resolve(name)))
                    .contains("PlantedBenchmark", "samples of CPU time in 2 forks")
                    .doesNotContain("src=", "<link", "@import", "url(", directory.toString());
        }
    }

    @Test
    void reportsFailedAndSkippedForksAndBillsTheRest() throws Exception {
        Ended ended =
                run(bill(suite, "-p number=1 " + attempts() + " PlantedBenchmark.(plain|failsAfterFirst|skipping)$"));
        assertThat(ended.exitCode()).as(ended.out() + ended.err()).isEqualTo(1);
        assertThat(ended.err())
                .contains("PlantedBenchmark.failsAfterFirst: FAILED, ", "planted failure")
                .contains("PlantedBenchmark.skipping: skipped, no planted transport on this kernel");
        assertThat(ended.out()).contains("PlantedBenchmark.plain number=1: ");
        assertNothingIsLeft();
    }

    @Test
    void reportsTooFewIterations() throws Exception {
        Ended ended = run(bill(suite, "-p number=1 -i 6 PlantedBenchmark.plain$"));
        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(ended.err()).contains("too few iterations", "-i 40 and more", "bill: no fork gave samples");
        assertThat(ended.out()).isEmpty();
    }

    @Test
    void endsItsForksAndPrintsTheBillSoFarOnASignal() throws Exception {
        Files.createDirectory(directory.resolve("out"));
        try (SpawnedMain main = start(bill(suite, "-f 500 -p number=1 PlantedBenchmark.plain$"))) {
            SpawnedMain.awaitLines(directory.resolve("out").resolve("log.jsonl"), 2);
            main.terminate();
            Ended ended = main.ended();
            assertThat(ended.exitCode()).isEqualTo(128 + 15);
            assertThat(ended.out()).contains("PlantedBenchmark.plain number=1: ");
            assertThat(main.forks()).isEmpty();
            assertNothingIsLeft();
        }
    }

    @Test
    void refusesContradictoryCommandLines() throws Exception {
        assertRefused(64, "is a single shot, too short for samples", bill(suite, "-bm ss PlantedBenchmark.plain$"));
        assertRefused(64, "no benchmark matches nobody", bill(suite, "nobody"));
        assertRefused(65, "none.jar: no such jar", bill(directory.resolve("none.jar"), ""));
        assertThat(directory.resolve("out")).doesNotExist();
    }

    private void assertRefused(int exitCode, String why, String arguments) throws Exception {
        Ended refused = run(arguments);
        assertThat(refused.exitCode()).as(refused.err()).isEqualTo(exitCode);
        assertThat(refused.err()).contains(why).hasLineCount(1);
        assertThat(refused.out()).isEmpty();
    }
}

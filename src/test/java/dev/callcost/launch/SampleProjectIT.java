package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.callcost.data.Fork;
import dev.callcost.text.Program.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The suite's jar with the jars of a project that is not the suite's, built by Maven with a library in two versions. */
class SampleProjectIT {
    private static final Path SUITE = Path.of("benchmarks.jar").toAbsolutePath();
    private static final String ROW = "JsonBenchmark.read";

    @TempDir
    static Path shared;

    private static Path older;
    private static Path newer;

    @TempDir
    Path directory;

    @BeforeAll
    static void build() throws Exception {
        Path project = SampleProject.copy(shared.resolve("project"));
        older = jar(project, "2.8.9");
        newer = jar(project, "2.14.0");
    }

    private static Path jar(Path project, String gson) throws Exception {
        return Files.move(
                SampleProject.build(project, "-Dgson.version=" + gson), shared.resolve("gson-" + gson + ".jar"));
    }

    private Ended run(String arguments) throws Exception {
        return SampleProject.java(directory, SUITE, arguments);
    }

    private List<JsonObject> lines(String type) throws IOException {
        return Files.readAllLines(directory.resolve("out").resolve("log.jsonl")).stream()
                .map(line -> JsonParser.parseString(line).getAsJsonObject())
                .filter(line -> line.get("type").getAsString().equals(type))
                .toList();
    }

    @Test
    void compareMeasuresBothJarsWithForksThatWarmUpUntilTheyAreWarm() throws Exception {
        Ended ended = run("compare --base " + older + " --head " + newer + " -d out --budget 35s -i 5 -r 20ms " + ROW);
        assertThat(ended.exitCode()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.err())
                .contains("budget 35 s", " differ in ", "first pairs: 1 row")
                .containsPattern("Scouts took \\d.* of the budget\\. About \\d");
        assertThat(lines("failed")).isEmpty();
        assertThat(lines("pair").get(0).get("first").getAsBoolean()).isTrue();
        Set<Integer> deciding = lines("pair").stream()
                .filter(pair -> !pair.get("first").getAsBoolean())
                .map(pair -> pair.get("round").getAsInt())
                .collect(Collectors.toSet());
        assertThat(lines("fork")).isNotEmpty().map(Fork::of).allSatisfy(fork -> {
            assertThat(fork.row().primary().forks().get(0)).hasSize(5);
            assertThat(fork.warmUp().warm() || !deciding.contains(fork.round())).isTrue();
        });
    }

    /** The first scout takes longer. */
    @Test
    void aBudgetThatScoutsTakeLeavesNothingForPairs() throws Exception {
        String compare = "compare --base " + older + " --head " + newer + " -d short -i 5 -r 20ms ";
        Ended ended = run(compare + "--budget 100ms " + ROW);
        assertThat(ended.exitCode()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.err()).contains("The budget is over: scouts know 0 of 1 row, and no further pair begins.");
        assertThat(ended.out()).startsWith("INCONCLUSIVE").contains("--budget ");
        assertThat(run(compare + "--budget 10s " + ROW).err()).contains("Scouts took ", "first pairs: 1 row");
    }

    /** Ten times the work in one of the methods, in results files that the jars themselves write one after the other: tests run on loud machines. */
    @Test
    void checkFindsTheMethodThatDoesMoreWork() throws Exception {
        Path project = SampleProject.copy(shared.resolve("slower"));
        SampleProject.plant(project, 200);
        Path slower = SampleProject.build(project);
        measure(newer, "base.json");
        measure(slower, "head.json");
        Ended ended = run("check base.json head.json");
        assertThat(ended.exitCode()).as(ended.out() + ended.err()).isEqualTo(1);
        assertThat(ended.out()).startsWith("REGRESSION: ").containsPattern("\nslower\n +JsonBenchmark\\.write +\\+\\d");
        assertThat(run("check --format github base.json head.json").out())
                .contains("::error title=slower%3A JsonBenchmark.write::slower, +");
    }

    private void measure(Path jar, String results) throws Exception {
        Ended ended = SampleProject.java(directory, jar, "-f 5 -rf json -rff " + results + " " + SampleProject.QUICK);
        assertThat(ended.exitCode()).as(ended.out() + ended.err()).isZero();
    }

    @Test
    void billSamplesForksOfTheJar() throws Exception {
        Ended ended = run("bill --jar " + newer + " -d out -f 2 -i 40 -r 20ms " + ROW);
        assertThat(ended.exitCode()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.out()).contains(ROW + ": ").containsPattern("\\d+ samples in 2 forks");
        assertThat(ended.err()).doesNotContain("FAILED");
    }
}

package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.callcost.data.Fork;
import dev.callcost.data.LogLines;
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

/** callcost.jar with the jars of a project that is not the suite's, built by Maven with a library in two versions. */
class SampleProjectIT {
    private static final Path CALLCOST = Path.of("callcost.jar").toAbsolutePath();
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
        return SampleProject.java(directory, CALLCOST, arguments);
    }

    private List<JsonObject> lines(String type) throws IOException {
        return LogLines.read(directory.resolve("out/log.jsonl"), type);
    }

    /** The first scout takes longer than a budget of 100 ms. The fastest of many iterations scatter little. */
    @Test
    void compareMeasuresBothJarsWithForksThatWarmUpUntilTheyAreWarmOnceScoutsLeaveTimeForPairs() throws Exception {
        String compare = "compare --base " + older + " --head " + newer
                + " -d out --margin 95% -jvmArgsAppend -XX:TieredStopAtLevel=1 -i 20 -r 5ms " + ROW;
        Ended over = run(compare + " --budget 100ms");
        assertThat(over.exitCode()).as(over.out() + over.err()).isZero();
        assertThat(over.err()).contains("The budget is over: scouts know 0 of 1 row, and no further pair begins.");
        assertThat(over.out()).startsWith("INCONCLUSIVE").contains("--budget ");

        Ended ended = run(compare + " --budget 10min");
        assertThat(ended.exitCode()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.err())
                .contains("budget 10 min", " differ in ", "first pairs: 1 row")
                .containsPattern("Scouts and counts took \\d.* of the budget\\. Pairs take ");
        assertThat(lines("failed")).isEmpty();
        assertThat(lines("pair").get(0).get("first").getAsBoolean()).isTrue();
        Set<Integer> deciding = lines("pair").stream()
                .filter(pair -> !pair.get("first").getAsBoolean())
                .map(pair -> pair.get("round").getAsInt())
                .collect(Collectors.toSet());
        assertThat(lines("fork")).isNotEmpty().map(Fork::of).allSatisfy(fork -> {
            assertThat(fork.row().primary().forks().get(0)).hasSize(20);
            assertThat(fork.warmUp().warm() || !deciding.contains(fork.round())).isTrue();
        });
    }
}

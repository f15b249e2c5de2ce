package dev.callcost.compare.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonObject;
import dev.callcost.data.LogLines;
import dev.callcost.launch.PlantedJar;
import dev.callcost.launch.PlantedRuns;
import dev.callcost.launch.SpawnedMain;
import dev.callcost.text.Program.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pairs of a jar that knows nothing of this suite, two at once. */
class SideBySideIT extends PlantedRuns {
    @TempDir
    static Path shared;

    private static Path foreign;
    private static List<Integer> cpus;

    @BeforeAll
    static void build() throws IOException {
        SideBySide two = SideBySide.of(Optional.of(2), 1);
        assumeTrue(two.pairs() == 2, () -> "two pairs at once: " + two.note());
        cpus = two.cpus();
        Path classes = shared.resolve("classes");
        SpawnedMain.compile(Path.of("src/test/resources/foreign"), classes);
        foreign = PlantedJar.ofJmhAlone(shared.resolve("foreign.jar"), classes);
    }

    private SpawnedMain begin(String words) throws IOException {
        return start(
                "compare -d out -wi 0 -i 5 -r 20ms --base " + foreign + " --head " + foreign + " " + words,
                "-jvmArgs",
                "-Dcpus=" + directory.resolve("cpus"),
                "--base-jvm-args",
                "-Dside=base",
                "--head-jvm-args",
                "-Dside=head");
    }

    private Ended compare(String words) throws Exception {
        try (SpawnedMain main = begin(words)) {
            return main.ended();
        }
    }

    /** What forks wrote, by a column: side, CPUs, processors, collectors, compilers, collector threads. */
    private Set<String> column(int number) throws IOException {
        return Files.readAllLines(directory.resolve("cpus")).stream()
                .map(line -> line.split(";")[number])
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private Set<String> columns(int from) throws IOException {
        return Files.readAllLines(directory.resolve("cpus")).stream()
                .map(line -> line.split(";", from + 1)[from])
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private Path comparison() {
        return directory.resolve("out/log.jsonl");
    }

    private List<JsonObject> lines(String type) throws IOException {
        return LogLines.read(comparison(), type);
    }

    private List<JsonObject> pairs() throws IOException {
        return lines("pair");
    }

    private static Set<String> texts(Collection<Integer> numbers) {
        return numbers.stream().map(String::valueOf).collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void bothForksOfAPairHaveOneCpuAndTheJvmTheyWouldHaveWithAll() throws Exception {
        untilLines(1 + 3 + 1 + 2 + 4 * 3, "--parallel 2 --budget 10min CpusBenchmark.single");
        assertThat(column(0)).containsExactly("base", "head");
        assertThat(column(1)).isEqualTo(texts(cpus));
        Set<String> jvms = columns(2);
        assertThat(jvms).as("processors, collectors, threads").hasSize(1);
        assertThat(pairs()).allMatch(pair -> pair.get("atOnce").getAsInt() == 2);
        assertThat(lines("parallel")).hasSize(1);
        assertThat(Files.readString(comparison())).doesNotContain("ActiveProcessorCount");
        assertNothingIsLeft();

        Files.delete(directory.resolve("cpus"));
        untilLines(Files.readAllLines(comparison()).size() + 3, "--parallel 1 --budget 20min CpusBenchmark.single");
        assertThat(column(1)).as("the same folder, one pair at a time").doesNotContainAnyElementsOf(texts(cpus));
        assertThat(columns(2)).isEqualTo(jvms);
        assertThat(check("", "out").exitCode()).isZero();
    }

    @Test
    void theUsersNumberOfCpusAndCollectorWin() throws Exception {
        compare("--parallel 2 --budget 1s -jvmArgsAppend -XX:ActiveProcessorCount=1 CpusBenchmark.single -p number=1");
        assertThat(columns(1)).allMatch(line -> line.matches("\\d+;1;Copy,MarkSweepCompact;.*"));
        assertThat(Files.readString(comparison())).contains("-XX:ActiveProcessorCount=1");
    }

    @Test
    void aRowWithTwoBusyThreadsRunsAlone() throws Exception {
        untilLines(1 + 3 + 1 + 1 + 2 + 4 * 3, "--parallel 2 --budget 10min CpusBenchmark.(helped|single) -p number=1");
        List<JsonObject> needs = lines("cpus");
        assertThat(needs).hasSize(1);
        assertThat(needs.get(0).get("row").toString()).contains("helped");
        assertThat(needs.get(0).get("threads").getAsInt()).isEqualTo(2);
        for (JsonObject pair : pairs()) {
            assertThat(pair.has("atOnce"))
                    .as(pair.toString())
                    .isEqualTo(pair.get("row").toString().contains("single"));
        }
    }

    @Test
    void aRowThatFailsLeavesTheOthersAlone() throws Exception {
        untilLines(1 + 3 + 1 + 2 + 3 + 2 * 3, "--parallel 2 --budget 10min CpusBenchmark.(single|fails) -p number=1");
        assertThat(lines("failed")).isNotEmpty();
        assertThat(pairs())
                .isNotEmpty()
                .allMatch(pair -> pair.get("row").toString().contains("single"));
        assertNothingIsLeft();
    }

    /** The first pairs of a few rows run both ways. */
    @Test
    void withoutTheOptionFirstPairsShowHowManyRunAtOnce() throws Exception {
        String words = "--budget 10min CpusBenchmark.single";
        int first = 1 + 3 + 4 * 3 + 1; // header, rows, pairs with their forks, how many at once
        assertThat(untilLines(first + 2, words))
                .containsPattern("at a time.*: 2 at once take \\S+ s a pair in place of ");
        JsonObject found = lines("parallel").get(0);
        assertThat(found.keySet()).contains("pairs", "aloneSeconds", "seconds", "variance");
        for (String number : List.of("1", "2")) {
            assertThat(pairs().stream()
                            .filter(pair -> pair.get("row").toString().contains("\"number\":\"" + number + "\"")))
                    .extracting(pair -> pair.has("atOnce"))
                    .contains(true, false);
        }

        assertThat(untilLines(Files.readAllLines(comparison()).size() + 1, words))
                .as("the log has it")
                .doesNotContain("in place of");
        assertThat(lines("parallel").get(1)).isEqualTo(found);
    }

    /** Ends a comparison when its log has so many lines, and returns what it told. */
    private String untilLines(int lines, String words) throws Exception {
        Files.createDirectories(directory.resolve("out"));
        try (SpawnedMain main = begin(words)) {
            SpawnedMain.awaitLines(comparison(), lines);
            main.terminate();
            return main.ended().err();
        }
    }

    @Test
    void onCtrlCAndWhenItIsKilledAllPairsEnd() throws Exception {
        for (boolean isKilled : List.of(false, true)) {
            Path cpus = directory.resolve("cpus");
            Files.deleteIfExists(cpus);
            try (SpawnedMain main = begin("--parallel 2 --budget 10min -r 100ms CpusBenchmark.single")) {
                SpawnedMain.awaitLines(cpus, 4);
                List<ProcessHandle> processes = main.forks();
                if (isKilled) {
                    main.kill();
                } else {
                    main.terminate();
                    assertThat(main.ended().out()).contains("INCONCLUSIVE");
                }
                SpawnedMain.assertEnd(processes);
            }
        }
    }

    @Test
    void numbersThatCannotBe() throws Exception {
        Ended none = compare("--parallel 0 CpusBenchmark");
        assertThat(none.exitCode()).isEqualTo(64);
        assertThat(none.err()).contains("compare: --parallel 0: at least one pair runs at a time");
        Ended word = compare("--parallel all CpusBenchmark");
        assertThat(word.exitCode()).isEqualTo(64);
        Ended more = compare("--parallel 1000 --budget 1s CpusBenchmark.single -p number=1");
        assertThat(more.err()).containsPattern("\\d+ pairs at a time, not 1000: ");
    }
}

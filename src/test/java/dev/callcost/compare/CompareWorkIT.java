package dev.callcost.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.callcost.compare.session.SessionFile;
import dev.callcost.data.LogLines;
import dev.callcost.launch.PlantedRuns;
import dev.callcost.launch.SpawnedMain;
import dev.callcost.reach.CompiledJar;
import dev.callcost.text.Program.Ended;
import dev.callcost.work.WorkProfilerIT;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What rows of a suite of others execute, in sessions. */
class CompareWorkIT extends PlantedRuns {
    private static final String BENCHMARKS = """
            package org.example;
            import org.openjdk.jmh.annotations.*;
            @State(Scope.Benchmark)
            @BenchmarkMode(Mode.AverageTime)
            public class Bench {
                @Benchmark public int looped() { return Library.looped(100); }
                @Benchmark public int renamed() { return Library.renamed(3); }
                @Benchmark public int boxed() { return Library.boxed(7); }
                @Benchmark public int failing() { return Library.failing(); }
                @Benchmark public int untouched() { return 1; }
            }
            class Library {
                static int looped(int n) { int sum = 0; for (int k = 0; k < n; k++) { sum += k; } return sum; }
                static int renamed(int n) { return n + n; }
                static int boxed(int n) { return n + 1; }
                static int failing() { return 1; }
            }
            """;

    @TempDir
    static Path jars;

    @BeforeAll
    static void build() throws IOException {
        jar("old", BENCHMARKS);
        jar(
                "new",
                BENCHMARKS
                        .replace("{ sum += k; }", "{ int next = k; sum += next; }")
                        .replace("return n + n;", "return n * n;")
                        .replace("return n + 1;", "Integer box = n; return box + 1;")
                        .replace(
                                "failing() { return 1; }",
                                "failing() { if (WORKS) { return 2; } throw new IllegalStateException(); }\n"
                                        + "    static final boolean WORKS = java.lang.management.ManagementFactory"
                                        + ".getRuntimeMXBean().getInputArguments().stream()"
                                        + ".noneMatch(it -> it.contains(\"javaagent\"));"));
    }

    private static void jar(String name, String source) throws IOException {
        CompiledJar.ofBenchmarks(jars.resolve(name), source).write();
    }

    private Ended compare(String words) throws Exception {
        return run("compare -d out --parallel 1 -i 5 -r 10ms -wi 5 -w 10ms --base " + jars.resolve("old.jar")
                + " --head " + jars.resolve("new.jar") + " " + words);
    }

    private List<JsonObject> lines(String type) throws IOException {
        return LogLines.read(directory.resolve("out/log.jsonl"), type);
    }

    private static String row(JsonElement row) {
        return row.getAsJsonObject()
                .getAsJsonObject("row")
                .get("benchmark")
                .getAsString()
                .replace("org.example.", "");
    }

    @Test
    void workAloneIsCountedAndReadAgain() throws Exception {
        Ended alone = compare("--work-only");
        assertThat(alone.exitCode()).as(alone.out() + alone.err()).isZero();
        assertThat(alone.out())
                .startsWith("WORK ONLY: 2 of 4 rows execute other work, the most Bench.boxed +")
                .contains(
                        "; time was not measured.\n",
                        ", all of them in Library.boxed; calls Integer.intValue once",
                        " method of the JDK: their work is not counted",
                        "work: bytecodes that the application's and the JDK's classes execute per call",
                        "Bench.looped  ",
                        " bytecodes more per call (",
                        ", all of them in Library.looped",
                        "Counted 4 rows: 1 does the same work, ",
                        "1 could not be counted.",
                        "1 row was not measured: its short fork ran no changed code.",
                        "work not counted, head: ")
                .doesNotContain("slower", "faster", "regression", "REGRESSION", "To measure for ");
        assertThat(alone.err()).contains("Counted 4 rows: ").doesNotContain("budget");
        assertThat(lines("work")).as("no row twice").hasSize(4);
        assertThat(lines("pair")).isEmpty();
        assertThat(directory.resolve("out/report.html"))
                .content()
                .contains("Bench.<wbr>boxed", "time was not measured");
        Ended checked = run("check --paired out");
        assertThat(checked.out()).isEqualTo(alone.out());
        assertThat(checked.exitCode()).isZero();
        assertThat(run("check --paired --fail-on-work 1% out").exitCode()).isEqualTo(1);
        JsonObject json = JsonParser.parseString(
                        run("check --paired --format json out").out())
                .getAsJsonObject();
        assertThat(json.getAsJsonArray("rows")).hasSize(4);
        JsonObject looped = json.getAsJsonArray("rows").asList().stream()
                .map(JsonElement::getAsJsonObject)
                .filter(it -> row(it).equals("Bench.looped"))
                .findFirst()
                .orElseThrow()
                .getAsJsonObject("work");
        assertThat(looped.get("kind").getAsString()).isEqualTo("MORE");
        assertThat(looped.getAsJsonObject("head").get("bytecodes").getAsDouble()
                        - looped.getAsJsonObject("base").get("bytecodes").getAsDouble())
                .isEqualTo(looped.getAsJsonArray("methods")
                        .get(0)
                        .getAsJsonObject()
                        .get("bytecodes")
                        .getAsDouble());
        assertThat(looped.getAsJsonObject("counted").get("scope").getAsString()).isEqualTo("all");
        assertNothingIsLeft();
    }

    /**
     * The hash codes of the keys are equal. The first key of the bucket is found by 2 bytecodes; the fourth one takes 6
     * for the first, 8 to go on, 21 for each of two more, and 12 for itself.
     */
    @Test
    void whatTheJdkAloneDoesMoreIsSeen() throws Exception {
        String source = """
                package org.example;
                import java.util.*;
                import org.openjdk.jmh.annotations.*;
                @State(Scope.Thread)
                public class Maps {
                    @Benchmark public int found() { return Library.found(); }
                    @Benchmark public int replaced() { return Library.replaced(); }
                    @Benchmark public int list() { return Library.list(); }
                    @Benchmark public int absent() { return Library.absent(); }
                }
                class Library {
                    static final String[] KEYS = {"AaAa", "BBBB", "AaBB", "BBAa"};
                    static final Map<String, Integer> MAP = new HashMap<>();
                    static { for (String key : KEYS) { MAP.put(key, 1); } }
                    static int found() { return MAP.get(KEYS[0]); }
                    static int replaced() { return MAP.replace(KEYS[1], 3); }
                    static int list() { return List.of(1, 2).size(); }
                    static int absent() { return MAP.getOrDefault("a", 2); }
                }
                """;
        CompiledJar.ofBenchmarks(directory.resolve("first"), source).write();
        CompiledJar.ofBenchmarks(directory.resolve("last"), source.replace("MAP.get(KEYS[0])", "MAP.get(KEYS[3])"))
                .write();
        Ended ended = run("compare -d out --work-only --all-rows --base first.jar --head last.jar");
        assertThat(ended.exitCode()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.out())
                .startsWith("WORK ONLY: 1 of 4 rows executes other work, Maps.found +")
                .containsPattern("\n +executes as many bytecodes per call in the application, and \\d+ more in the JDK"
                        + " \\(\\d+ -> \\d+, \\+\\S+%\\), \\+\\d+ in String.equals\n")
                .contains("\nCounted 4 rows: 3 do the same work, 1 does more work.\n");
        for (JsonObject line : lines("work")) {
            JsonObject work = line.getAsJsonObject("work");
            boolean isFound = row(line).equals("Maps.found");
            assertThat(work.get("kind").getAsString()).as(row(line)).isEqualTo(isFound ? "MORE" : "SAME");
            assertThat(work.get("base").getAsJsonObject().get("bytecodes"))
                    .isEqualTo(work.get("head").getAsJsonObject().get("bytecodes"));
            assertThat(work.getAsJsonObject("counted").get("scope").getAsString())
                    .isEqualTo("all in a shared JVM");
            Map<String, Double> more = new TreeMap<>();
            JsonObject jdk = work.getAsJsonObject("jdkWork");
            jdk.getAsJsonArray("methods")
                    .forEach(it -> more.put(
                            it.getAsJsonObject().get("name").getAsString(),
                            it.getAsJsonObject().get("bytecodes").getAsDouble()));
            if (isFound) {
                assertThat(more)
                        .containsOnlyKeys("java.util.HashMap.getNode", "java.lang.String.equals")
                        .containsEntry("java.util.HashMap.getNode", 6 + 8 + 2 * 21 + 12 - 2.0);
            } else {
                assertThat(more).isEmpty();
            }
            assertThat(jdk.get("head").getAsDouble() - jdk.get("base").getAsDouble())
                    .isEqualTo(more.values().stream().mapToDouble(it -> it).sum());
        }
        assertThat(run("check --paired out").out()).isEqualTo(ended.out());
        assertThat(run("check --paired --fail-on-work 1% out").exitCode()).isEqualTo(1);
    }

    @Test
    void countsStandBesideTheTimeAndFailOnlyWhereTheUserWants() throws Exception {
        String words = "--margin 95% --budget 5min looped|renamed|untouched";
        assertThat(compare(words + " --work-only").out()).startsWith("WORK ONLY: 1 of 2 rows executes other work");
        Ended ended = compare(words + " --fail-on-work 1%");
        assertThat(ended.exitCode()).as(ended.out() + ended.err()).isEqualTo(1);
        assertThat(ended.out())
                .startsWith("WORK: 1 row executes over 1% more bytecodes per call, Bench.looped +")
                .containsPattern("Bench\\.renamed .* same +same")
                .containsPattern("Bench\\.looped .* \\+\\d\\S+% +same\n    executes \\d+ bytecodes more per call");
        assertThat(lines("work")).hasSize(2);
        Ended checked = run("check --paired --fail-on-work 1% out");
        assertThat(checked.out()).isEqualTo(ended.out());
        assertThat(checked.exitCode()).isEqualTo(1);
        Ended usual = run("check --paired out");
        assertThat(usual.exitCode()).isZero();
        assertThat(usual.out()).doesNotContain("WORK");

        int pairs = SessionFile.read(directory.resolve("out")).pairs().size();
        Ended again = compare(words);
        assertThat(again.out()).as("resumed").isEqualTo(usual.out());
        assertThat(lines("work")).hasSize(2);
        assertThat(SessionFile.read(directory.resolve("out")).pairs()).hasSize(pairs);
        assertNothingIsLeft();
    }

    @Test
    void stoppedBeforeTheFirstPairItSaysWhatIsKnownAndHowToResume() throws Exception {
        Files.createDirectory(directory.resolve("out"));
        try (SpawnedMain main = start("compare -d out --parallel 1 --budget 10min -wi 5 -w 1s --base "
                + jars.resolve("old.jar") + " --head " + jars.resolve("new.jar"))) {
            SpawnedMain.awaitLines(directory.resolve("out/log.jsonl"), 2 + 5 + 4);
            main.terminate();
            Ended ended = main.ended();
            assertThat(lines("pair")).isEmpty();
            assertThat(ended.out().replace('\n', ' '))
                    .as(ended.err())
                    .startsWith("WORK ONLY: 2 of 4 rows execute other work, ")
                    .contains("; time was not measured.  Stopped after the work of 4 rows was counted, before the first"
                            + " pair ended. To resume, use the same command with -d out  row ");
            assertNothingIsLeft();
        }
    }

    /** Code that two JDKs run is the same work, though all rows are measured. */
    @Test
    void theWorkOfOneJarComparesOnTwoJdks() throws Exception {
        Path other = WorkProfilerIT.jdk25();
        assumeTrue(other != null, "no JDK 25 beside this one");
        Ended ended = run("compare -d out --work-only --base " + jars.resolve("old.jar") + " --head-jvm " + other
                + " looped|renamed|boxed");
        assertThat(ended.exitCode()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.out())
                .startsWith("WORK ONLY: 0 of 3 rows execute other work; time was not measured.\n")
                .contains("all rows are measured: the sides have different JVMs");
        assertThat(lines("work")
                        .get(0)
                        .getAsJsonObject("work")
                        .getAsJsonObject("counted")
                        .getAsJsonArray("jvms"))
                .hasSize(2);
    }

    @Test
    void theSameCodeIsCountedAsTheSameWhereAllRowsAreWanted() throws Exception {
        Files.copy(jars.resolve("old.jar"), directory.resolve("copy.jar"));
        Ended ended = run("compare -d out --work-only --all-rows --fail-on-work 0.01% --base " + jars.resolve("old.jar")
                + " --head " + directory.resolve("copy.jar"));
        assertThat(ended.exitCode()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.out())
                .startsWith("WORK ONLY: 0 of 5 rows execute other work; time was not measured.\n")
                .contains("\nCounted 5 rows: 5 do the same work.\n");
        assertThat(run("check --fail-on-work 1% a.json b.json").exitCode()).isEqualTo(64);
    }
}

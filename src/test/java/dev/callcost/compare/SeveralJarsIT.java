package dev.callcost.compare;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.callcost.compare.session.SessionFile;
import dev.callcost.data.LogLines;
import dev.callcost.launch.PlantedRuns;
import dev.callcost.reach.CompiledJar;
import dev.callcost.text.Program.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several JMH jars in one session, and base's benchmarks with head's library. */
class SeveralJarsIT extends PlantedRuns {
    /** A benchmark that notes which library it runs with. */
    private static final String BENCHMARKS = """
            package org.example;
            import org.openjdk.jmh.annotations.*;
            @State(Scope.Benchmark)
            public class Bench {
                @Setup public void note() throws java.io.IOException {
                    java.nio.file.Files.writeString(java.nio.file.Path.of(System.getProperty("ran")), Library.name(),
                            java.nio.file.StandardOpenOption.CREATE, java.nio.file.StandardOpenOption.APPEND);
                }
                @Benchmark public long read() { return Library.read(WORK); }
                @Benchmark public long unchanged() { return WORK; }
                MORE
            }
            class Library {
                static String name() { return "LIBRARY "; }
                static long read(int n) { long sum = 0; for (int k = 0; k < TURNS; k++) { sum += k * k; } return sum; }
                LESS
            }
            """;

    private static final String ONLY_IN_B = "@Benchmark public long onlyInB() { return Library.more(); }";
    private static final String MORE = "static long more() { return 1; }";
    private static final String REMOVED = "@Benchmark public long removed() { return Library.more(); }";

    @TempDir
    static Path jars;

    /** Other code of a-1.1 takes the same time, so that few pairs show it. */
    @BeforeAll
    static void build() throws IOException {
        jar("a-1.0", "a1", 100, "10 * n", "", "").write();
        jar("a-1.1", "a2", 100, "n * 10", "", "").write();
        jar("b-1.0", "b1", 100, "3 * n", ONLY_IN_B, MORE)
                .with("config.txt", "1")
                .write();
        jar("b-1.1", "b2", 100, "3 * n", ONLY_IN_B, MORE)
                .with("config.txt", "2")
                .write();
        jar("hiding", "hiding", 50, "20 * n", "", "").write();
        jar("removing", "removing", 100, "10 * n", REMOVED, MORE).write();
    }

    private static CompiledJar jar(String name, String library, int work, String turns, String more, String less)
            throws IOException {
        return new CompiledJar(jars.resolve(name))
                .withJmh()
                .compileBenchmarks(BENCHMARKS
                        .replace("LIBRARY", library)
                        .replace("WORK", "" + work)
                        .replace("TURNS", turns)
                        .replace("MORE", more)
                        .replace("LESS", less));
    }

    private static String both() {
        return "--base " + jars.resolve("a-1.0.jar") + " --base " + jars.resolve("b-1.0.jar") + " --head "
                + jars.resolve("b-1.1.jar") + " --head " + jars.resolve("a-1.1.jar");
    }

    /** The fastest of many iterations scatter so little that few pairs are enough on a busy machine too. */
    private String compare(String words) {
        return "compare -d out --parallel 1 -i 20 -r 5ms -wi 5 -w 10ms -jvmArgsAppend -Dran=" + directory.resolve("ran")
                + " " + words;
    }

    private static String label(JsonElement row) {
        JsonObject key = row.getAsJsonObject().getAsJsonObject("row");
        return key.get("module").getAsString() + " " + key.get("benchmark").getAsString();
    }

    @Test
    void theReasonOfOneModuleIsOnItsRows() throws Exception {
        Ended plan = run(compare("--plan " + both()));
        assertThat(plan.exitCode()).as(plan.out() + plan.err()).isZero();
        assertThat(plan.err()).contains("base and head differ in ");
        assertThat(plan.out())
                .contains(
                        "Run changed methods:\n  a/Bench.read: Library.read\n",
                        "Measured for another reason:\n",
                        "  b/Bench.read: b: resource config.txt differs",
                        "  Bench.onlyInB: b: resource config.txt differs",
                        "Run changed methods only in set-up:\n  a/Bench.unchanged: Library.name\n");
        assertNothingIsLeft();
    }

    private Ended read(String more) throws Exception {
        return run(compare(more + "--margin 95% --budget 5min " + both() + " read"));
    }

    @Test
    void modulesWithTheSameRowAndAnotherLibraryAreMeasuredAsOneSuite() throws Exception {
        read("--plan ");
        assertThat(LogLines.read(directory.resolve("out/log.jsonl"), "reached")).hasSize(2);
        Ended ended = read("");
        assertThat(ended.exitCode()).as(ended.out() + ended.err()).isZero();
        assertThat(LogLines.read(directory.resolve("out/log.jsonl"), "reached")).hasSize(2);
        assertThat(ended.out())
                .contains("a/Bench.read ", "b/Bench.read ", "base 2 jars: a (SHA-256 ", "head 2 jars: a (SHA-256 ");
        assertThat(Files.readString(directory.resolve("ran")).split(" ")).contains("a1", "a2", "b1", "b2");
        JsonObject first =
                LogLines.read(directory.resolve("out/log.jsonl"), "run").get(0);
        assertThat(first.getAsJsonArray("sides"))
                .extracting(side -> side.getAsJsonObject().get("jar").getAsString())
                .containsExactly("a-1.0.jar", "b-1.0.jar", "a-1.1.jar", "b-1.1.jar");
        assertThat(Files.readString(directory.resolve("out/report.html")).replace("<wbr>", ""))
                .contains("a/Bench.read", "b/Bench.read");
        assertNothingIsLeft();

        Ended checked = check("", "out");
        assertThat(checked.out()).isEqualTo(ended.out());
        assertThat(checked.exitCode()).isEqualTo(ended.exitCode());
        JsonObject json =
                JsonParser.parseString(check("--format json", "out").out()).getAsJsonObject();
        assertThat(json.getAsJsonArray("rows"))
                .extracting(SeveralJarsIT::label)
                .containsExactlyInAnyOrder("a org.example.Bench.read", "b org.example.Bench.read");

        int pairs = SessionFile.read(directory.resolve("out")).pairs().size();
        assertThat(read("").out()).as("resumed").isEqualTo(ended.out());
        assertThat(SessionFile.read(directory.resolve("out")).pairs()).hasSize(pairs);
        Ended other =
                run(compare("--base " + jars.resolve("a-1.0.jar") + " --head " + jars.resolve("a-1.1.jar") + " read"));
        assertThat(other.err()).contains("out holds another comparison (not the same: base, head, the rows, --margin)");
    }

    @Test
    void aRegularExpressionSelectsOverAllModulesAndOneMayHaveNone() throws Exception {
        Ended plan = run(compare("--plan " + both() + " onlyInB"));
        assertThat(plan.exitCode()).as(plan.out() + plan.err()).isZero();
        assertThat(plan.out())
                .contains("Bench.onlyInB: b: resource config.txt differs")
                .doesNotContain("read");
        Ended none = run(compare("--plan " + both() + " nothing"));
        assertThat(none.err()).contains("no benchmark matches nothing");
        Ended uneven = run(compare(both() + " --base " + jars.resolve("b-1.0.jar")));
        assertThat(uneven.exitCode()).isEqualTo(64);
        assertThat(uneven.err()).contains("3 --base and 2 --head");
    }

    private Ended plan(String base, String head, String more) throws Exception {
        return plan(base, head, more, 0);
    }

    private Ended plan(String base, String head, String more, int exitCode) throws Exception {
        Ended plan = run(compare(
                "--plan " + more + "--base " + jars.resolve(base + ".jar") + " --head " + jars.resolve(head + ".jar")));
        assertThat(plan.exitCode()).as(plan.out() + plan.err()).isEqualTo(exitCode);
        return plan;
    }

    /** Head's library does twice the work, and its benchmark asks for half of it. */
    @Test
    void aBenchmarkThatChangedDoesNotHideTheLibrary() throws Exception {
        assertThat(plan("a-1.0", "hiding", "").out()).containsPattern("Bench\\.read: .*Bench\\.read");
        Files.delete(directory.resolve("out/log.jsonl"));
        assertThat(plan("a-1.0", "hiding", "--benchmarks base ").out())
                .contains("Run changed methods:\n  Bench.read: Library.read\n");
        assertThat(Files.readString(directory.resolve("ran"))).contains("hiding");
    }

    @Test
    void aPlanOfRowsThatAllFailSaysWhyAndOffersNoMeasurement() throws Exception {
        Ended plan = plan("a-1.0", "a-1.1", "-jvmArgsAppend -version ", 3);
        assertThat(plan.out())
                .containsPattern("\\n0 of (\\d+) rows? run changed methods, \\1 cannot run\\.\\n")
                .contains("Cannot run:\n  Bench.", "\n  Bench.read: head: it ended without a result\n");
        assertThat(plan.err()).doesNotContain("To measure");
    }

    @Test
    void aRowThatDoesNotLinkIsNamedAndNotMeasured() throws Exception {
        Ended plan = plan("removing", "a-1.1", "--benchmarks base ");
        assertThat(plan.err())
                .contains("Bench.removed mode=thrpt: skipped, head: it has no method Library.more() that returns long");
        assertThat(plan.out())
                .contains(
                        "1 cannot run.",
                        "Cannot run:\n  Bench.removed: head: it has no method Library.more() that returns long\n",
                        "Run changed methods:\n  Bench.read: Library.read\n");
        assertThat(SessionFile.read(directory.resolve("out")).header().onlyInBase())
                .isEmpty();
    }
}

package dev.callcost.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.callcost.agent.WorkReader;
import dev.callcost.reach.CompiledJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.Main;
import org.openjdk.jmh.util.Utils;

/** JMH's own main with a jar that knows nothing of this suite. */
public class WorkProfilerIT {
    private static final String BENCHMARKS = """
            package org.example;
            import java.util.*;
            import org.openjdk.jmh.annotations.*;
            @State(Scope.Thread)
            public class Rows {
                Map<String, Integer> map = new HashMap<>();
                Random random = new Random();
                @Setup public void up() { for (int k = 0; k < 50; k++) { map.put("k" + k, k); } }
                @Benchmark public int loop() { int sum = 0; for (int k = 0; k < 100; k++) { sum += k; } return sum; }
                @Benchmark @OperationsPerInvocation(10) public int parts() { int sum = 0; for (int k = 0; k < 10; k++) { sum += k; } return sum; }
                @Benchmark public long[] arrays() { return new long[random.nextInt(20)]; }
                @Benchmark @BenchmarkMode({Mode.SingleShotTime, Mode.SampleTime}) public int get() { return map.get("k7") + map.hashCode(); }
                @Benchmark @Fork(jvmArgsAppend = "-XX:+UseParallelGC") public String text() { return "a" + random.nextInt(10); }
            }
            """;

    @TempDir
    static Path directory;

    private static Path jar;
    private static Map<String, Map<String, Double>> rows;

    @BeforeAll
    static void run() throws Exception {
        jar = CompiledJar.ofBenchmarks(directory.resolve("foreign"), BENCHMARKS).write();
        rows = rows(Utils.getCurrentJvm(), "", ".*");
    }

    private static String printed(Path jar, String jvm, String options, String... more) throws Exception {
        Path printed = directory.resolve("printed");
        List<String> command = new ArrayList<>(List.of(
                jvm,
                "-Djmh.ignoreLock=true",
                "-cp",
                jar + ":" + Path.of("callcost.jar").toAbsolutePath()));
        command.addAll(List.of(Main.class.getName(), "-prof", WorkProfiler.class.getName() + options));
        command.addAll(List.of("-wi", "1", "-i", "2"));
        command.addAll(List.of(more));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        assertThat(process.waitFor()).as(Files.readString(printed)).isZero();
        assertThat(Files.readString(printed)).doesNotContain("warning").doesNotContain("Exception");
        return Files.readString(printed);
    }

    /** Metrics by the benchmark's name and mode. */
    private static Map<String, Map<String, Double>> rows(String jvm, String options, String some) throws Exception {
        Path json = directory.resolve("result.json");
        printed(jar, jvm, options, some, "-f", "1", "-rf", "json", "-rff", json.toString());
        JsonArray all = JsonParser.parseString(Files.readString(json)).getAsJsonArray();
        Map<String, Map<String, Double>> rows = new TreeMap<>();
        for (JsonElement element : all) {
            JsonObject row = element.getAsJsonObject();
            Map<String, Double> metrics = new TreeMap<>();
            row.getAsJsonObject("secondaryMetrics")
                    .asMap()
                    .forEach((name, metric) -> metrics.put(
                            name, metric.getAsJsonObject().get("score").getAsDouble()));
            rows.put(
                    row.get("benchmark").getAsString().replaceFirst(".*\\.", "") + " "
                            + row.get("mode").getAsString(),
                    metrics);
        }
        return rows;
    }

    @Test
    void anybodysBenchmarkCountsInItsOwnMode() {
        assertThat(rows)
                .containsOnlyKeys("loop thrpt", "parts thrpt", "arrays thrpt", "get ss", "get sample", "text thrpt");
        assertThat(rows.get("loop thrpt"))
                .containsEntry(WorkReader.BYTECODES, 909.0)
                .containsEntry(WorkReader.CALLS, 1.0)
                .containsEntry(WorkReader.OBJECTS, 0.0)
                .containsEntry(WorkReader.BYTES, 0.0);
        assertThat(rows.get("parts thrpt")).containsEntry(WorkReader.BYTECODES, 9.9);
        assertThat(rows.get("get ss")).containsEntry(WorkReader.JDK_CALLS, 3.0);
        assertThat(rows.get("get sample"))
                .containsEntry(WorkReader.BYTECODES, rows.get("get ss").get(WorkReader.BYTECODES));
        assertThat(rows.get("arrays thrpt")).containsEntry(WorkReader.OBJECTS, 1.0);
    }

    /** JMH prints the text once for all forks. */
    @Test
    void aMethodThatDoesNotCountIsNamed() throws Exception {
        Path huge = CompiledJar.ofBenchmarks(
                        directory.resolve("huge"),
                        "package org.example; import org.openjdk.jmh.annotations.*;"
                                + " @State(Scope.Thread) public class Huge { boolean is;"
                                + " @Benchmark public int run() { return huge(is); }"
                                + " int huge(boolean is) { int k = 0; "
                                + "if (is) k++; ".repeat(9_300) // the compiler's stack grows with it
                                + "return k; } }")
                .write();
        assertThat(printed(huge, Utils.getCurrentJvm(), "", "-f", "2"))
                .containsOnlyOnce("work.uncounted\":\norg.example.Huge.huge\n");
    }

    @Test
    void theJdkCountsToo() throws Exception {
        Map<String, Map<String, Double>> withJdk = rows(Utils.getCurrentJvm(), ":scope=all", "Rows.(loop|get)");
        assertThat(withJdk).containsOnlyKeys("loop thrpt", "get ss", "get sample");
        assertThat(withJdk.get("loop thrpt"))
                .containsEntry(WorkReader.BYTECODES, 909.0)
                .containsEntry(WorkReader.JDK_BYTECODES, 0.0);
        assertThat(withJdk.get("get ss").get(WorkReader.JDK_BYTECODES))
                .as("hash codes of 50 entries")
                .isGreaterThan(50 * 20);
        assertThat(withJdk.get("get sample"))
                .containsEntry(WorkReader.JDK_BYTECODES, withJdk.get("get ss").get(WorkReader.JDK_BYTECODES));
        assertThat(rows.get("loop thrpt")).doesNotContainKey(WorkReader.JDK_BYTECODES);
        assertThatThrownBy(() -> new WorkProfiler("scope=jdk"))
                .hasMessage("unknown option 'scope=jdk'; the only one is scope=all");
    }

    @Test
    void anotherJdkCountsTheSameBytecodes() throws Exception {
        Path other = jdk25();
        assumeTrue(other != null, "no JDK 25 beside this one");
        Map<String, Map<String, Double>> others = rows(other.toString(), "", ".*");
        assertThat(others.keySet()).isEqualTo(rows.keySet());
        rows.forEach((row, metrics) -> assertThat(others.get(row))
                .as(row)
                .containsEntry(WorkReader.BYTECODES, metrics.get(WorkReader.BYTECODES))
                .containsEntry(WorkReader.CALLS, metrics.get(WorkReader.CALLS))
                .containsEntry(WorkReader.OBJECTS, metrics.get(WorkReader.OBJECTS)));
    }

    /** The java of a JDK 25 next to this one; null without it, and where this one is a JDK 25. */
    public static Path jdk25() throws IOException {
        if (Runtime.version().feature() == 25) {
            return null;
        }
        try (Stream<Path> beside =
                Files.list(Path.of(System.getProperty("java.home")).getParent())) {
            return beside.filter(it -> it.getFileName().toString().matches(".*\\b25\\b.*"))
                    .map(it -> it.resolve("bin/java"))
                    .filter(Files::isExecutable)
                    .findFirst()
                    .orElse(null);
        }
    }
}

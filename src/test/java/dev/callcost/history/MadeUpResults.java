package dev.callcost.history;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** A results file of JMH with two forks of three iterations a row. */
public final class MadeUpResults {
    /**
     * 80 runs of 34 commits and 41 rows of a public project, on three kinds of machine, as github-action-benchmark has
     * them.
     */
    public static final Path JEDIS = Path.of("results/examples/jedis.js.gz");

    private final List<String> rows = new ArrayList<>();

    /** A row in us/op. */
    public MadeUpResults row(String benchmark, double score) {
        return row(benchmark, "avgt", "us/op", score, "-Xmx1g");
    }

    public MadeUpResults row(String benchmark, String mode, String unit, double score, String argument) {
        double slow = unit.startsWith("ops") ? score / 9 : 9 * score;
        List<Double> first = List.of(0.98 * score, slow, 0.98 * score);
        List<Double> second = List.of(score / 0.98, score / 0.98, slow);
        rows.add("""
                {"jmhVersion":"1.37","benchmark":"%s","mode":"%s","threads":1,"forks":2,"jvmArgs":["%s"],"jdkVersion":"17.0.15",
                 "vmName":"OpenJDK 64-Bit Server VM","vmVersion":"17.0.15+6","measurementIterations":3,"measurementTime":"1 s",
                 "primaryMetric":{"scoreUnit":"%s","rawData":[%s,%s]},"secondaryMetrics":{}}""".formatted(benchmark, mode, argument, unit, first, second));
        return this;
    }

    /**
     * Gives the last row counts of work: 32 operations a fork, two calls and an object each.
     *
     * @param bytecodes per operation that each fork counted, under its chance
     */
    public MadeUpResults work(double... bytecodes) {
        return work(32, 1, 0, bytecodes);
    }

    public MadeUpResults work(int operations, int counter, double otherThreads, double... bytecodes) {
        StringBuilder metrics = new StringBuilder();
        metrics.append(metric("bytecodes", bytecodes));
        Map.of(
                        "calls",
                        2.0,
                        "objects",
                        1.0,
                        "jdkCalls",
                        0.5,
                        "otherThreads",
                        otherThreads,
                        "operations",
                        (double) operations,
                        "counter",
                        (double) counter)
                .forEach((name, value) -> metrics.append(',')
                        .append(metric(
                                name,
                                DoubleStream.generate(() -> value)
                                        .limit(bytecodes.length)
                                        .toArray())));
        return replaced("\"secondaryMetrics\":{}", "\"secondaryMetrics\":{" + metrics + "}");
    }

    /** Gives the last row, which has counts of two forks, counts of the JDK too. */
    public MadeUpResults jdkWork(double bytecodes) {
        String metric = metric("jdkBytecodes", bytecodes, bytecodes);
        return replaced("\"secondaryMetrics\":{", "\"secondaryMetrics\":{" + metric + ",");
    }

    /** Gives the last row another build of its JDK. */
    public MadeUpResults build(String version) {
        return replaced("\"17.0.15+6\"", "\"" + version + "\"");
    }

    private MadeUpResults replaced(String part, String other) {
        int last = rows.size() - 1;
        rows.set(last, rows.get(last).replace(part, other));
        return this;
    }

    private static String metric(String name, double... forks) {
        String raw = DoubleStream.of(forks).mapToObj(it -> "[" + it + "]").collect(Collectors.joining(","));
        return "\"work." + name + "\":{\"scoreUnit\":\"#/op\",\"rawData\":[" + raw + "]}";
    }

    /** Gives the last row another JDK. */
    public MadeUpResults jdk(String version) {
        return replaced("\"17.0.15\"", "\"" + version + "\"");
    }

    /**
     * Files of nights, named by commit: that of night n is n and five f's.
     *
     * @param factor how much longer {@code Cart.add} takes in the last nights
     * @param slower the number of these nights
     */
    public static Path[] nights(Path folder, int nights, double factor, int slower) throws IOException {
        Path[] files = new Path[nights];
        for (int n = 0; n < nights; n++) {
            double wobble = 1 + 0.004 * (n * 7 % 5 - 2) + 1e-5 * n;
            files[n] = new MadeUpResults()
                    .row("org.example.Cart.add", 20 * wobble * (n >= nights - slower ? factor : 1))
                    .row("org.example.Cart.drop", 30 / wobble)
                    .write(folder.resolve("%02dfffff.json".formatted(n)));
        }
        return files;
    }

    public Path write(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        return Files.writeString(file, rows.toString());
    }
}

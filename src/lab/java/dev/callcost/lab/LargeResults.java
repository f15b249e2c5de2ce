package dev.callcost.lab;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.StringJoiner;

/**
 * Writes two results files as large as the largest that was seen, 51 MB and 4,896 rows each, with made-up scores: {@code base.json} and {@code head.json}.
 * {@code check} on both has to end in 4 s with {@code -Xmx256m}.
 *
 * <pre>java src/lab/java/dev/callcost/lab/LargeResults.java FOLDER [rows of SampleTime in a hundred]</pre>
 */
public final class LargeResults {
    private static final int ROWS = 4896;
    private static final int FORKS = 5;
    private static final int ITERATIONS = 31;
    private static final String[] PERCENTILES = {
        "0.0", "50.0", "90.0", "95.0", "99.0", "99.9", "99.99", "99.999", "99.9999", "100.0"
    };

    private LargeResults() {}

    public static void main(String[] args) throws IOException {
        Path folder = Files.createDirectories(Path.of(args[0]));
        int sampled = args.length > 1 ? Integer.parseInt(args[1]) : 1;
        write(folder.resolve("base.json"), new Random(1), sampled);
        write(folder.resolve("head.json"), new Random(2), sampled);
    }

    private static void write(Path file, Random random, int sampled) throws IOException {
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(file))) {
            for (int row = 0; row < ROWS; row++) {
                out.print(row == 0 ? "[\n" : ",\n");
                boolean isSampled = row % 100 < sampled;
                double nanos = Math.exp(row % 17);
                out.printf("""
                            {
                                "jmhVersion" : "1.37",
                                "benchmark" : "org.example.large.Made%dBenchmark.call%d",
                                "mode" : "%s",
                                "threads" : 1,
                                "forks" : %d,
                                "jvm" : "java",
                                "jvmArgs" : [
                                    "-Xmx1g"
                                ],
                                "jdkVersion" : "17.0.15",
                                "vmName" : "OpenJDK 64-Bit Server VM",
                                "vmVersion" : "17.0.15+6",
                                "warmupIterations" : 5,
                                "warmupTime" : "1 s",
                                "warmupBatchSize" : 1,
                                "measurementIterations" : %d,
                                "measurementTime" : "1 s",
                                "measurementBatchSize" : 1,
                                "params" : {
                                    "size" : "%d"
                                },
                                "primaryMetric" : {
                        """, row / 48, row / 6 % 8, isSampled ? "sample" : "avgt", FORKS, ITERATIONS, 10 << row % 6);
                metric(out, random, nanos, "ns/op", isSampled);
                out.print("        },\n        \"secondaryMetrics\" : {\n");
                if (row % 4 == 0) {
                    out.print("            \"gc.alloc.rate.norm\" : {\n");
                    metric(out, random, 64, "B/op", false);
                    out.print("            }\n");
                }
                out.print("        }\n    }");
            }
            out.print("\n]\n");
        }
    }

    private static void metric(PrintWriter out, Random random, double value, String unit, boolean isSampled) {
        StringJoiner percentiles =
                new StringJoiner(",\n", "                \"scorePercentiles\" : {\n", "\n            },\n");
        for (String percentile : PERCENTILES) {
            percentiles.add("                    \"" + percentile + "\" : " + value * (1 + random.nextDouble()));
        }
        out.print("            \"score\" : " + value + ",\n            \"scoreError\" : " + value / 99
                + ",\n            \"scoreConfidence\" : [\n                " + value + ",\n                " + value
                + "\n            ],\n" + percentiles + "            \"scoreUnit\" : \"" + unit + "\",\n            \""
                + (isSampled ? "rawDataHistogram" : "rawData") + "\" : [\n");
        for (int fork = 0; fork < FORKS; fork++) {
            double level = value * Math.exp(0.01 * random.nextGaussian());
            StringJoiner scores = new StringJoiner(",\n", "                [\n", "\n                ]");
            for (int n = 0; n < ITERATIONS; n++) {
                scores.add("                    "
                        + (isSampled
                                ? histogram(random, level)
                                : String.valueOf(level * Math.exp(0.02 * random.nextGaussian()))));
            }
            out.print(scores + (fork < FORKS - 1 ? ",\n" : "\n            ]\n"));
        }
    }

    private static String histogram(Random random, double level) {
        StringJoiner pairs = new StringJoiner(", ", "[", "]");
        for (int n = 0; n < 40; n++) {
            pairs.add("[" + Math.rint(level * (100 + n)) / 100 + ", " + (1 + random.nextInt(1000)) + "]");
        }
        return pairs.toString();
    }
}

package dev.callcost.history;

import com.google.gson.Gson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A results file of JMH with two forks of three iterations a row. */
public final class MadeUpResults {
    private final List<Map<String, Object>> rows = new ArrayList<>();

    /** A row in us/op. */
    public MadeUpResults row(String benchmark, double score) {
        return row(benchmark, "avgt", "us/op", score, "-Xmx1g");
    }

    MadeUpResults row(String benchmark, String mode, String unit, double score, String argument) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("jmhVersion", "1.37");
        row.put("benchmark", benchmark);
        row.put("mode", mode);
        row.put("threads", 1);
        row.put("forks", 2);
        row.put("jvmArgs", List.of(argument));
        row.put("jdkVersion", "17.0.15");
        row.put("vmName", "OpenJDK 64-Bit Server VM");
        row.put("vmVersion", "17.0.15+6");
        row.put("measurementIterations", 3);
        row.put("measurementTime", "1 s");
        row.put(
                "primaryMetric",
                Map.of(
                        "scoreUnit",
                        unit,
                        "rawData",
                        List.of(
                                List.of(0.98 * score, 9 * score, 0.97 * score),
                                List.of(score / 0.98, 0.1 * score, score / 0.97))));
        row.put(
                "secondaryMetrics",
                Map.of(
                        "gc.alloc.rate.norm",
                        Map.of("scoreUnit", "B/op", "rawData", List.of(List.of(24, 24, 24), List.of(40, 40, 40)))));
        rows.add(row);
        return this;
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
            double wobble = 1 + 0.004 * (n * 7 % 5 - 2);
            files[n] = new MadeUpResults()
                    .row("org.example.Cart.add", 20 * wobble * (n >= nights - slower ? factor : 1))
                    .row("org.example.Cart.drop", 30 / wobble)
                    .write(folder.resolve("%02dfffff.json".formatted(n)));
        }
        return files;
    }

    public Path write(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        return Files.writeString(file, new Gson().toJson(rows));
    }
}

package dev.callcost.warnings;

import com.google.gson.Gson;
import dev.callcost.data.Fork;
import dev.callcost.data.Log;
import dev.callcost.data.LogLines;
import dev.callcost.data.RowKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;

/** The log of a run that never was, from a seeded generator. */
final class MadeUpRun {
    private static final Gson GSON = new Gson();

    private final List<Row> rows = new ArrayList<>();
    private final Random random;

    MadeUpRun(long seed) {
        random = new Random(seed);
    }

    /** A number for each iteration: measured ones are counted from 0, the warm-up's last one is -1. */
    interface Part {
        double of(int round, int iteration);
    }

    /**
     * By default the forks of a row differ by 1.5 % and its iterations by 3 %, both normal on the log scale, its
     * warm-up ends halfway, and the machine is quiet.
     */
    final class Row {
        private final String method;
        private final Map<String, String> params = new TreeMap<>();
        private final Map<String, Part> counters = new LinkedHashMap<>();
        private String mode = "avgt";
        private String unit = "us/op";
        private double score = 100;
        private int warmUp = 30;
        private Optional<String> warmUpTold = Optional.empty();
        private int measured = 20;
        private double millis = 100;
        private double iterationSpread = 0.03;
        private IntToDoubleFunction fork = round -> Math.exp(0.015 * random.nextGaussian());
        private Part trend = (round, iteration) -> iteration < -warmUp / 2 ? 2 : 1;

        private Row(String method) {
            this.method = method;
            counter(
                    "compilationMillis",
                    (round, iteration) -> iteration < -warmUp / 2 ? 80 : random.nextInt(4) == 0 ? 1 : 0);
            counter("classes", (round, iteration) -> iteration < -warmUp / 2 ? 20 : 0);
        }

        Row param(String name, String value) {
            params.put(name, value);
            return this;
        }

        /** What the fork says about its warm-up, in JSON. */
        Row warmUp(String told) {
            warmUpTold = Optional.of(told);
            return this;
        }

        Row mode(String other, String otherUnit, double otherScore) {
            mode = other;
            unit = otherUnit;
            score = otherScore;
            return this;
        }

        Row iterations(int warmUps, int count, double length) {
            warmUp = warmUps;
            measured = count;
            millis = length;
            return this;
        }

        Row fork(IntToDoubleFunction factor) {
            fork = factor;
            return this;
        }

        Row trend(Part factor) {
            trend = factor;
            return this;
        }

        /** Sets a counter of the iterations by its name in the log; others are 0. */
        Row counter(String name, Part value) {
            counters.put(name, value);
            return this;
        }

        private String line(int round) {
            double level = score * fork.applyAsDouble(round);
            List<String> iterations = new ArrayList<>();
            for (int i = -warmUp; i < measured; i++) {
                Map<String, Object> iteration = new LinkedHashMap<>();
                iteration.put("warmup", i < 0);
                iteration.put("nanos", Math.round(1e6 * millis));
                iteration.put("score", level * trend.of(round, i) * Math.exp(iterationSpread * random.nextGaussian()));
                iteration.put("operations", 1000);
                iteration.put("cpuNanos", Math.round(1e6 * millis));
                for (Map.Entry<String, Part> counter : counters.entrySet()) {
                    iteration.put(counter.getKey(), counter.getValue().of(round, i));
                }
                iterations.add(GSON.toJson(iteration));
            }
            RowKey key = new RowKey("dev.callcost.benchmark." + method, mode, params);
            return LogLines.fork(key, unit, round, Map.of(), warmUpTold, iterations);
        }
    }

    /** Adds a row, which comes after the others in each round. */
    Row row(String method) {
        Row row = new Row(method);
        rows.add(row);
        return row;
    }

    /** Adds a row whose iterations of a fork are equal, so that its lines are exact. */
    Row exactRow(String method) {
        Row row = row(method);
        row.iterationSpread = 0;
        return row;
    }

    /** Forty rows of the kinds that the ladder has, nothing wrong with any. */
    static MadeUpRun quiet(long seed) {
        MadeUpRun run = new MadeUpRun(seed);
        for (int i = 0; i < 16; i++) {
            run.row("LocalCallBenchmark.call" + i).mode("avgt", "ns/op", 2.4).iterations(30, 10, 100);
            run.row("GrpcBenchmark.unary")
                    .param("payload", "" + i)
                    .param("pinning", "ONE_CPU")
                    .iterations(180, 20, 100);
        }
        for (int i = 0; i < 4; i++) {
            run.row("RmiBenchmark.call").param("payload", "" + i).mode("sample", "us/op", 10);
            run.row("ColdBenchmark.first" + i)
                    .mode("ss", "ms/op", 30)
                    .iterations(0, 10, 30)
                    .trend((round, iteration) -> 10.0 / (1 + iteration))
                    .counter("compilationMillis", (round, iteration) -> 20);
        }
        return run;
    }

    /** The warnings about its log, which is written to a folder. */
    List<String> warnings(Path folder, int rounds) {
        return Warnings.of(log(folder, rounds));
    }

    List<Fork> log(Path folder, int rounds) {
        StringBuilder lines = new StringBuilder(LogLines.RUN);
        for (int round = 1; round <= rounds; round++) {
            for (Row row : rows) {
                lines.append(row.line(round));
            }
        }
        try {
            return Log.forks(Files.writeString(folder.resolve("results.log.jsonl"), lines));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

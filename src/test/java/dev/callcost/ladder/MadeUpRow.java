package dev.callcost.ladder;

import com.google.gson.Gson;
import dev.callcost.data.LogLines;
import dev.callcost.data.RowKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * A row of a made-up run. Unless it is told otherwise its forks differ by 1.5 % and its iterations by 3 %, both normal on the log scale, its
 * warm-up ends halfway, and the machine is quiet.
 */
public final class MadeUpRow {
    /** A number for each iteration: measured ones are counted from 0, the warm-up's last one is -1. */
    public interface Part {
        double of(int round, int iteration);
    }

    /** A number for each fork. */
    public interface OfFork {
        double of(int round);
    }

    private static final Gson GSON = new Gson();

    private final String method;
    private final Random random;
    private final Map<String, String> params = new TreeMap<>();
    private final Map<String, String> facts = new TreeMap<>();
    private final int place;
    private String mode = "avgt";
    private String unit = "us/op";
    private double score = 100;
    private int warmUp = 30;
    private int measured = 20;
    private double millis = 100;
    private double iterationSpread = 0.03;
    private OfFork fork;
    private Part trend = (round, iteration) -> iteration < -warmUp / 2 ? 2 : 1;
    private Part compilation;
    private Part classes = (round, iteration) -> iteration < -warmUp / 2 ? 20 : 0;
    private Part steal = (round, iteration) -> 0;
    private Part canary = (round, iteration) -> 0;

    public MadeUpRow(String method, int place, Random random) {
        this.method = method;
        this.place = place;
        this.random = random;
        fork = round -> Math.exp(0.015 * random.nextGaussian());
        compilation = (round, iteration) -> iteration < -warmUp / 2 ? 80 : random.nextInt(4) == 0 ? 1 : 0;
    }

    public MadeUpRow param(String name, String value) {
        params.put(name, value);
        return this;
    }

    public MadeUpRow fact(String name, String value) {
        facts.put(name, value);
        return this;
    }

    public MadeUpRow mode(String mode, String unit, double score) {
        this.mode = mode;
        this.unit = unit;
        this.score = score;
        return this;
    }

    public MadeUpRow iterations(int warmUp, int measured, double millis) {
        this.warmUp = warmUp;
        this.measured = measured;
        this.millis = millis;
        return this;
    }

    public MadeUpRow exactIterations() {
        iterationSpread = 0;
        return this;
    }

    public MadeUpRow fork(OfFork fork) {
        this.fork = fork;
        return this;
    }

    public MadeUpRow trend(Part trend) {
        this.trend = trend;
        return this;
    }

    public MadeUpRow compilation(Part millis) {
        this.compilation = millis;
        return this;
    }

    public MadeUpRow classes(Part classes) {
        this.classes = classes;
        return this;
    }

    public MadeUpRow steal(Part nanos) {
        this.steal = nanos;
        return this;
    }

    public MadeUpRow canary(Part nanos) {
        this.canary = nanos;
        return this;
    }

    /** The line of one fork. */
    public String line(int round) {
        return LogLines.fork(
                new RowKey("dev.callcost.benchmark." + method, mode, params), unit, round, facts, iterations(round));
    }

    private List<String> iterations(int round) {
        double level = score * fork.of(round);
        List<String> iterations = new ArrayList<>();
        for (int i = -warmUp; i < measured; i++) {
            Map<String, Object> iteration = new LinkedHashMap<>();
            iteration.put("warmup", i < 0);
            iteration.put("nanos", Math.round(1e6 * millis));
            iteration.put("score", level * trend.of(round, i) * Math.exp(iterationSpread * random.nextGaussian()));
            iteration.put("operations", 1000);
            iteration.put("cpuNanos", Math.round(1e6 * millis));
            iteration.put("stealNanos", steal.of(round, i));
            iteration.put("canaryNanos", canary.of(round, i));
            iteration.put("runDelayNanos", 0);
            iteration.put("compilationMillis", compilation.of(round, i));
            iteration.put("classes", classes.of(round, i));
            iteration.put("hiccupNanos", 100_000);
            iterations.add(GSON.toJson(iteration));
        }
        return iterations;
    }
}

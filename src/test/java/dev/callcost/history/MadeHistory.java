package dev.callcost.history;

import dev.callcost.data.RowKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.DoubleStream;

/** A history of made-up times of eight rows, from a seeded generator: 0.6 % from run to run, 0.5 % from fork to fork. */
final class MadeHistory {
    static final int ROWS = 8;

    private final Random random = new Random(20261125);
    private final List<Run> runs = new ArrayList<>();
    private final double[] factors = DoubleStream.generate(() -> 1).limit(ROWS).toArray();
    private Map<String, String> machine = Map.of("cpu", "A");
    private String settings = "5 forks";
    private int forks = 5;
    private int rows = ROWS;
    private double pace = 1;
    private double bytes = 100;
    private int commit;

    static RowKey key(int row) {
        return new RowKey("com.acme.CartBench.row" + row, "avgt", 1, new TreeMap<>());
    }

    /** From now on a row takes longer, by a factor. */
    MadeHistory slower(int row, double factor) {
        factors[row] *= factor;
        return this;
    }

    MadeHistory machine(String cpu) {
        machine = Map.of("cpu", cpu);
        return this;
    }

    MadeHistory settings(String text) {
        settings = text;
        return this;
    }

    MadeHistory forks(int number) {
        forks = number;
        return this;
    }

    /** From now on runs have the first rows alone. */
    MadeHistory rows(int number) {
        rows = number;
        return this;
    }

    MadeHistory pace(double factor) {
        pace = factor;
        return this;
    }

    MadeHistory bytes(double perOperation) {
        bytes = perOperation;
        return this;
    }

    MadeHistory runs(int number) {
        for (int n = 0; n < number; n++) {
            commit++;
            again();
        }
        return this;
    }

    /** Another run of the newest commit. */
    MadeHistory again() {
        Map<RowKey, Run.Value> values = new LinkedHashMap<>();
        for (int row = 0; row < rows; row++) {
            double log = Math.log(1000 * (row + 1) * factors[row] * pace) + 0.006 * random.nextGaussian();
            List<Double> ofForks = DoubleStream.generate(() -> log + 0.005 * random.nextGaussian())
                    .limit(forks)
                    .boxed()
                    .toList();
            double mean =
                    ofForks.stream().mapToDouble(Double::doubleValue).average().orElse(log);
            values.put(key(row), new Run.Value(mean, ofForks, "us/op", settings, OptionalDouble.of(bytes)));
        }
        String name = "%09x".formatted(0x100000000L + commit);
        runs.add(new Run(name, Optional.of(name), Optional.empty(), machine, values));
        return this;
    }

    History history() {
        return new History("nightly", List.copyOf(runs), List.of());
    }

    Judgement judgement() {
        return new Judge(0.03, List.of()).judge(history());
    }
}

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
import java.util.stream.IntStream;

/** A history of made-up times of eight rows, from a seeded generator: 0.6 % from run to run, 0.5 % from fork to fork. */
final class MadeHistory {
    static final int ROWS = 8;

    private final Random random = new Random(20261125);
    private final List<HistoryRun> runs = new ArrayList<>();
    private final double[] factors = DoubleStream.generate(() -> 1).limit(ROWS).toArray();
    private final Map<String, String> machine =
            new TreeMap<>(Map.of("cpu", "A", "JVM", jvm("17.0.15"), "kernel", "Linux 6.8.1 amd64"));
    private String settings = "5 forks";
    private int forks = 5;
    private int rows = ROWS;
    private double pace = 1;
    private double bytes = 100;
    private int commit;

    private static String jvm(String version) {
        return version + ", OpenJDK 64-Bit Server VM, " + version + "+6";
    }

    static RowKey key(int row) {
        return new RowKey("com.acme.CartBench.row" + row, "avgt", 1, new TreeMap<>());
    }

    /**
     * Steps with a comma between two: {@code runs 40} of a commit each, {@code again 2} is more runs of the newest commit; the others change what the runs
     * after them have, such as {@code slower 2 1.1} the time of row 2 by a factor, {@code rows 7} only the first rows.
     */
    static MadeHistory of(String steps) {
        MadeHistory made = new MadeHistory();
        for (String step : steps.split(", ")) {
            String[] words = step.split(" ");
            made.step(words[0], words[1], words[words.length - 1]);
        }
        return made;
    }

    private void step(String what, String first, String last) {
        switch (what) {
            case "runs" -> {
                for (int n = 0; n < Integer.parseInt(last); n++) {
                    commit++;
                    run();
                }
            }
            case "again" -> IntStream.range(0, Integer.parseInt(last)).forEach(n -> run());
            case "slower" -> factors[Integer.parseInt(first)] *= Double.parseDouble(last);
            case "cpu" -> machine.put("cpu", first);
            case "jvm" -> machine.put("JVM", jvm(first));
            case "kernel" -> machine.put("kernel", "Linux " + first + " amd64");
            case "settings" -> settings = first;
            case "forks" -> forks = Integer.parseInt(last);
            case "rows" -> rows = Integer.parseInt(last);
            case "pace" -> pace = Double.parseDouble(last);
            case "bytes" -> bytes = Double.parseDouble(last);
            default -> throw new IllegalArgumentException(what);
        }
    }

    private void run() {
        Map<RowKey, HistoryRun.Value> values = new LinkedHashMap<>();
        for (int row = 0; row < rows; row++) {
            double log = Math.log(1000 * (row + 1) * factors[row] * pace) + 0.006 * random.nextGaussian();
            List<Double> ofForks = DoubleStream.generate(() -> log + 0.005 * random.nextGaussian())
                    .limit(forks)
                    .boxed()
                    .toList();
            double mean =
                    ofForks.stream().mapToDouble(Double::doubleValue).average().orElse(log);
            values.put(key(row), new HistoryRun.Value(mean, ofForks, "us/op", settings, OptionalDouble.of(bytes)));
        }
        String name = "%09x".formatted(0x100000000L + commit);
        runs.add(new HistoryRun(name, Optional.of(name), Optional.empty(), Map.copyOf(machine), values));
    }

    History history() {
        return new History("nightly", List.copyOf(runs), List.of());
    }

    Judgement judgement() {
        return new HistoryRule(0.03, List.of()).judge(history());
    }
}

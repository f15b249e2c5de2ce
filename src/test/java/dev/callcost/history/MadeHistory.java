package dev.callcost.history;

import dev.callcost.data.RowKey;
import dev.callcost.history.HistoryReader.History;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** A history of made-up times of eight rows, from a seeded generator: 0.6 % from run to run. */
final class MadeHistory {
    static final int ROWS = 8;

    private final Random random = new Random(20261125);
    private final List<HistoryRun> runs = new ArrayList<>();
    private final double[] factors = DoubleStream.generate(() -> 1).limit(ROWS).toArray();
    private final Set<Integer> zeros = new HashSet<>();
    private String cpu = "A";
    private String jvm = "17.0.15";
    private String settings = "5 iterations";
    private int rows = ROWS;
    private double pace = 1;
    private int commit;

    static RowKey key(int row) {
        return new RowKey("com.acme.CartBench.row" + row, "avgt", 1, new TreeMap<>());
    }

    /**
     * Steps with a comma between two: {@code runs 40} of a commit each, {@code again 2} is more runs of the newest
     * commit; the others change what the runs after them have, such as {@code slower 2 1.1} the time of row 2 by a
     * factor, {@code rows 7} only the first rows.
     */
    static MadeHistory of(String steps) {
        MadeHistory made = new MadeHistory();
        for (String step : steps.split(", ")) {
            String[] words = step.split(" ");
            made.step(words[0], words[1], words[words.length - 1]);
        }
        return made;
    }

    /** The steps that make rows slower by a factor. */
    static String slower(int from, int to, double factor) {
        return IntStream.range(from, to)
                .mapToObj(row -> "slower " + row + " " + factor + ", ")
                .collect(Collectors.joining());
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
            case "zero" -> zeros.add(Integer.parseInt(last));
            case "nonzero" -> zeros.remove(Integer.parseInt(last));
            case "cpu" -> cpu = first;
            case "jvm" -> jvm = first;
            case "settings" -> settings = first;
            case "rows" -> rows = Integer.parseInt(last);
            case "pace" -> pace = Double.parseDouble(last);
            default -> throw new IllegalArgumentException(what);
        }
    }

    private void run() {
        Map<RowKey, HistoryRun.Value> values = new LinkedHashMap<>();
        for (int row = 0; row < rows; row++) {
            double noise = 0.006 * random.nextGaussian();
            double log = zeros.contains(row)
                    ? Double.NEGATIVE_INFINITY
                    : Math.log(1000 * (row + 1) * factors[row] * pace) + noise;
            values.put(key(row), new HistoryRun.Value(log, "us/op", settings, Optional.empty()));
        }
        String name = "%09x".formatted(0x100000000L + commit);
        runs.add(new HistoryRun(
                name, Optional.of(name), Optional.empty(), Map.of("CPU", cpu), Map.of("JVM", jvm), values, ""));
    }

    History history() {
        return new History(List.copyOf(runs), List.of());
    }

    Judgement judgement() {
        return Judgement.of(history(), 0.03);
    }
}

package dev.callcost.results.report.compare.watch;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.callcost.results.BadResultsFileException;
import dev.callcost.results.Metric;
import dev.callcost.results.compare.paired.PairDifference;
import dev.callcost.results.compare.paired.PairedRule;
import dev.callcost.results.compare.session.JsonLines;
import dev.callcost.results.compare.session.Pair;
import dev.callcost.results.compare.session.RowKey;
import dev.callcost.results.compare.session.Session;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The pairs of a session beside what the machine did.
 *
 * @param pairs all but the burn-ins
 * @param thresholds above which a pair was set aside; without those signals that set none aside
 * @param cpus where the canary sang
 */
record WatchedSession(List<WatchedPair> pairs, Map<Signal, Double> thresholds, Set<String> cpus) {
    /** The canary of a session that does not say where it sang could sing anywhere. */
    private static final String ANY = "any";

    /**
     * Reads a session.
     *
     * @param path its folder, or the file in it
     * @throws BadResultsFileException when it cannot be used
     */
    static WatchedSession read(Path path) {
        Path file = Session.file(path);
        List<Pair> pairs = Session.read(file).pairs();
        List<Map<Signal, Double>> signals = new ArrayList<>();
        Map<Signal, Double> thresholds = new EnumMap<>(Signal.class);
        Set<String> cpus = new TreeSet<>();
        JsonLines lines = new JsonLines(file, "a comparison in pairs of a machine that was watched");
        lines.read(line -> {
            try {
                switch (line.get("type").getAsString()) {
                    case "session" -> thresholds.putAll(thresholds(line.getAsJsonObject("setAsideAbove")));
                    case "pair" -> {
                        JsonObject machine = line.getAsJsonObject("machine");
                        signals.add(each(machine));
                        JsonElement cpu = machine.get("canaryCpu");
                        cpus.add(cpu == null ? ANY : cpu.getAsString());
                    }
                    default -> {
                        // a fork that was lost says nothing
                    }
                }
            } catch (NullPointerException
                    | ClassCastException
                    | IllegalStateException
                    | NumberFormatException
                    | UnsupportedOperationException e) {
                throw lines.bad("does not tell it");
            }
        });
        return new WatchedSession(beside(pairs, signals), thresholds, cpus);
    }

    private static Map<Signal, Double> thresholds(JsonObject setAsideAbove) {
        Map<Signal, Double> thresholds = new EnumMap<>(Signal.class);
        for (Signal signal : Signal.values()) {
            if (setAsideAbove.has(signal.threshold())) {
                thresholds.put(signal, setAsideAbove.get(signal.threshold()).getAsDouble());
            }
        }
        return thresholds;
    }

    private static Map<Signal, Double> each(JsonObject machine) {
        Map<Signal, Double> values = new EnumMap<>(Signal.class);
        for (Signal signal : Signal.values()) {
            values.put(signal, signal.of(machine));
        }
        return values;
    }

    private static List<WatchedPair> beside(List<Pair> pairs, List<Map<Signal, Double>> signals) {
        Map<RowKey, Double> medians = medians(pairs);
        return IntStream.range(0, pairs.size())
                .filter(i -> !pairs.get(i).burnIn())
                .mapToObj(i -> {
                    Pair pair = pairs.get(i);
                    double middle = medians.getOrDefault(pair.row(), Double.NaN);
                    return new WatchedPair(signals.get(i), pair.setAside().isPresent(), difference(pair) - middle);
                })
                .toList();
    }

    private static Map<RowKey, Double> medians(List<Pair> pairs) {
        return pairs.stream()
                .filter(pair -> !pair.burnIn())
                .collect(Collectors.groupingBy(Pair::row))
                .entrySet()
                .stream()
                .filter(row -> row.getValue().size() >= PairedRule.LOOKS.get(0))
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        row -> Metric.median(row.getValue().stream()
                                .mapToDouble(WatchedSession::difference)
                                .toArray())));
    }

    /** NaN when the unit of the scores is unknown. */
    private static double difference(Pair pair) {
        return pair.difference().map(PairDifference::byMedian).orElse(Double.NaN);
    }
}

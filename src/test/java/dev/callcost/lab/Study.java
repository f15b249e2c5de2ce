package dev.callcost.lab;

import dev.callcost.data.EstimateText;
import dev.callcost.data.Fork;
import dev.callcost.data.Fork.Iteration;
import dev.callcost.data.Log;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.data.RowDrift;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Estimate;
import dev.callcost.stats.Robust;
import dev.callcost.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The cells of a file's rows that belong to one study each. */
record Study(List<Row> rows, List<Fork> log, Map<RowKey, List<Fork.WarmUp>> warmUps) {
    private static final double SECOND_IN_MICROS = 1e6;

    static Study of(ResultsFile file) {
        List<Fork> log = Log.forks(file);
        return new Study(
                file.rows(),
                log,
                log.stream()
                        .filter(fork -> fork.warmUp() != null)
                        .collect(Collectors.groupingBy(
                                Fork::key, Collectors.mapping(Fork::warmUp, Collectors.toList()))));
    }

    /**
     * Class and method of a row, then its metrics, and {@code warmUp} when its forks warmed up until they were warm.
     */
    String name(Row row) {
        return row.simpleName() + " " + String.join(" ", row.secondary().keySet())
                + (warmUps.containsKey(row.key()) ? " warmUp" : "");
    }

    Object cell(Row row, String kind, String name) {
        return switch (kind) {
            case "first" -> Sample.firsts(row, name).flatMap(Sample::estimate).map(EstimateText::time);
            case "round" -> rate(Bursts.of(row).round(Integer.parseInt(name)));
            case "plateau" -> Bursts.of(row).plateau().map(Study::rate);
            case "toPlateau" ->
                Bursts.of(row)
                        .plateau()
                        .map(it -> Numbers.significant(Bursts.of(row).roundsToPlateau(), 2));
            case "warming" ->
                Bursts.of(row)
                        .plateau()
                        .flatMap(it -> Bursts.of(row)
                                .round(1)
                                .with(it, (cold, plateau) -> cold / plateau)
                                .estimate()
                                .map(RowTable::ratio));
            case "rounds" -> Bursts.of(row).rounds();
            case "outcome" -> outcome(row, name);
            case "inFlight" -> inFlight(row);
            case "bound" ->
                shortest(row)
                        .flatMap(Sample::estimate)
                        .map(micros -> Numbers.significant(SECOND_IN_MICROS / micros.value()));
            case "ofBound" ->
                shortest(row)
                        .flatMap(bound -> bound.with(Sample.micros(row), (b, actual) -> b / actual)
                                .estimate())
                        .map(share -> Numbers.percent(share.value()));
            case "recorded" -> recorded(row, name);
            case "warmUp" -> seconds(warmUps.get(row.key()), name);
            case "waitedFor" ->
                warmUps.get(row.key()).stream()
                        .collect(Collectors.groupingBy(Fork.WarmUp::waitedFor, TreeMap::new, Collectors.counting()))
                        .entrySet()
                        .stream()
                        .map(count -> count.getKey() + " " + count.getValue())
                        .collect(Collectors.joining(", "));
            case "warm" ->
                warmUps.get(row.key()).stream().filter(Fork.WarmUp::warm).count();
            case "drift" -> drift(row);
            case "switches" ->
                Sample.perOperation(row, log, Iteration::contextSwitches)
                        .map(it -> String.format(Locale.ROOT, "%.1f", it.mean()));
            default -> throw new IllegalArgumentException("no column of " + kind);
        };
    }

    private static String rate(Sample micros) {
        return Sample.plain(micros.estimate().orElseThrow().inverse().times(SECOND_IN_MICROS));
    }

    /** Calls that ended so, as a share of those in all iterations of all forks. */
    private static String outcome(Row row, String outcome) {
        double all = Stream.of("ok", "alreadyExists", "notFound")
                .mapToDouble(each -> Sample.sum(row, each))
                .sum();
        return all > 0 ? Numbers.percent(Sample.sum(row, outcome) / all) : "";
    }

    private static int inFlight(Row row) {
        return Sample.param(row, "client").equals("BLOCKING")
                ? 1
                : Integer.parseInt(row.params().getOrDefault("inFlight", "100"));
    }

    /**
     * Each fork's shortest time per call, in microseconds: the mean work divided by the calls that are worked on at
     * once.
     */
    private static Optional<Sample> shortest(Row row) {
        OptionalInt atOnce = atOnce(row);
        return Sample.means(row, "workMicros")
                .filter(work -> atOnce.isPresent() && work.forks().stream().allMatch(micros -> micros > 0))
                .map(work -> work.times(1.0 / atOnce.getAsInt()));
    }

    /**
     * min(in flight, servers) of a closed loop; empty without work, and where the servers are the CPUs, whose number
     * the file does not hold. One call at a time needs no more than one of them.
     */
    private static OptionalInt atOnce(Row row) {
        String work = Sample.param(row, "work");
        String executor = Sample.param(row, "executor");
        boolean isOneByOne = Sample.param(row, "store").equals("SYNCHRONIZED") || executor.equals("DIRECT");
        int servers = isOneByOne ? 1 : executor.equals("FIXED") ? 2 : Integer.MAX_VALUE;
        int most = Math.min(inFlight(row), servers);
        boolean byCpus = work.equals("SPIN") || executor.equals("WORK_STEALING");
        return work.equals("NONE") || byCpus && most > 1 ? OptionalInt.empty() : OptionalInt.of(most);
    }

    /**
     * What the recorder costs, from forks that had it on for some iterations and off for others, as their metric
     * {@code recorder} says. The first iteration of a block with the recorder on or off is left out, because what
     * happened between it and the one before belongs to both. A fork's value is the median difference between
     * neighbouring blocks' medians of ln(time): on a machine whose speed jumps, most neighbours saw the same speed.
     */
    private static String recorded(Row row, String kind) {
        List<List<Double>> on = row.secondary().get("recorder").forks();
        Estimate change = Estimate.ofLogs(IntStream.range(0, on.size())
                .mapToObj(fork -> change(row.primary().forks().get(fork), on.get(fork)))
                .toList());
        return switch (kind) {
            case "ratio" -> String.format(Locale.ROOT, "%.4f", change.value());
            case "change" ->
                String.format(Locale.ROOT, "%+.2f%% to %+.2f%%", 100 * (change.low() - 1), 100 * (change.high() - 1));
            default ->
                Numbers.plainTime(
                        1e6 * row.secondary().get("recorder.between").mean().orElseThrow());
        };
    }

    private static double change(List<Double> scores, List<Double> on) {
        List<Double> steps = new ArrayList<>();
        double before = Double.NaN;
        for (int start = 0, end; start < on.size(); start = end) {
            double isOn = on.get(start);
            end = start + 1;
            while (end < on.size() && on.get(end) == isOn) {
                end++;
            }
            if (end - start > 1) {
                double now = Sample.median(
                        scores.subList(start + 1, end).stream().map(Math::log).toList());
                if (!Double.isNaN(before)) {
                    steps.add(isOn == 1 ? now - before : before - now);
                }
                before = now;
            }
        }
        return Sample.median(steps);
    }

    private static String seconds(List<Fork.WarmUp> warmUps, String kind) {
        double[] seconds =
                warmUps.stream().mapToDouble(Fork.WarmUp::seconds).sorted().toArray();
        return kind.equals("median")
                ? String.format(Locale.ROOT, "%.1f", Robust.median(seconds))
                : String.format(Locale.ROOT, "%.1f-%.1f", seconds[0], seconds[seconds.length - 1]);
    }

    /** From the first to the last third of each fork; empty where one has fewer than three iterations. */
    private static String drift(Row row) {
        List<List<Double>> thirds = RowDrift.thirds(row);
        if (thirds.stream().anyMatch(List::isEmpty)) {
            return "";
        }
        Estimate change = Estimate.ofLogs(thirds.stream().map(RowDrift::change).toList());
        return (EstimateText.change(change) + " " + EstimateText.changes(change.low(), change.high())).strip();
    }
}

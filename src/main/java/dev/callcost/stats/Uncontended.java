package dev.callcost.stats;

import dev.callcost.agent.Canary;
import dev.callcost.data.Fork;
import dev.callcost.data.Metric;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.text.Numbers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The rows of one run without contended iterations ({@link Contention}), for absolute times. Two sides of a comparison are not filtered: code that
 * keeps its own core busy, for example by a garbage collector, would choose its own iterations.
 *
 * <p>A fork with fewer than {@value Contention#FEWEST_ITERATIONS} uncontended iterations is excluded. A row keeps everything when fewer than two of
 * its forks are left, or when it has no canary: rows with threads on any CPU, rows of other suites and of older files.
 */
public final class Uncontended {
    private final Map<String, Contention> byJdk;
    private final Map<RowKey, Choice> choices = new LinkedHashMap<>();

    /** The iterations with a canary, and how many of them were excluded. */
    private long iterations;

    private long excluded;

    /**
     * @param chosen the row with the iterations that count
     * @param places the numbers of the forks that count, from 0
     * @param excluding what excludes iterations
     * @param isContended whether the row keeps contended iterations because too few others are left
     */
    private record Choice(Row chosen, List<Integer> places, Contention excluding, boolean isContended) {}

    private Uncontended(List<Row> rows) {
        byJdk = rows.stream()
                .filter(Uncontended::hasCanary)
                .collect(Collectors.groupingBy(
                        Row::jdkVersion,
                        Collectors.flatMapping(
                                row -> canary(row).stream().flatMap(List::stream),
                                Collectors.collectingAndThen(
                                        Collectors.toList(),
                                        nanos -> Contention.of(nanos.stream().mapToDouble(it -> it))))));
        rows.forEach(row -> choices.put(row.key(), choice(row)));
    }

    /** @param rows of one run */
    public static Uncontended of(List<Row> rows) {
        return new Uncontended(rows);
    }

    /** Whether a canary ran with each iteration of the row, so that contended iterations can be excluded. */
    public static boolean hasCanary(Row row) {
        Metric canary = row.secondary().get(Canary.METRIC);
        return canary != null && canary.iterations().equals(row.primary().iterations());
    }

    private static List<List<Double>> canary(Row row) {
        return row.secondary().get(Canary.METRIC).forks();
    }

    private Choice choice(Row row) {
        List<List<Double>> forks = row.primary().forks();
        List<Integer> all = places(forks, fork -> true);
        if (!hasCanary(row)) {
            return new Choice(row, all, Contention.NONE, false);
        }
        Contention contention = byJdk.get(row.jdkVersion());
        List<List<Double>> uncontended = all.stream()
                .map(fork ->
                        at(places(canary(row).get(fork), nanos -> nanos <= contention.limitNanos()), forks.get(fork)))
                .toList();
        List<Integer> left = places(uncontended, fork -> fork.size() >= Contention.FEWEST_ITERATIONS);
        iterations += count(forks);
        if (!Contention.isEnough(left.size(), all.size())) {
            return new Choice(row, all, Contention.NONE, true);
        }
        Metric chosen = new Metric(row.primary().unit(), at(left, uncontended));
        excluded += count(forks) - count(chosen.forks());
        return new Choice(row.with(chosen), left, contention, false);
    }

    private static long count(List<List<Double>> forks) {
        return forks.stream().mapToLong(List::size).sum();
    }

    private static <T> List<Integer> places(List<T> list, Predicate<T> counts) {
        return IntStream.range(0, list.size())
                .filter(place -> counts.test(list.get(place)))
                .boxed()
                .toList();
    }

    private static <T> List<T> at(List<Integer> places, List<T> list) {
        return places.stream().map(list::get).toList();
    }

    /** The rows, in their order. */
    public List<Row> rows() {
        return choices.values().stream().map(Choice::chosen).toList();
    }

    /** The elements that belong to the forks of a row that are left, of one for each fork as it was measured. */
    public <T> List<T> left(RowKey row, List<T> ofForks) {
        return at(choices.get(row).places, ofForks);
    }

    /** A fork of one of the rows without the iterations that do not count; other forks as they are. */
    public Fork left(Fork fork) {
        return choices.containsKey(fork.key())
                ? choices.get(fork.key()).excluding.excludedFrom(fork)
                : fork;
    }

    /** What follows the time of a row that keeps contended iterations because too few others are left; empty for other rows. */
    public String mark(Row row) {
        return choices.get(row.key()).isContended ? " contended" : "";
    }

    /** How many iterations were excluded, to be appended to a caption; empty when none were. */
    public String caption() {
        String limits = byJdk.values().stream()
                .map(it -> Numbers.plainTime(it.limitNanos()))
                .distinct()
                .sorted()
                .collect(Collectors.joining(" or "));
        return excluded == 0
                ? ""
                : "; " + Math.round(100.0 * excluded / iterations)
                        + " % of the iterations are contended and excluded: their canary took longer than " + limits;
    }
}

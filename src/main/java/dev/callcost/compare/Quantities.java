package dev.callcost.compare;

import dev.callcost.data.Histogram;
import dev.callcost.data.Metric;
import dev.callcost.data.Quantity;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.stats.SampleQuantiles;
import dev.callcost.stats.Scatter;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * What {@code check} judges of a row besides its score, as rows of their own ({@link Quantity}): the percentiles of mode SampleTime, and the secondary metrics
 * that the user names. Each has one value a fork.
 */
final class Quantities {
    /** p50 and p99 are judged. */
    private static final Map<String, Double> QUANTILES = new LinkedHashMap<>();

    private static final List<String> JUDGED = List.of("p50", "p99");

    /** Why p90 and p99.9 have no verdict. */
    static final String SHOWN = "only p50 and p99 are judged";

    static {
        QUANTILES.put("p50", 0.5);
        QUANTILES.put("p90", 0.9);
        QUANTILES.put("p99", 0.99);
        QUANTILES.put("p99.9", 0.999);
    }

    /** The secondary metric of a percentile's row that has the calls of each fork. */
    private static final String CALLS = "calls";

    private Quantities() {}

    /** The file with the quantities of each row after the row. */
    static ResultsFile expanded(ResultsFile file, List<MetricChoice> choices) {
        return new ResultsFile(
                file.path(),
                file.rows().stream()
                        .flatMap(row -> Stream.of(Stream.of(row), quantiles(row), metrics(row, choices))
                                .flatMap(part -> part))
                        .toList());
    }

    private static Stream<Row> quantiles(Row row) {
        List<List<Histogram>> forks = row.primary().histograms();
        return forks.isEmpty()
                ? Stream.empty()
                : QUANTILES.entrySet().stream()
                        .map(quantile -> row.of(
                                new Quantity(quantile.getKey(), false),
                                metric(
                                        row.primary().unit(),
                                        forks,
                                        fork -> SampleQuantiles.ofFork(fork, quantile.getValue())),
                                new TreeMap<>(Map.of(CALLS, metric(CALLS, forks, SampleQuantiles::calls)))));
    }

    private static Stream<Row> metrics(Row row, List<MetricChoice> choices) {
        Map<String, Row> rows = new LinkedHashMap<>();
        choices.forEach(choice -> row.secondary().forEach((name, metric) -> {
            String plain = MetricChoice.plain(name);
            double[] forks = metric.forkMedians();
            if (choice.matches(plain) && forks.length > 0) {
                rows.put(
                        plain,
                        row.of(
                                new Quantity(plain, choice.isMoreBetter(metric)),
                                metric(
                                        metric.unit(),
                                        Arrays.stream(forks).boxed().toList(),
                                        it -> it),
                                Collections.emptySortedMap()));
            }
        }));
        return rows.values().stream();
    }

    private static <T> Metric metric(String unit, List<T> forks, ToDoubleFunction<T> value) {
        return new Metric(
                unit,
                forks.stream().map(fork -> List.of(value.applyAsDouble(fork))).toList());
    }

    /** @throws IllegalArgumentException when no row has a metric, with the names that there are */
    static void check(List<ResultsFile> base, List<ResultsFile> head, List<MetricChoice> choices) {
        if (choices.isEmpty()) {
            return;
        }
        SortedSet<String> names = new TreeSet<>();
        Stream.of(base, head)
                .flatMap(List::stream)
                .flatMap(file -> file.rows().stream())
                .flatMap(row -> row.secondary().entrySet().stream())
                .filter(metric -> metric.getValue().forkMedians().length > 0)
                .forEach(metric -> names.add(MetricChoice.plain(metric.getKey())));
        choices.stream()
                .filter(choice -> names.stream().noneMatch(choice::matches))
                .forEach(choice -> {
                    throw new IllegalArgumentException("no row has the metric " + choice.name() + "; "
                            + (names.isEmpty()
                                    ? "the files have none (measure with -prof gc or -prof perfnorm)"
                                    : "the files have " + String.join(", ", names)));
                });
    }

    /** Equal for rows whose forks are expected to scatter alike. */
    static Object scatter(Row row) {
        return List.of(Scatter.of(row), row.primary().quantity());
    }

    /** Whether a row is no quantity of another. */
    static boolean isWhole(Row row) {
        return row.primary().quantity().isEmpty();
    }

    /** Why a row has no verdict; empty when it is judged. */
    static Optional<String> whyNotJudged(RowSides sides) {
        String name = sides.base().primary().quantity().map(Quantity::name).orElse("");
        if (AllocationComparison.isOfBytes(name) && !AllocationComparison.areComparable(sides.base(), sides.head())) {
            return Optional.of("JMH counts bytes differently on JDK 21 and later");
        }
        if (isWhole(sides.base()) || !sides.base().secondary().containsKey(CALLS)) {
            return Optional.empty();
        }
        double q = QUANTILES.get(name);
        double fewest = Stream.of(sides.base(), sides.head())
                .map(side -> side.secondary().get(CALLS).forkMedians())
                .flatMapToDouble(Arrays::stream)
                .min()
                .orElse(0);
        return !JUDGED.contains(name)
                ? Optional.of(SHOWN)
                : SampleQuantiles.isEnough(fewest, SampleQuantiles.JUDGED, q)
                        ? Optional.empty()
                        : Optional.of(String.format(
                                Locale.ROOT,
                                "it needs %,.0f calls a fork and has %,.0f",
                                SampleQuantiles.JUDGED / (1 - q),
                                fewest));
    }
}

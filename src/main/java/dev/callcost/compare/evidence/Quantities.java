package dev.callcost.compare.evidence;

import dev.callcost.agent.Latencies;
import dev.callcost.compare.evidence.NoVerdict.WhyNot;
import dev.callcost.compare.session.MetricChoice;
import dev.callcost.compare.session.SessionEvent.Pair;
import dev.callcost.data.Histogram;
import dev.callcost.data.Metric;
import dev.callcost.data.Metric.Quantity;
import dev.callcost.data.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * What is judged of a row in addition to its score, as rows of their own ({@link Quantity}): the percentiles of mode
 * SampleTime, and the secondary metrics that the user names. Each has one value a fork. A row at a rate
 * ({@link Latencies#MET}) has {@code cpu} too, and its score is not judged: the mean of a backlog is no latency.
 */
public record Quantities(List<MetricChoice> choices) {
    private static final double LEAST_MARGIN_AT_RATE = 0.01;

    /** The secondary metric of a percentile's row that holds the number of calls of each fork. */
    private static final String CALLS = "calls";

    /** A row, and its quantities as rows. */
    public Stream<Row> expanded(Row row) {
        return Stream.concat(Stream.of(row), of(row).values().stream());
    }

    /** The quantities that both forks of a pair have, as pairs of their own. */
    public Stream<Pair> of(Pair pair) {
        Map<String, Row> base = of(pair.base());
        Map<String, Row> head = of(pair.head());
        base.keySet().retainAll(head.keySet());
        return base.entrySet().stream().map(it -> pair.of(it.getValue(), head.get(it.getKey())));
    }

    /** The quantities of a row by name. */
    private Map<String, Row> of(Row row) {
        SortedMap<String, Metric> ofRate = new TreeMap<>(row.secondary());
        ofRate.keySet().retainAll(Set.of(Latencies.MET, Latencies.MADE));
        Map<String, Row> quantities = new LinkedHashMap<>();
        List<List<Histogram>> forks = row.primary().histograms();
        if (!forks.isEmpty()) {
            SortedMap<String, Metric> metrics = new TreeMap<>(ofRate);
            metrics.put(CALLS, metric(CALLS, forks, Histogram::calls));
            List<MetricChoice> percentiles = areUsualReplaced(row) ? choices : MetricChoice.USUAL;
            percentiles.stream()
                    .filter(MetricChoice::isPercentile)
                    .sorted(Comparator.comparing(MetricChoice::quantile))
                    .forEach(it -> quantities.put(
                            it.name(),
                            row.of(
                                    new Quantity(it.name(), false),
                                    metric(
                                            row.primary().unit(),
                                            forks,
                                            fork -> Histogram.quantileOfFork(fork, it.quantile())),
                                    metrics)));
        }
        List<MetricChoice> judged = new ArrayList<>(choices);
        if (hasRateToMeet(row) && !areUsualReplaced(row)) {
            judged.add(MetricChoice.CPU);
        }
        judged.forEach(choice -> {
            Metric metric = row.secondary().get(choice.name());
            if (metric != null && metric.forkMedians().length > 0) {
                List<Double> values =
                        Arrays.stream(metric.forkMedians()).boxed().toList();
                quantities.put(
                        choice.name(),
                        row.of(
                                new Quantity(choice.name(), choice.isMoreBetter(metric)),
                                metric(metric.unit(), values, value -> value),
                                ofRate));
            }
        });
        return quantities;
    }

    private static <T> Metric metric(String unit, List<T> forks, ToDoubleFunction<T> value) {
        return new Metric(
                unit,
                forks.stream().map(fork -> List.of(value.applyAsDouble(fork))).toList());
    }

    /** @throws IllegalArgumentException when no row has what the user names, with the metrics that there are */
    public void check(Collection<Row> rows) {
        if (choices.isEmpty()) {
            return; // the medians of all metrics take long
        }
        boolean areSampled =
                rows.stream().anyMatch(row -> !row.primary().histograms().isEmpty());
        SortedSet<String> names = new TreeSet<>();
        rows.forEach(row -> row.secondary().forEach((name, metric) -> {
            if (metric.forkMedians().length > 0) {
                names.add(name);
            }
        }));
        for (MetricChoice choice : choices) {
            if (choice.isPercentile() && !areSampled) {
                throw new IllegalArgumentException(
                        "no row has samples for " + choice + ": percentiles need JMH's mode sample (-bm sample)");
            }
            if (!choice.isPercentile() && !names.contains(choice.name())) {
                throw new IllegalArgumentException("no row has the metric " + choice.name() + "; "
                        + (names.isEmpty()
                                ? "there is none (measure with -prof gc or -prof perfnorm)"
                                : "there are " + String.join(", ", names)));
            }
        }
    }

    /** Whether a row is no quantity of another. */
    public static boolean isWhole(Row row) {
        return row.primary().quantity().isEmpty();
    }

    private static String name(Row row) {
        return row.primary().quantity().map(Quantity::name).orElse("");
    }

    private static boolean isPercentile(Row row) {
        return !isWhole(row) && row.secondary().containsKey(CALLS);
    }

    /** Whether calls were due at a rate; false for the rate {@code max}, unlike {@link Row#isAtRate}. */
    public static boolean hasRateToMeet(Row row) {
        return row.secondary().containsKey(Latencies.MET);
    }

    /** Whether the user names a percentile, or CPU time for a row at a rate, so that the usual ones are not judged. */
    private boolean areUsualReplaced(Row row) {
        return choices.stream()
                .anyMatch(choice -> choice.isPercentile()
                        || hasRateToMeet(row) && choice.name().equals(Latencies.CPU));
    }

    /** Why the row is shown and not judged, whatever was measured; empty when it is to be judged. */
    public static Optional<NoVerdict> whyOnlyShown(Row row) {
        return Optional.of(NoVerdict.MEAN_AT_RATE).filter(why -> isWhole(row) && hasRateToMeet(row));
    }

    /** Why a row has no verdict; empty when it is judged. */
    public Optional<NoVerdict> whyNotJudged(RowSides sides, double margin) {
        List<Row> both = List.of(sides.base(), sides.head());
        if (!both.stream().allMatch(Row::isRateMet)) {
            return Optional.of(NoVerdict.RATE_NOT_MET);
        }
        if (AllocationChange.isOfBytes(name(sides.base()))
                && !AllocationChange.areComparable(sides.base(), sides.head())) {
            return Optional.of(NoVerdict.OTHER_COUNTER);
        }
        return both.stream()
                .flatMap(row -> whyOnlyShown(row).stream())
                .findFirst()
                .or(() -> tooFewCalls(both))
                .or(() -> Optional.of(NoVerdict.TOO_COARSE)
                        .filter(why -> margin < LEAST_MARGIN_AT_RATE
                                && both.stream().anyMatch(row -> isPercentile(row) && row.isAtRate())));
    }

    private static Optional<NoVerdict> tooFewCalls(List<Row> both) {
        if (!isPercentile(both.get(0))) {
            return Optional.empty();
        }
        double q = MetricChoice.parse(name(both.get(0))).quantile();
        double fewest = both.stream()
                .flatMapToDouble(
                        side -> Arrays.stream(side.secondary().get(CALLS).forkMedians()))
                .min()
                .orElse(0);
        return Histogram.isEnough(fewest, Histogram.FEWEST_JUDGED, q)
                ? Optional.empty()
                : Optional.of(new NoVerdict(
                        WhyNot.TOO_FEW_CALLS,
                        String.format(
                                Locale.ROOT,
                                "it needs %,.0f calls a fork and has %,.0f",
                                Histogram.FEWEST_JUDGED / (1 - q),
                                fewest)));
    }
}

package dev.callcost.launch;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.callcost.agent.WorkReader;
import dev.callcost.data.Fork;
import dev.callcost.data.ForkLine;
import dev.callcost.data.ResultsFile;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.util.ListStatistics;
import org.openjdk.jmh.util.MultisetStatistics;
import org.openjdk.jmh.util.Statistics;

/**
 * JMH's JSON of a row, put together from the {@link ForkJson} of its forks. It is what JMH's writer makes of the same
 * forks, with three exceptions. A metric of work has the values of the forks that counted, and no zeros for others. JMH
 * sums the samples of {@code stack} over forks, and here each fork has a text; {@code ipc} and {@code cpi} of
 * {@code perf} become means over forks.
 */
final class MergedForks {
    private static final String PRIMARY = "primaryMetric";
    private static final String SCORE = "score";
    private static final String UNIT = "scoreUnit";
    private static final double CONFIDENCE = 0.999;

    /** The labels of numbers that JMH derives from a histogram, in SampleTimeResult and in two profilers of pauses. */
    private static final Pattern DERIVED = Pattern.compile("(?:(.*)[:.])?(avg|count|p[01]\\.\\d+)");

    private final List<JsonObject> forks;
    private final Map<String, Optional<Statistics>> samples = new HashMap<>();

    private MergedForks(List<JsonObject> forks) {
        this.forks = forks;
    }

    /** @param forks the JMH object of each fork of one row, in their order, see {@link Fork#jmh} */
    static JsonObject json(Collection<JsonObject> forks) {
        return new MergedForks(List.copyOf(forks)).row();
    }

    private JsonObject row() {
        JsonObject row = new JsonObject();
        forks.get(forks.size() - 1).asMap().forEach(row::add);
        ForkJson.OWN.forEach(row::remove);
        row.addProperty("forks", forks.size());
        row.add(PRIMARY, metric(""));
        JsonObject secondary = new JsonObject();
        forks.stream()
                .flatMap(fork -> fork.getAsJsonObject(Fork.SECONDARY).keySet().stream())
                .distinct()
                .sorted()
                .forEach(label -> secondary.add(label, metric(label)));
        row.add(Fork.SECONDARY, secondary);
        return row;
    }

    /** @param label "" for the primary metric */
    private JsonObject metric(String label) {
        List<JsonObject> metrics =
                forks.stream().map(fork -> metric(fork, label)).toList();
        JsonObject like =
                metrics.stream().filter(metric -> metric.has(UNIT)).findFirst().orElseThrow();
        String unit = like.get(UNIT).getAsString();
        Statistics values = derived(label).or(() -> samplesOf(label)).orElseGet(() -> scores(label, metrics, unit));
        AggregationPolicy policy = policy(label);
        boolean isMean = policy == AggregationPolicy.AVG;
        double score = switch (policy) {
            case AVG -> values.getMean();
            case SUM -> values.getSum();
            case MAX -> values.getMax();
            case MIN -> values.getMin();
        };
        double[] interval = isMean ? values.getConfidenceIntervalAt(CONFIDENCE) : new double[] {score, score};
        JsonObject metric = new JsonObject();
        metric.add(SCORE, number(score));
        metric.add("scoreError", number(isMean ? values.getMeanErrorAt(CONFIDENCE) : Double.NaN));
        JsonArray confidence = new JsonArray();
        DoubleStream.of(interval).forEach(end -> confidence.add(number(end)));
        metric.add("scoreConfidence", confidence);
        JsonObject percentiles = new JsonObject();
        DoubleStream.of(0, 50, 90, 95, 99, 99.9, 99.99, 99.999, 99.9999, 100)
                .forEach(percent -> percentiles.add(Double.toString(percent), number(values.getPercentile(percent))));
        metric.add("scorePercentiles", percentiles);
        metric.addProperty(UNIT, unit);
        JsonArray raw = new JsonArray();
        metrics.forEach(fork -> raw.add(ForkLine.values(fork)));
        metric.add(like.has(Fork.RAW_HISTOGRAM) ? Fork.RAW_HISTOGRAM : Fork.RAW_DATA, raw);
        return metric;
    }

    /** Empty when the fork does not have it. */
    private static JsonObject metric(JsonObject fork, String label) {
        return label.isEmpty()
                ? fork.getAsJsonObject(PRIMARY)
                : ForkJson.object(fork.getAsJsonObject(Fork.SECONDARY), label);
    }

    private AggregationPolicy policy(String label) {
        return forks.stream()
                .map(fork -> ForkJson.object(fork, ForkJson.POLICIES).get(label))
                .filter(Objects::nonNull)
                .findFirst()
                .map(policy -> AggregationPolicy.valueOf(policy.getAsString()))
                .orElse(AggregationPolicy.AVG);
    }

    /**
     * A number that JMH calculates from the samples of another metric; empty when the label is not that of such a
     * number.
     */
    private Optional<Statistics> derived(String label) {
        Matcher derived = DERIVED.matcher(label);
        if (!derived.matches()) {
            return Optional.empty();
        }
        String name = derived.group(2);
        return samplesOf(Objects.requireNonNullElse(derived.group(1), ""))
                .map(parent -> switch (name) {
                    case "avg" -> parent.getMean();
                    case "count" -> (double) parent.getN();
                    default -> parent.getPercentile(new BigDecimal(name.substring(1) + "e2").doubleValue());
                })
                .map(number -> new ListStatistics(new double[] {number}));
    }

    /** The samples of all iterations; empty when the metric is not made of samples. */
    private Optional<Statistics> samplesOf(String label) {
        return samples.computeIfAbsent(label, this::added);
    }

    private Optional<Statistics> added(String label) {
        List<JsonArray> histograms = forks.stream()
                .map(fork -> histograms(fork, label))
                .filter(Objects::nonNull)
                .toList();
        MultisetStatistics all = new MultisetStatistics();
        for (JsonArray fork : histograms) {
            for (JsonElement iteration : fork) {
                for (JsonElement pair : iteration.getAsJsonArray()) {
                    JsonArray sample = pair.getAsJsonArray();
                    all.addValue(number(sample.get(0)), sample.get(1).getAsLong());
                }
            }
        }
        return histograms.isEmpty() ? Optional.empty() : Optional.of(all);
    }

    /** Null when the metric is not made of samples. */
    private static JsonArray histograms(JsonObject fork, String label) {
        JsonObject primary = fork.getAsJsonObject(PRIMARY);
        return label.isEmpty() && primary.has(Fork.RAW_HISTOGRAM)
                ? ForkLine.values(primary)
                : ForkJson.object(fork, ForkJson.HISTOGRAMS).getAsJsonArray(label);
    }

    private ListStatistics scores(String label, List<JsonObject> metrics, String unit) {
        ListStatistics scores = new ListStatistics();
        metrics.forEach(metric -> ForkLine.values(metric).forEach(value -> scores.addValue(number(value))));
        boolean isOfOtherForks = label.startsWith(WorkReader.PREFIX);
        // JMH counts 0 for an iteration without the metric
        if (scores.getN() > 0 && !isOfOtherForks && !unit.equals(ForkJson.TEXT)) {
            int iterations = forks.stream()
                    .mapToInt(fork -> ForkLine.values(metric(fork, "")).size())
                    .sum();
            for (long n = scores.getN(); n < iterations; n++) {
                scores.addValue(0);
            }
        }
        // of a profiler that measures the fork from outside
        metrics.stream()
                .filter(metric -> metric.has(SCORE))
                .forEach(metric -> scores.addValue(number(metric.get(SCORE))));
        return scores;
    }

    /** JMH writes numbers that JSON cannot express as text. */
    private static double number(JsonElement json) {
        return Optional.ofNullable(ResultsFile.NO_NUMBERS.get(json.getAsString()))
                .orElseGet(json::getAsDouble);
    }

    private static JsonPrimitive number(double value) {
        return Double.isFinite(value)
                ? new JsonPrimitive(value)
                : new JsonPrimitive(Double.isNaN(value) ? "NaN" : value > 0 ? "+INF" : "-INF");
    }
}

package dev.callcost.launch;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import dev.callcost.agent.WorkReader;
import dev.callcost.data.Fork;
import dev.callcost.data.ForkLine;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.text.JsonDocument;
import dev.callcost.text.PathTails;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.util.ListStatistics;
import org.openjdk.jmh.util.MultisetStatistics;
import org.openjdk.jmh.util.Statistics;

/**
 * JMH's JSON of one fork. Paths in it are cut to their last part. It has four members that JMH's writer
 * (org.openjdk.jmh.results.format.JSONResultFormat) leaves out: {@code operationsPerInvocation}; {@code policies}, by
 * which secondary metrics are aggregated that are not averaged; {@code histograms}, pairs of value and count for each
 * iteration of a secondary metric made of samples; and {@code texts}, profilers' reports such as perfasm's.
 * {@link MergedForks} makes the row of several forks.
 */
final class ForkJson {
    private static final String POLICIES = "policies";
    private static final String HISTOGRAMS = "histograms";
    static final String TEXTS = "texts";

    /** The members that JMH's writer leaves out. */
    private static final List<String> OWN = List.of(Fork.OPERATIONS, POLICIES, HISTOGRAMS, TEXTS);

    /** JMH's unit of a result that is a text. */
    private static final String TEXT = "---";

    private ForkJson() {}

    static JsonObject of(BenchmarkResult fork) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ResultFormatFactory.getInstance(ResultFormatType.JSON, new PrintStream(bytes, true))
                .writeOut(List.of(new RunResult(fork.getParams(), List.of(fork))));
        JsonObject json = first(bytes.toString(StandardCharsets.UTF_8));
        json.addProperty(Fork.OPERATIONS, fork.getParams().getOpsPerInvocation());
        fork.getSecondaryResults().forEach((label, result) -> {
            if (result.getScoreUnit().equals(TEXT) && Double.isNaN(result.getScore())) {
                add(json, TEXTS, label, new JsonPrimitive(result.extendedInfo()));
            }
            if (policy(result) != AggregationPolicy.AVG) {
                add(json, POLICIES, label, new JsonPrimitive(policy(result).name()));
            }
            if (result.getStatistics() instanceof MultisetStatistics) {
                add(json, HISTOGRAMS, label, histograms(fork, label));
            }
        });
        return json;
    }

    static void add(JsonObject json, String own, String label, JsonElement value) {
        JsonObject values = object(json, own);
        values.add(label, value);
        json.add(own, values);
    }

    /**
     * The JSON of a fork that another process measured.
     *
     * @param file JMH's results file of that fork alone
     * @throws JsonParseException when it is no results file
     */
    static JsonObject read(Path file) throws IOException {
        try {
            return first(Files.readString(file));
        } catch (IllegalStateException | IndexOutOfBoundsException e) {
            throw new JsonParseException("not the row of a fork", e);
        }
    }

    /** The first row of a results file without directories and without the arguments that name a fork. */
    private static JsonObject first(String results) {
        JsonObject row = JsonParser.parseString(results).getAsJsonArray().get(0).getAsJsonObject();
        if (row.has("jvm")) { // old versions of JMH write neither this nor the arguments
            row.addProperty("jvm", PathTails.cut(row.get("jvm").getAsString()));
        }
        keepJvmArguments(row, argument -> !HostFolder.isJvmArgument(argument));
        return row;
    }

    /** Keeps some arguments of the fork's JVM, and removes directories from them. */
    static void keepJvmArguments(JsonObject jmh, Predicate<String> kept) {
        if (jmh.has(Row.JVM_ARGUMENTS)) {
            List<String> arguments = jvmArguments(jmh).stream().filter(kept).toList();
            jmh.add(Row.JVM_ARGUMENTS, JsonDocument.GSON.toJsonTree(PathTails.cut(arguments)));
        }
    }

    private static JsonElement histograms(BenchmarkResult fork, String label) {
        List<List<List<Number>>> histograms = new ArrayList<>();
        for (IterationResult iteration : fork.getIterationResults()) {
            Result<?> result = iteration.getSecondaryResults().get(label);
            if (result != null) {
                List<List<Number>> histogram = new ArrayList<>();
                result.getStatistics()
                        .getRawData()
                        .forEachRemaining(sample -> histogram.add(List.of(sample.getKey(), sample.getValue())));
                histograms.add(histogram);
            }
        }
        return JsonDocument.GSON.toJsonTree(histograms);
    }

    /** By reflection, because JMH has no accessor for it. */
    private static AggregationPolicy policy(Result<?> result) {
        try {
            Field policy = Result.class.getDeclaredField("policy");
            policy.setAccessible(true);
            return (AggregationPolicy) policy.get(result);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("not the JMH that the suite was built with", e);
        }
    }

    static List<String> jvmArguments(JsonObject jmh) {
        return jmh.getAsJsonArray(Row.JVM_ARGUMENTS).asList().stream()
                .map(JsonElement::getAsString)
                .toList();
    }

    /** Profilers' reports as text, by the metric's label. */
    static Map<String, JsonElement> texts(JsonObject jmh) {
        return object(jmh, TEXTS).asMap();
    }

    private static JsonObject object(JsonObject jmh, String name) {
        return jmh.has(name) ? jmh.getAsJsonObject(name) : new JsonObject();
    }

    /**
     * JMH's JSON of a row, put together from the {@link ForkJson} of its forks. It is what JMH's writer makes of the
     * same forks, with three exceptions. A metric of work has the values of the forks that counted, and no zeros for
     * others. JMH sums the samples of {@code stack} over forks, and here each fork has a text; {@code ipc} and
     * {@code cpi} of {@code perf} become means over forks.
     */
    static final class MergedForks {
        private static final String PRIMARY = "primaryMetric";
        private static final String SCORE = "score";
        private static final String UNIT = "scoreUnit";
        private static final double CONFIDENCE = 0.999;

        /**
         * The labels of numbers that JMH derives from a histogram, in SampleTimeResult and in two profilers of pauses.
         */
        private static final Pattern DERIVED = Pattern.compile("(?:(.*)[:.])?(avg|count|p[01]\\.\\d+)");

        private final List<JsonObject> forks;
        private final Map<String, Optional<Statistics>> samples = new HashMap<>();

        private MergedForks(List<JsonObject> forks) {
            this.forks = forks;
        }

        /** @param forks the JMH object of each fork of one row, in their order, see {@link ForkLine#jmh} */
        static JsonObject json(Collection<JsonObject> forks) {
            return new MergedForks(List.copyOf(forks)).row();
        }

        private JsonObject row() {
            JsonObject row = new JsonObject();
            forks.get(forks.size() - 1).asMap().forEach(row::add);
            OWN.forEach(row::remove);
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
            JsonObject like = metrics.stream()
                    .filter(metric -> metric.has(UNIT))
                    .findFirst()
                    .orElseThrow();
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
                    .forEach(percent ->
                            percentiles.add(Double.toString(percent), number(values.getPercentile(percent))));
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
                    .map(fork -> ForkJson.object(fork, POLICIES).get(label))
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
                    : ForkJson.object(fork, HISTOGRAMS).getAsJsonArray(label);
        }

        private ListStatistics scores(String label, List<JsonObject> metrics, String unit) {
            ListStatistics scores = new ListStatistics();
            metrics.forEach(metric -> ForkLine.values(metric).forEach(value -> scores.addValue(number(value))));
            boolean isOfOtherForks = label.startsWith(WorkReader.PREFIX);
            // JMH counts 0 for an iteration without the metric
            if (scores.getN() > 0 && !isOfOtherForks && !unit.equals(TEXT)) {
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
}

package dev.callcost.launch;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.callcost.data.Fork;
import dev.callcost.data.ResultsFile;
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
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.Aggregator;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.ScalarDerivativeResult;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.results.TextResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.util.ListStatistics;
import org.openjdk.jmh.util.MultisetStatistics;
import org.openjdk.jmh.util.Statistics;

/**
 * Forks as JMH's JSON and as JMH's objects. JMH's writers give the same text for forks from a log as for the objects that JMH measured, with two
 * exceptions: JMH sums the samples of {@code stack} over forks, and here each fork has a text; {@code ipc} and {@code cpi} of {@code perf} become means over
 * forks.
 *
 * <p>The JSON is that of JMH's writer (org.openjdk.jmh.results.format.JSONResultFormat) with paths cut to their last part, and with four members that the
 * writer leaves out: {@code operationsPerInvocation}; {@code policies}, by which secondary metrics are aggregated that are not averaged; {@code histograms},
 * pairs of value and count for each iteration of a secondary metric made of samples; and {@code texts}, profilers' reports such as perfasm's.
 */
final class JmhForks {
    private static final Gson GSON = new Gson();
    private static final String POLICIES = "policies";
    private static final String HISTOGRAMS = "histograms";
    private static final String TEXTS = "texts";
    private static final String JVM_ARGUMENTS = "jvmArgs";
    private static final String RAW_HISTOGRAM = "rawDataHistogram";

    /** JMH's unit of a result that is a text. */
    private static final String TEXT = "---";

    /** The labels of numbers that JMH derives from a histogram, in SampleTimeResult and in two profilers of pauses. */
    private static final Pattern DERIVED = Pattern.compile("(?:(.*)[:.])?(?:avg|count|p[01]\\.\\d+)");

    private JmhForks() {}

    static JsonObject json(BenchmarkParams params, BenchmarkResult fork) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        write(List.of(new RunResult(params, List.of(fork))), ResultFormatType.JSON, new PrintStream(bytes, true));
        JsonObject json = first(bytes.toString(StandardCharsets.UTF_8));
        json.addProperty(Fork.OPERATIONS, params.getOpsPerInvocation());
        List<String> own = List.of(POLICIES, HISTOGRAMS, TEXTS);
        own.forEach(name -> json.add(name, new JsonObject()));
        fork.getSecondaryResults().forEach((label, result) -> {
            if (result.getScoreUnit().equals(TEXT) && Double.isNaN(result.getScore())) {
                json.getAsJsonObject(TEXTS).addProperty(label, result.extendedInfo());
            }
            if (policy(result) != AggregationPolicy.AVG) {
                json.getAsJsonObject(POLICIES).addProperty(label, policy(result).name());
            }
            if (result.getStatistics() instanceof MultisetStatistics) {
                json.getAsJsonObject(HISTOGRAMS).add(label, histograms(fork, label));
            }
        });
        json.keySet()
                .removeIf(
                        name -> own.contains(name) && json.getAsJsonObject(name).isEmpty());
        return json;
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
            row.addProperty("jvm", PathTails.cut(text(row, "jvm")));
        }
        keepJvmArguments(row, argument -> !HostPlace.isJvmArgument(argument));
        return row;
    }

    /** Keeps some arguments of the fork's JVM, and removes directories from them. */
    static void keepJvmArguments(JsonObject jmh, Predicate<String> kept) {
        if (jmh.has(JVM_ARGUMENTS)) {
            List<String> arguments = jvmArguments(jmh).stream().filter(kept).toList();
            jmh.add(JVM_ARGUMENTS, GSON.toJsonTree(PathTails.cut(arguments)));
        }
    }

    static void write(Collection<RunResult> results, ResultFormatType format, PrintStream out) {
        ResultFormatFactory.getInstance(format, out).writeOut(results);
    }

    private static JsonArray histograms(BenchmarkResult fork, String label) {
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
        return GSON.toJsonTree(histograms).getAsJsonArray();
    }

    /** By reflection, because JMH has no accessor for it. */
    static AggregationPolicy policy(Result<?> result) {
        try {
            Field policy = Result.class.getDeclaredField("policy");
            policy.setAccessible(true);
            return (AggregationPolicy) policy.get(result);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("not the JMH that the suite was built with", e);
        }
    }

    static List<String> jvmArguments(JsonObject jmh) {
        return jmh.getAsJsonArray(JVM_ARGUMENTS).asList().stream()
                .map(JsonElement::getAsString)
                .toList();
    }

    /** Profilers' reports as text, by the metric's label. */
    static Map<String, JsonElement> texts(JsonObject jmh) {
        return object(jmh, TEXTS).asMap();
    }

    /** The forks of one row, in their order, as an object for JMH's writers. */
    static RunResult merged(Collection<Fork> forks) {
        List<JsonObject> rows = forks.stream().map(Fork::jmh).toList();
        return new RunResult(
                params(rows.get(rows.size() - 1), rows.size()),
                rows.stream()
                        .map(row -> new Merged(row, new ArrayList<>()).result())
                        .toList());
    }

    private static BenchmarkParams params(JsonObject jmh, int forks) {
        WorkloadParams workload = new WorkloadParams();
        if (jmh.has("params")) {
            jmh.getAsJsonObject("params").asMap().forEach((name, value) -> workload.put(name, value.getAsString(), 0));
        }
        return new BenchmarkParams(
                text(jmh, "benchmark"),
                null,
                false,
                count(jmh, "threads"),
                null,
                null,
                count(jmh, "forks") == 0 ? 0 : forks,
                0,
                iterations(jmh, IterationType.WARMUP, "warmup"),
                iterations(jmh, IterationType.MEASUREMENT, "measurement"),
                Mode.deepValueOf(text(jmh, "mode")),
                workload,
                null,
                count(jmh, Fork.OPERATIONS),
                text(jmh, "jvm"),
                jvmArguments(jmh),
                text(jmh, "jdkVersion"),
                text(jmh, "vmName"),
                text(jmh, "vmVersion"),
                text(jmh, "jmhVersion"),
                null);
    }

    private static IterationParams iterations(JsonObject jmh, IterationType type, String name) {
        String time = text(jmh, name + "Time");
        return new IterationParams(
                type,
                count(jmh, name + "Iterations"),
                time.equals(TimeValue.NONE.toString()) ? TimeValue.NONE : TimeValue.fromString(time),
                count(jmh, name + "BatchSize"));
    }

    private static JsonObject object(JsonObject jmh, String name) {
        return jmh.has(name) ? jmh.getAsJsonObject(name) : new JsonObject();
    }

    private static String text(JsonObject jmh, String name) {
        return jmh.get(name).getAsString();
    }

    private static int count(JsonObject jmh, String name) {
        return jmh.get(name).getAsInt();
    }

    /** One fork as JMH's object again. */
    private record Merged(JsonObject jmh, List<IterationResult> iterations) {
        BenchmarkResult result() {
            JsonObject primary = jmh.getAsJsonObject("primaryMetric");
            String unit = text(primary, "scoreUnit");
            boolean sampled = primary.has(RAW_HISTOGRAM);
            for (JsonElement element :
                    sampled ? primary.getAsJsonArray(RAW_HISTOGRAM).get(0).getAsJsonArray() : Fork.values(primary)) {
                IterationResult iteration = new IterationResult(null, null, null);
                iteration.addResult(sampled ? histogram("", element, unit) : new LoggedResult(number(element), unit));
                iterations.add(iteration);
            }
            BenchmarkResult fork = new BenchmarkResult(null, iterations);
            metrics().forEach((label, metric) -> {
                boolean isDerived = Derived.parent(label)
                        .filter(parent -> parent.isEmpty()
                                ? sampled
                                : object(jmh, HISTOGRAMS).has(parent))
                        .isPresent();
                if (!isDerived) {
                    addSecondary(fork, label, metric.getAsJsonObject());
                }
            });
            return fork;
        }

        private Map<String, JsonElement> metrics() {
            return jmh.getAsJsonObject("secondaryMetrics").asMap();
        }

        private void addSecondary(BenchmarkResult fork, String label, JsonObject metric) {
            JsonElement text = texts(jmh).get(label);
            String unit = text(metric, "scoreUnit");
            JsonArray scores = Fork.values(metric);
            if (scores.isEmpty()) { // from a profiler that measures the fork from outside
                fork.addBenchmarkResult(
                        text != null
                                ? new TextResult(text.getAsString(), label)
                                : new ScalarResult(label, number(metric.get("score")), unit, policy(label)));
            }
            JsonElement histograms = object(jmh, HISTOGRAMS).get(label);
            for (int i = 0; i < scores.size(); i++) {
                Result<?> result = text != null
                        ? new TextResult(i == 0 ? text.getAsString() : "", label)
                        : histograms != null
                                ? histogram(label, histograms.getAsJsonArray().get(i), unit)
                                : new ScalarResult(label, number(scores.get(i)), unit, policy(label));
                iterations.get(i).addResult(result);
            }
        }

        private LoggedResult histogram(String label, JsonElement pairs, String unit) {
            MultisetStatistics samples = new MultisetStatistics();
            for (JsonElement element : pairs.getAsJsonArray()) {
                JsonArray pair = element.getAsJsonArray();
                samples.addValue(number(pair.get(0)), pair.get(1).getAsLong());
            }
            List<Derived> derived = new ArrayList<>();
            metrics().forEach((name, metric) -> {
                if (Derived.parent(name).equals(Optional.of(label))) {
                    derived.add(new Derived(name, text(metric.getAsJsonObject(), "scoreUnit"), policy(name)));
                }
            });
            ResultRole role = label.isEmpty() ? ResultRole.PRIMARY : ResultRole.SECONDARY;
            return new LoggedResult(role, label, samples, unit, policy(label), derived);
        }

        private AggregationPolicy policy(String label) {
            JsonElement policy = object(jmh, POLICIES).get(label);
            return policy == null ? AggregationPolicy.AVG : AggregationPolicy.valueOf(policy.getAsString());
        }
    }

    /** A number. JMH writes numbers that JSON cannot express as text. */
    private static double number(JsonElement json) {
        return Optional.ofNullable(ResultsFile.NO_NUMBERS.get(json.getAsString()))
                .orElseGet(json::getAsDouble);
    }

    /** A number that is calculated from an aggregated histogram. */
    private record Derived(String label, String unit, AggregationPolicy policy) {
        /** The label of the histogram of such a number, "" for the primary histogram; empty when a label is not that of such a number. */
        static Optional<String> parent(String label) {
            Matcher matcher = DERIVED.matcher(label);
            return matcher.matches() ? Optional.of(Objects.requireNonNullElse(matcher.group(1), "")) : Optional.empty();
        }

        private ScalarDerivativeResult of(Statistics samples, String parent) {
            String name = parent.isEmpty() ? label : label.substring(parent.length() + 1);
            double value = switch (name) {
                case "avg" -> samples.getMean();
                case "count" -> samples.getN();
                default -> samples.getPercentile(new BigDecimal(name.substring(1) + "e2").doubleValue());
            };
            return new ScalarDerivativeResult(label, value, unit, policy);
        }
    }

    /**
     * A result of a log that JMH aggregates with others: scores to a list, histograms of samples to one histogram. JMH's own classes cannot be created from a
     * score, because their constructors take operations and durations.
     */
    private static final class LoggedResult extends Result<LoggedResult> {
        private static final long serialVersionUID = 1L;

        private final transient List<Derived> derived;

        private LoggedResult(LoggedResult like, Statistics statistics) {
            this(like.role, like.label, statistics, like.unit, like.policy, like.derived);
        }

        LoggedResult(
                ResultRole role,
                String label,
                Statistics statistics,
                String unit,
                AggregationPolicy policy,
                List<Derived> derived) {
            super(role, label, statistics, unit, policy);
            this.derived = derived;
        }

        /** An iteration's primary score. */
        LoggedResult(double score, String unit) {
            this(ResultRole.PRIMARY, "", of(score), unit, AggregationPolicy.AVG, List.of());
        }

        @Override
        protected Aggregator<LoggedResult> getThreadAggregator() {
            return LoggedResult::sum;
        }

        @Override
        protected Aggregator<LoggedResult> getIterationAggregator() {
            return LoggedResult::sum;
        }

        private static LoggedResult sum(Collection<LoggedResult> results) {
            LoggedResult first = results.iterator().next();
            MultisetStatistics samples = new MultisetStatistics();
            ListStatistics scores = new ListStatistics();
            for (LoggedResult result : results) {
                scores.addValue(result.getScore());
                result.statistics.getRawData().forEachRemaining(it -> samples.addValue(it.getKey(), it.getValue()));
            }
            return new LoggedResult(first, first.statistics instanceof MultisetStatistics ? samples : scores);
        }

        @Override
        protected Collection<? extends Result> getDerivativeResults() {
            return derived.stream().map(number -> number.of(statistics, label)).toList();
        }
    }
}

package dev.callcost.ladder;

import dev.callcost.data.Metric;
import dev.callcost.data.Row;
import dev.callcost.stats.SampleQuantiles;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A mistake of a published experiment: it takes one value for another. The declaration predicts how far apart the two are.
 *
 * @param mistake in one sentence
 * @param larger the value predicted to be larger
 * @param factor the smallest predicted ratio of the two
 * @param floor the resolution of the smaller value, in its unit: less counts as this much, and the ratio is then a lower bound; 0 for a value
 *     that is never 0
 * @param lastJdk the last Java release of the prediction
 * @param next what to read or run next
 */
public record Pitfall(
        String name,
        String mistake,
        Value larger,
        Value smaller,
        double factor,
        double floor,
        int lastJdk,
        String next) {

    /**
     * Three lines each: name and mistake; mode, larger value, factor and smaller value, written as {@link Value} reads them; what to run next.
     */
    private static final String DECLARED = """
            cold client | The first burst of a fresh client is taken for what the client can do.
              ss ColdClientBenchmark.firstBurst, first iteration >= 3 x ColdClientBenchmark.warmedBurst
              EchoBurstBenchmark -p server=OWN_JVM_FRESH,OWN_JVM_WARM
            sleep's resolution | A sleep of 100 us is taken for 100 us.
              avgt SleepResolutionBenchmark.sleep >= 5 x SleepResolutionBenchmark.spin; until JDK 20
              ClientsDelayBenchmark -p delay=SLEEP,SPIN
            clients on paper | The permits of one thread are taken for clients.
              thrpt ClientsOnPaperBenchmark.threads >= 5 x ClientsOnPaperBenchmark.permits
              ClientsDelayBenchmark
            wait in a lock | The gain of a wait moved out of a lock is put down to the map.
              thrpt WaitInLockBenchmark.outsideLock >= 5 x WaitInLockBenchmark.insideLock
              KeyValueBenchmark
            first round, inline | One round of a loop is taken for its cost: it gets better when it is run again.
              ss ItemSeventeenBenchmark.inlineRounds, first iteration >= 1.2 x ItemSeventeenBenchmark.inlineRounds, last iteration
              ItemSeventeenBenchmark
            first round, function | One round of a loop is taken for its cost: with a function in it it gets worse when it is run again.
              ss ItemSeventeenBenchmark.functionRounds, last iteration >= 1.3 x ItemSeventeenBenchmark.functionRounds, first iteration
              ItemSeventeenBenchmark
            first round, function, as published | One round of a loop is taken for its cost: in the author's order the second round of calls gets worse.
              ss ItemSeventeenBenchmark.asPublished, functionSecond >= 1.3 x ItemSeventeenBenchmark.asPublished, functionFirst
              ItemSeventeenBenchmark
            idle RMI connection | A call after a pause is taken for one round trip like calls back to back.
              ss RmiIdleBenchmark.call idleMillis=20, roundTrips >= 1.9 x RmiIdleBenchmark.call idleMillis=0, roundTrips
              RmiIdleBenchmark
            copying marshaller | What a marshaller copies is taken for what its wire format costs.
              avgt MarshallerBenchmark.encode wireFormat=COPYING_WIRE, gc.alloc.rate.norm >= 3 x MarshallerBenchmark.encode wireFormat=BINARY_WIRE, gc.alloc.rate.norm; from 1 B
              MarshallerBenchmark -prof gc
            stalled server | A caller that waits for each reply is taken for all callers: it sends nothing while the server stalls.
              sample StalledServerBenchmark.openLoop, p99 >= 50 x StalledServerBenchmark.flatOut, p99
              GrpcRateBenchmark
            """;

    private static final Pattern ONE = Pattern.compile("(.+) \\| (.+)\n"
            + " +(\\w+) (.+) >= ([\\d.]+) x (.+?)(?:; until JDK (\\d+))?(?:; from (\\d+) B)?\n"
            + " +(.+)\n");

    public static final List<Pitfall> ALL =
            ONE.matcher(DECLARED).results().map(Pitfall::of).toList();

    private static Pitfall of(MatchResult part) {
        return new Pitfall(
                part.group(1),
                part.group(2),
                Value.of(part.group(3), part.group(4)),
                Value.of(part.group(3), part.group(6)),
                Double.parseDouble(part.group(5)),
                Optional.ofNullable(part.group(8)).map(Double::valueOf).orElse(0.0),
                Optional.ofNullable(part.group(7)).map(Integer::valueOf).orElse(Integer.MAX_VALUE),
                part.group(9));
    }

    /**
     * One of the two values that a pitfall compares. The value of a fork is the median score of the iterations that count, the mean of a secondary
     * metric, or a percentile of the samples as in {@link SampleQuantiles#ofFork}.
     *
     * @param label its name in the tables, from which {@link #of} reads the rest
     * @param mode JMH's short name
     * @param benchmark simple name of the class, and method
     * @param params that its row must have; others are free
     * @param metric the name of a secondary metric, or a percentile such as {@code p99}; empty for the score
     * @param iteration {@code first} or {@code last} where only that one of a fork counts, else empty; first only in rows without a warm-up
     */
    public record Value(
            String label, String mode, String benchmark, Map<String, String> params, String metric, String iteration) {
        private static final String FIRST = "first";
        private static final Pattern PERCENTILE = Pattern.compile("p(\\d+(?:\\.\\d+)?)");
        private static final Pattern LABEL =
                Pattern.compile("([\\w.]+)(?: (\\w+)=(\\w+))?(?:, ([\\w.]+))?(?:, (first|last) iteration)?");

        /** @param label {@code Class.method param=value, metric, first iteration}: all but the method may be missing */
        static Value of(String mode, String label) {
            Matcher part = LABEL.matcher(label);
            if (!part.matches()) {
                throw new IllegalArgumentException("not a pitfall's value: " + label);
            }
            return new Value(
                    label,
                    mode,
                    part.group(1),
                    part.group(2) == null ? Map.of() : Map.of(part.group(2), part.group(3)),
                    Objects.requireNonNullElse(part.group(4), ""),
                    Objects.requireNonNullElse(part.group(5), ""));
        }

        /**
         * What counts of each fork of a row: its value, or the mean of a secondary metric.
         *
         * @return empty when the row has another name or mode or lacks a param, or when a fork has no usable value
         */
        Optional<Metric> of(Row row) {
            boolean hasWarmUp =
                    !row.settings().getOrDefault("warmupIterations", "0").equals("0");
            return Optional.of(row)
                    .filter(it ->
                            row.simpleName().equals(benchmark) && row.mode().equals(mode))
                    .filter(it -> row.params().entrySet().containsAll(params.entrySet()))
                    .filter(it -> !(iteration.equals(FIRST) && hasWarmUp))
                    .flatMap(this::measured)
                    .filter(Value::isUsable)
                    .map(it -> new Metric(
                            it.unit(),
                            it.forks().stream().map(fork -> counted(row, fork)).toList()));
        }

        private static boolean isUsable(Metric metric) {
            return !metric.forks().isEmpty()
                    && metric.forks().stream()
                            .allMatch(fork -> !fork.isEmpty()
                                    && fork.stream().allMatch(score -> score >= 0 && Double.isFinite(score)));
        }

        private Optional<Metric> measured(Row row) {
            Matcher percentile = PERCENTILE.matcher(metric);
            if (percentile.matches()) {
                return percentile(row.primary(), Double.parseDouble(percentile.group(1)) / 100);
            }
            return switch (metric) {
                case "" -> Optional.of(row.primary());
                case "gc.alloc.rate.norm" -> row.bytesPerOp();
                default -> Optional.ofNullable(row.secondary().get(metric));
            };
        }

        /** Empty outside of mode SampleTime, and when a fork has too few samples. */
        private static Optional<Metric> percentile(Metric samples, double q) {
            List<List<Double>> forks = samples.histograms().stream()
                    .filter(fork -> SampleQuantiles.isEnough(SampleQuantiles.calls(fork), SampleQuantiles.SHOWN, q))
                    .map(fork -> List.of(SampleQuantiles.ofFork(fork, q)))
                    .toList();
            return Optional.of(new Metric(samples.unit(), forks))
                    .filter(it -> !forks.isEmpty()
                            && forks.size() == samples.histograms().size());
        }

        Map<String, String> othersOf(Row row) {
            Map<String, String> others = new TreeMap<>(row.params());
            others.keySet().removeAll(params.keySet());
            return others;
        }

        private List<Double> counted(Row row, List<Double> fork) {
            List<Double> scores = switch (iteration) {
                case FIRST -> fork.subList(0, 1);
                case "last" -> fork.subList(fork.size() - 1, fork.size());
                default -> fork;
            };
            double[] values = scores.stream().mapToDouble(it -> it).toArray();
            return List.of(
                    metric.isEmpty()
                            ? row.forkValue().of(values, row.primary().isThroughput())
                            : Arrays.stream(values).average().orElseThrow());
        }
    }
}

package dev.callcost.ladder;

import dev.callcost.data.Metric;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.stats.SampleQuantiles;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

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
        double factor,
        Value smaller,
        double floor,
        int lastJdk,
        String next) {
    private static final int ANY_JDK = Integer.MAX_VALUE;

    // spotless:off
    public static final List<Pitfall> ALL = List.of(
            new Pitfall("cold client", "The first burst of a fresh client is taken for what the client can do.",
                    new Value("ss", "ColdClientBenchmark.firstBurst", Map.of(), "", Iteration.FIRST), 3, new Value("ss", "ColdClientBenchmark.warmedBurst", Map.of(), "", Iteration.EACH),
                    0, ANY_JDK, "EchoBurstBenchmark -p server=OWN_JVM_FRESH,OWN_JVM_WARM"),
            new Pitfall("sleep's resolution", "A sleep of 100 us is taken for 100 us.",
                    new Value("avgt", "SleepResolutionBenchmark.sleep", Map.of(), "", Iteration.EACH), 5, new Value("avgt", "SleepResolutionBenchmark.spin", Map.of(), "", Iteration.EACH),
                    0, 20, "ClientsDelayBenchmark -p delay=SLEEP,SPIN"),
            new Pitfall("clients on paper", "The permits of one thread are taken for clients.",
                    new Value("thrpt", "ClientsOnPaperBenchmark.threads", Map.of(), "", Iteration.EACH), 5, new Value("thrpt", "ClientsOnPaperBenchmark.permits", Map.of(), "", Iteration.EACH),
                    0, ANY_JDK, "ClientsDelayBenchmark"),
            new Pitfall("wait in a lock", "The gain of a wait moved out of a lock is put down to the map.",
                    new Value("thrpt", "WaitInLockBenchmark.outsideLock", Map.of(), "", Iteration.EACH), 5, new Value("thrpt", "WaitInLockBenchmark.insideLock", Map.of(), "", Iteration.EACH),
                    0, ANY_JDK, "KeyValueBenchmark"),
            new Pitfall("first round, inline", "One round of a loop is taken for its cost: it gets better when it is run again.",
                    new Value("ss", "ItemSeventeenBenchmark.inlineRounds", Map.of(), "", Iteration.FIRST), 1.2, new Value("ss", "ItemSeventeenBenchmark.inlineRounds", Map.of(), "", Iteration.LAST),
                    0, ANY_JDK, "ItemSeventeenBenchmark"),
            new Pitfall("first round, function", "One round of a loop is taken for its cost: with a function in it it gets worse when it is run again.",
                    new Value("ss", "ItemSeventeenBenchmark.functionRounds", Map.of(), "", Iteration.LAST), 1.3, new Value("ss", "ItemSeventeenBenchmark.functionRounds", Map.of(), "", Iteration.FIRST),
                    0, ANY_JDK, "ItemSeventeenBenchmark"),
            new Pitfall("first round, function, as published", "One round of a loop is taken for its cost: in the author's order the second round of calls gets worse.",
                    new Value("ss", "ItemSeventeenBenchmark.asPublished", Map.of(), "functionSecond", Iteration.EACH), 1.3, new Value("ss", "ItemSeventeenBenchmark.asPublished", Map.of(), "functionFirst", Iteration.EACH),
                    0, ANY_JDK, "ItemSeventeenBenchmark"),
            new Pitfall("idle RMI connection", "A call after a pause is taken for one round trip like calls back to back.",
                    new Value("ss", "RmiIdleBenchmark.call", Map.of("idleMillis", "20"), "roundTrips", Iteration.EACH), 1.9, new Value("ss", "RmiIdleBenchmark.call", Map.of("idleMillis", "0"), "roundTrips", Iteration.EACH),
                    0, ANY_JDK, "RmiIdleBenchmark"),
            new Pitfall("copying marshaller", "What a marshaller copies is taken for what its wire format costs.",
                    new Value("avgt", "MarshallerBenchmark.encode", Map.of("wireFormat", "COPYING_WIRE"), Value.BYTES, Iteration.EACH), 3, new Value("avgt", "MarshallerBenchmark.encode", Map.of("wireFormat", "BINARY_WIRE"), Value.BYTES, Iteration.EACH),
                    1, ANY_JDK, "MarshallerBenchmark -prof gc"),
            new Pitfall("stalled server", "A caller that waits for each reply is taken for all callers: it sends nothing while the server stalls.",
                    new Value("sample", "StalledServerBenchmark.openLoop", Map.of(), Value.P99, Iteration.EACH), 50, new Value("sample", "StalledServerBenchmark.flatOut", Map.of(), Value.P99, Iteration.EACH),
                    0, ANY_JDK, "GrpcRateBenchmark"));
    // spotless:on

    /** Which iterations of a fork count; the first only in rows without a warm-up. */
    enum Iteration {
        FIRST,
        LAST,
        EACH
    }

    /**
     * One of the two values that a pitfall compares. The value of a fork is the median score of the iterations that count, the mean of a secondary
     * metric, or the p99 of the samples as in {@link SampleQuantiles#ofFork}.
     *
     * @param mode JMH's short name
     * @param benchmark simple name of the class, and method
     * @param params that its row must have; others are free
     * @param metric the name of a secondary metric, or {@link #P99}; empty for the score
     */
    public record Value(String mode, String benchmark, Map<String, String> params, String metric, Iteration iteration) {
        private static final String P99 = "p99";
        private static final String BYTES = "gc.alloc.rate.norm";

        /** Its name in the tables. */
        String label() {
            return benchmark
                    + RowKey.text(new TreeMap<>(params))
                    + (metric.isEmpty() ? "" : ", " + metric)
                    + (iteration == Iteration.EACH
                            ? ""
                            : ", " + iteration.name().toLowerCase(Locale.ROOT) + " iteration");
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
                    .filter(it -> !(iteration == Iteration.FIRST && hasWarmUp))
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
            return switch (metric) {
                case "" -> Optional.of(row.primary());
                case P99 -> p99(row.primary());
                case BYTES -> row.bytesPerOp();
                default -> Optional.ofNullable(row.secondary().get(metric));
            };
        }

        /** Empty outside of mode SampleTime, and when a fork has too few samples. */
        private static Optional<Metric> p99(Metric samples) {
            List<List<Double>> forks = samples.histograms().stream()
                    .filter(fork -> SampleQuantiles.isEnough(SampleQuantiles.calls(fork), SampleQuantiles.SHOWN, 0.99))
                    .map(fork -> List.of(SampleQuantiles.ofFork(fork, 0.99)))
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
                case LAST -> fork.subList(fork.size() - 1, fork.size());
                case EACH -> fork;
            };
            double[] values = scores.stream().mapToDouble(it -> it).toArray();
            return List.of(
                    metric.isEmpty()
                            ? row.forkValue().of(values, row.primary().isThroughput())
                            : Arrays.stream(values).average().orElseThrow());
        }
    }
}

package dev.callcost.compare;

import dev.callcost.data.Estimate;
import dev.callcost.data.Metric;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Moderation;
import dev.callcost.stats.Moderation.Own;
import dev.callcost.stats.Rule;
import dev.callcost.stats.Scatter;
import dev.callcost.stats.Verdict;
import dev.callcost.text.BadFileException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Two results files, row by row. Rows are the same when benchmark, mode, threads and all params are.
 *
 * @param base the file compared with
 * @param head the file that is judged
 * @param rule how each row was judged
 * @param rows the rows that both hold, in the order of base
 * @param onlyInBase rows that head lacks: removed, renamed, or failed
 * @param onlyInHead rows that base lacks
 */
public record FileComparison(
        ResultsFile base,
        ResultsFile head,
        Rule rule,
        List<RowComparison> rows,
        List<RowKey> onlyInBase,
        List<RowKey> onlyInHead)
        implements ComparedRows<FileComparison.RowComparison> {

    /**
     * A row that both files hold.
     *
     * @param key which it is
     * @param both the row in base and in head
     * @param slowdown what the scores say before they are judged; empty when their units cannot be converted
     * @param score what they say; empty likewise
     * @param allocation what the allocations say; empty when one side does not have them
     */
    public record RowComparison(
            RowKey key,
            RowSides both,
            Optional<Slowdown> slowdown,
            Optional<ScoreComparison> score,
            Optional<AllocationComparison> allocation)
            implements ComparedRow {

        @Override
        public Optional<RowSides> sides() {
            return Optional.of(both);
        }

        /** The verdict on the scores; CANNOT_TELL when their units cannot be converted. */
        @Override
        public Verdict verdict() {
            return score.map(ScoreComparison::verdict).orElse(Verdict.CANNOT_TELL);
        }

        @Override
        public Map<String, ?> identity() {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("benchmark", key.benchmark());
            json.put("mode", key.mode());
            json.put("threads", key.threads());
            json.put("params", key.params());
            return json;
        }

        @Override
        public String amount() {
            return both.baseScore().forks() + "+" + both.headScore().forks();
        }

        @Override
        public Optional<String> wanted(Rule rule) {
            if (score.isEmpty()) {
                return Optional.of("units " + both.base().primary().unit() + " and "
                        + both.head().primary().unit() + " cannot be converted");
            }
            return Optional.ofNullable(
                    switch (verdict()) {
                        case CANNOT_TELL -> "needs " + slowdown.orElseThrow().fewestForks() + " forks a side";
                        case UNDECIDED ->
                            Rule.wouldTell(rule.forksNeeded(score.get().slowdown()), "forks a side");
                        default -> null;
                    });
        }

        /** Two files are not interleaved, so that any setting may have made the difference. */
        @Override
        public boolean isMeasuredAlike() {
            return both.differences().isEmpty();
        }
    }

    /**
     * Compares two files.
     *
     * @param margin the relative difference that does not matter
     * @throws BadFileException when a file holds a row twice
     */
    public static FileComparison of(ResultsFile base, ResultsFile head, double margin) {
        Map<RowKey, Row> after = byKey(head);
        Map<RowKey, RowSides> both = new LinkedHashMap<>();
        List<RowKey> onlyInBase = new ArrayList<>();
        List<String> machines = Machines.differences(base, head);
        byKey(base).forEach((key, row) -> {
            if (after.containsKey(key)) {
                both.put(key, RowSides.of(row, after.remove(key)).with(machines));
            } else {
                onlyInBase.add(key);
            }
        });
        List<Row> unmatched = Stream.of(base, head)
                .flatMap(file -> file.rows().stream())
                .filter(row -> !both.containsKey(row.key()))
                .toList();
        Map<RowKey, Slowdown> slowdowns = slowdowns(both, unmatched);
        Rule rule = Rule.forDiscoveries(
                slowdowns.values().stream().mapToDouble(Slowdown::probability).toArray(), margin);
        List<RowComparison> rows = both.entrySet().stream()
                .map(row -> {
                    Optional<Slowdown> slowdown = Optional.ofNullable(slowdowns.get(row.getKey()));
                    RowSides sides = row.getValue();
                    return new RowComparison(
                            row.getKey(),
                            sides,
                            slowdown,
                            slowdown.map(it -> it.judged(rule)),
                            AllocationComparison.of(sides.base(), sides.head(), both.size()));
                })
                .toList();
        return new FileComparison(base, head, rule, rows, List.copyOf(onlyInBase), List.copyOf(after.keySet()));
    }

    /** Rows whose units cannot be converted have no slowdown; unmatched rows say how much forks scatter. */
    private static Map<RowKey, Slowdown> slowdowns(Map<RowKey, RowSides> rows, List<Row> unmatched) {
        Map<RowKey, Slowdown> slowdowns = new LinkedHashMap<>();
        rows.entrySet().stream()
                .collect(Collectors.groupingBy(
                        row -> Scatter.of(row.getValue().base()), LinkedHashMap::new, Collectors.toList()))
                .forEach((scatter, alike) -> slowdowns.putAll(slowdowns(
                        alike,
                        unmatched.stream()
                                .filter(row -> Scatter.of(row).equals(scatter))
                                .toList())));
        return slowdowns;
    }

    private static Map<RowKey, Slowdown> slowdowns(List<Map.Entry<RowKey, RowSides>> alike, List<Row> unmatched) {
        Ratios byMedian = Ratios.of(alike, unmatched, Metric::estimate);
        Ratios byMean = Ratios.of(alike, unmatched, Metric::estimateOfMeans);
        Map<RowKey, Slowdown> slowdowns = new LinkedHashMap<>();
        alike.forEach(row -> byMedian.of(row.getValue())
                .ifPresent(median -> slowdowns.put(
                        row.getKey(),
                        new Slowdown(
                                median,
                                byMean.of(row.getValue()).orElseThrow(),
                                RowSides.differInMemory(
                                        row.getValue().base(), row.getValue().head()),
                                byMedian.moderation().prior()))));
        return slowdowns;
    }

    /** Head's times over base's by one estimator. */
    private record Ratios(Function<Metric, Estimate> estimator, Moderation moderation) {
        static Ratios of(
                List<Map.Entry<RowKey, RowSides>> alike, List<Row> unmatched, Function<Metric, Estimate> estimator) {
            Stream<Own> matched = alike.stream().flatMap(row -> pooled(row.getValue(), estimator).stream());
            Stream<Own> others = unmatched.stream()
                    .map(Row::primary)
                    .map(metric -> new Own(
                            estimator.apply(metric), 1.0 / metric.forks().size()));
            return new Ratios(
                    estimator,
                    Moderation.of(Stream.concat(matched, others)
                            .filter(own -> own.estimate().hasInterval())
                            .toList()));
        }

        private static Optional<Own> pooled(RowSides sides, Function<Metric, Estimate> estimator) {
            return sides.slowdown(estimator, Estimate::pooledRatioTo)
                    .map(ratio -> new Own(
                            ratio,
                            1.0 / sides.base().primary().forks().size()
                                    + 1.0 / sides.head().primary().forks().size()));
        }

        Optional<Estimate> of(RowSides sides) {
            return moderation.prior() == Moderation.Prior.NONE
                    ? sides.slowdown(estimator, Estimate::ratioTo)
                    : pooled(sides, estimator)
                            .map(own -> own.estimate().hasInterval() ? moderation.moderated(own) : own.estimate());
        }
    }

    private static Map<RowKey, Row> byKey(ResultsFile file) {
        Map<RowKey, Row> rows = new LinkedHashMap<>();
        for (Row row : file.rows()) {
            if (rows.put(row.key(), row) != null) {
                throw new BadFileException(file.path(), "holds the row " + row.label() + " twice");
            }
        }
        return rows;
    }

    /** In the order of the verdicts. */
    @Override
    public Map<String, Integer> counts() {
        Map<String, Integer> counts = new LinkedHashMap<>();
        rows.stream()
                .sorted(Comparator.comparing(RowComparison::verdict))
                .forEach(row -> counts.merge(row.word(), 1, Integer::sum));
        return counts;
    }
}

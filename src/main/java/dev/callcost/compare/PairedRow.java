package dev.callcost.compare;

import dev.callcost.results.Metric;
import dev.callcost.results.Row;
import dev.callcost.results.RowKey;
import dev.callcost.results.verdict.AllocationComparison;
import dev.callcost.results.verdict.SettingDifferences;
import dev.callcost.results.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What the pairs of a row say.
 *
 * @param key the row
 * @param base all forks of base that count; empty when no pair counts
 * @param head all forks of head that count
 * @param score what the scores say; empty when no pair counts, or the unit is none of JMH's
 * @param allocation what the allocations say; empty when a side does not have them
 * @param setAside how many pairs were set aside, the burn-in not among them
 * @param failedForks how many forks failed
 * @param failed why the row was given up; empty when it was not
 * @param skipped why a side cannot run the row; empty when both can
 */
public record PairedRow(
        RowKey key,
        Optional<Row> base,
        Optional<Row> head,
        Optional<PairedComparison> score,
        Optional<AllocationComparison> allocation,
        int setAside,
        int failedForks,
        Optional<String> failed,
        Optional<String> skipped) {

    /**
     * Judges a row.
     *
     * @param pairs all of the row's pairs in the order they were measured, those that do not count among them
     * @param failedForks see {@link PairedRow}
     * @param failed see {@link PairedRow}
     * @param skipped see {@link PairedRow}
     */
    public static PairedRow of(
            RowKey key,
            List<Pair> pairs,
            PairedRule rule,
            int failedForks,
            Optional<String> failed,
            Optional<String> skipped) {
        List<Pair> counting = pairs.stream().filter(Pair::counts).toList();
        Optional<Row> base = all(counting, Pair::base);
        Optional<Row> head = all(counting, Pair::head);
        return new PairedRow(
                key,
                base,
                head,
                score(counting, rule),
                base.flatMap(before -> AllocationComparison.of(before, head.orElseThrow(), rule.rows())),
                (int) pairs.stream()
                        .filter(pair -> !pair.burnIn() && pair.setAside().isPresent())
                        .count(),
                failedForks,
                failed,
                skipped);
    }

    private static Optional<Row> all(List<Pair> pairs, Function<Pair, Row> side) {
        return pairs.stream().map(side).reduce(PairedRow::joined);
    }

    private static Row joined(Row row, Row other) {
        SortedMap<String, Metric> secondary = new TreeMap<>(row.secondary());
        secondary.keySet().retainAll(other.secondary().keySet());
        secondary.replaceAll((name, metric) -> joined(metric, other.secondary().get(name)));
        return new Row(
                row.benchmark(),
                row.mode(),
                row.threads(),
                row.params(),
                joined(row.primary(), other.primary()),
                secondary,
                row.settings());
    }

    private static Metric joined(Metric metric, Metric other) {
        List<List<Double>> forks = new ArrayList<>(metric.forks());
        forks.addAll(other.forks());
        return new Metric(metric.unit(), forks);
    }

    private static Optional<PairedComparison> score(List<Pair> pairs, PairedRule rule) {
        List<PairDifference> differences =
                pairs.stream().flatMap(pair -> pair.difference().stream()).toList();
        boolean meanDecides = pairs.stream().anyMatch(pair -> SettingDifferences.inMemory(pair.base(), pair.head()));
        return differences.isEmpty()
                ? Optional.empty()
                : Optional.of(PairedComparison.of(differences, rule, meanDecides));
    }

    /** The verdict on the scores: SLOWER, FASTER, SAME, or UNDECIDED, also when there are too few pairs for any other. */
    public Verdict verdict() {
        return score.map(PairedComparison::verdict).filter(Verdict::isDecided).orElse(Verdict.UNDECIDED);
    }

    /** The verdict in a word, FAILED and SKIPPED among them. */
    public String word() {
        if (failed.isPresent()) {
            return "FAILED";
        }
        return skipped.isPresent() ? "SKIPPED" : verdict().name();
    }

    /** How many pairs count. */
    public int pairs() {
        return score.map(PairedComparison::pairs).orElse(0);
    }

    /** About how many more pairs would settle it; zero when it is settled. */
    public int morePairs() {
        return score.map(PairedComparison::morePairs).orElse(PairedRule.LOOKS.get(0));
    }

    /** Whether no more pairs are measured. */
    public boolean isFinished() {
        return failed.isPresent()
                || skipped.isPresent()
                || score.filter(PairedComparison::isFinished).isPresent();
    }

    /** Whether the scores or the allocations leave it open. */
    public boolean isOpen() {
        return !verdict().isDecided()
                || allocation.filter(AllocationComparison::isOpen).isPresent();
    }

    /** Whether head takes more time or more memory, or a side failed. */
    public boolean isRegression() {
        return failed.isPresent()
                || verdict() == Verdict.SLOWER
                || allocation
                        .filter(it -> it.verdict() == AllocationComparison.Verdict.MORE)
                        .isPresent();
    }

    /** Settings in which the sides differ, one text each. */
    public List<String> differences() {
        return base.map(before -> SettingDifferences.of(before, head.orElseThrow()))
                .orElse(List.of());
    }

    /** Whether both sides warmed up and measured for the same number of iterations of the same length. */
    public boolean isMeasuredAlike() {
        return differences().stream().noneMatch(difference -> difference.matches("(warmup|measurement).*"));
    }
}

package dev.callcost.compare;

import dev.callcost.data.Metric;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Rule;
import dev.callcost.stats.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What the pairs of a row say.
 *
 * @param key the row
 * @param sides all forks of both sides that count; empty when no pair counts
 * @param paired what the scores say; empty when no pair counts, or the unit is none of JMH's
 * @param allocation what the allocations say; empty when a side does not have them
 * @param extraWork what head was made to do on top, the mean over pairs that count; empty when that is nothing or not known
 * @param setAside how many pairs were set aside, the burn-in not among them
 * @param failedForks how many forks failed
 * @param noVerdict why the row has no verdict; empty when its pairs are judged
 * @param warmings when and how its difference moved
 * @param unlike settings in which pairs that count differ from the first of them, as when sessions with other JVM arguments are added up
 */
public record PairedRow(
        RowKey key,
        Optional<RowSides> sides,
        Optional<PairedComparison> paired,
        Optional<AllocationComparison> allocation,
        Optional<MoreWork> extraWork,
        int setAside,
        int failedForks,
        Optional<NoVerdict> noVerdict,
        List<Session.Warming> warmings,
        List<String> unlike)
        implements ComparedRow {
    private static final String ITERATIONS = "(warmup|measurement).*";

    /**
     * Judges a row.
     *
     * @param pairs all of the row's pairs in the order they were measured, those that do not count among them, but for those that were
     *     dropped
     */
    public static PairedRow of(
            RowKey key,
            List<Pair> pairs,
            PairedRule rule,
            int failedForks,
            Optional<NoVerdict> noVerdict,
            List<Session.Warming> warmings) {
        List<Pair> counting = pairs.stream().filter(Pair::counts).toList();
        List<PairDifference> differences =
                counting.stream().flatMap(pair -> pair.difference().stream()).toList();
        Optional<RowSides> sides = counting.isEmpty()
                ? Optional.empty()
                : Optional.of(RowSides.of(joined(counting, Pair::base), joined(counting, Pair::head)));
        return new PairedRow(
                key,
                sides,
                differences.isEmpty()
                        ? Optional.empty()
                        : Optional.of(PairedComparison.of(
                                differences, rule, counting.stream().anyMatch(Pair::meanDecides))),
                sides.flatMap(both -> AllocationComparison.of(both.base(), both.head(), rule.rows())),
                MoreWork.mean(counting.stream()
                        .flatMap(pair -> pair.extraWork().stream())
                        .toList()),
                (int) pairs.stream()
                        .filter(pair -> !pair.burnIn() && pair.setAside().isPresent())
                        .count(),
                failedForks,
                noVerdict,
                warmings,
                unlike(counting));
    }

    /** Settings in which forks differ from the first of their side, but for lengths and numbers of iterations. */
    private static List<String> unlike(List<Pair> pairs) {
        return Stream.<Function<Pair, Row>>of(Pair::base, Pair::head)
                .flatMap(side -> pairs.stream()
                        .map(side)
                        .flatMap(fork -> RowSides.differences(side.apply(pairs.get(0)), fork).stream()))
                .filter(difference -> !difference.matches(ITERATIONS))
                .distinct()
                .toList();
    }

    /** The forks of a side as one row, with the settings of the first and the metrics that all have. */
    private static Row joined(List<Pair> pairs, Function<Pair, Row> side) {
        List<Row> forks = pairs.stream().map(side).toList();
        Row first = forks.get(0);
        SortedMap<String, Metric> secondary = new TreeMap<>(first.secondary());
        secondary
                .keySet()
                .removeIf(name ->
                        !forks.stream().allMatch(fork -> fork.secondary().containsKey(name)));
        secondary.replaceAll(
                (name, metric) -> joined(forks, fork -> fork.secondary().get(name), metric.unit()));
        return new Row(
                first.benchmark(),
                first.mode(),
                first.threads(),
                first.params(),
                joined(forks, Row::primary, first.primary().unit()),
                secondary,
                first.settings());
    }

    private static Metric joined(List<Row> forks, Function<Row, Metric> metric, String unit) {
        return new Metric(
                unit,
                forks.stream().map(metric).flatMap(it -> it.forks().stream()).toList());
    }

    @Override
    public Map<String, ?> identity() {
        return Map.of("row", key);
    }

    @Override
    public String amount() {
        return String.valueOf(pairs());
    }

    @Override
    public Map<String, ?> amounts() {
        Map<String, Object> amounts = new LinkedHashMap<>();
        amounts.put("pairs", pairs());
        amounts.put("morePairs", morePairs());
        amounts.put("setAside", setAside);
        amounts.put("failedForks", failedForks);
        amounts.put("dropped", dropped());
        extraWork.ifPresent(work -> amounts.put("extraWork", work));
        return amounts;
    }

    @Override
    public Optional<String> wanted(Rule rule) {
        return switch (word()) {
            case "UNDECIDED" -> Optional.of(Rule.wouldTell(morePairs(), "more pairs"));
            case "WARMING" -> Optional.of("it still moved after the longest warm-up, which --warm-up-cap sets");
            default -> Optional.empty();
        };
    }

    @Override
    public Optional<ScoreComparison> score() {
        return paired.map(PairedComparison::score);
    }

    /** SLOWER, FASTER, SAME, WARMING, or UNDECIDED, also when there are too few pairs for any other. */
    @Override
    public Verdict verdict() {
        return isGivenUp()
                ? Verdict.WARMING
                : paired.map(PairedComparison::verdict)
                        .filter(Verdict::isDecided)
                        .orElse(Verdict.UNDECIDED);
    }

    @Override
    public double resolution() {
        return paired.map(PairedComparison::resolution).orElse(Double.NaN);
    }

    /** How many pairs count. */
    public int pairs() {
        return paired.map(PairedComparison::pairs).orElse(0);
    }

    /** About how many more pairs would settle it; zero when it is settled. */
    public int morePairs() {
        return paired.map(PairedComparison::morePairs).orElse(PairedRule.LOOKS.get(0));
    }

    /** Whether the difference still moved after the longest warm-up. */
    private boolean isGivenUp() {
        return warmings.stream().anyMatch(Session.Warming::isGivenUp);
    }

    /** How many pairs were dropped because the difference moved. */
    public int dropped() {
        return warmings.stream()
                .filter(warming -> !warming.isGivenUp())
                .mapToInt(Session.Warming::pairs)
                .sum();
    }

    /** Whether a look has judged it. */
    public boolean isJudged() {
        return noVerdict.isEmpty()
                && !isGivenUp()
                && paired.filter(it -> it.verdict() != Verdict.CANNOT_TELL).isPresent();
    }

    /** Whether no more pairs are measured. */
    public boolean isFinished() {
        return noVerdict.isPresent()
                || isGivenUp()
                || paired.filter(PairedComparison::isFinished).isPresent();
    }

    /**
     * Whether both sides warmed up and measured for the same number of iterations of the same length, and all pairs were measured with the same settings; what else
     * differs is on purpose.
     */
    @Override
    public boolean isMeasuredAlike() {
        return unlike.isEmpty()
                && sides.stream()
                        .flatMap(both -> both.differences().stream())
                        .noneMatch(difference -> difference.matches(ITERATIONS));
    }
}

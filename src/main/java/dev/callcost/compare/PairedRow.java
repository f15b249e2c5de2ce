package dev.callcost.compare;

import dev.callcost.compare.VerdictRow.Losses;
import dev.callcost.data.Metric;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.stats.EstimateText;
import dev.callcost.stats.Rule;
import dev.callcost.stats.Verdict;
import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/** Judges a row by its pairs, while they are measured and from their files. */
public final class PairedRow {
    private static final String ITERATIONS = "(warmup|measurement).*";

    private PairedRow() {}

    /**
     * Judges a row. Its verdict is SLOWER, FASTER, SAME, WARMING, or UNDECIDED, also when there are too few pairs for any other.
     *
     * @param pairs all of the row's pairs in the order they were measured, without those that were dropped
     * @param warmings when and how its difference drifted
     */
    public static VerdictRow of(
            RowKey key,
            List<Pair> pairs,
            PairedRule rule,
            int failedForks,
            Optional<NoVerdict> noVerdict,
            List<Session.Warming> warmings) {
        List<Pair> counting = pairs.stream().filter(Pair::counts).toList();
        List<PairDifference> differences =
                counting.stream().flatMap(pair -> pair.difference().stream()).toList();
        Optional<PairedComparison> paired = differences.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        PairedComparison.of(differences, rule, counting.stream().anyMatch(Pair::meanDecides)));
        Optional<RowSides> sides = counting.isEmpty()
                ? Optional.empty()
                : Optional.of(RowSides.of(joined(counting, Pair::base), joined(counting, Pair::head), List.of()));
        Verdict verdict = warmings.stream().anyMatch(Session.Warming::isGivenUp)
                ? Verdict.WARMING
                : paired.map(PairedComparison::verdict)
                        .filter(Verdict::isDecided)
                        .orElse(Verdict.UNDECIDED);
        Losses losses = new Losses(
                (int) pairs.stream()
                        .filter(pair -> !pair.burnIn() && pair.excluded().isPresent())
                        .count(),
                failedForks,
                warmings.stream()
                        .filter(warming -> !warming.isGivenUp())
                        .mapToInt(Session.Warming::pairs)
                        .sum());
        List<String> unlike = unlike(counting);
        return new VerdictRow(
                key,
                sides,
                verdict,
                paired.map(PairedComparison::score),
                sides.flatMap(both -> AllocationComparison.of(both.base(), both.head(), rule.rows())),
                noVerdict,
                unlike.isEmpty()
                        && sides.stream()
                                .flatMap(both -> both.differences().stream())
                                .noneMatch(difference -> difference.matches(ITERATIONS)),
                noVerdict.isPresent() ? Optional.empty() : wanted(verdict, paired),
                remarks(paired, losses, unlike),
                paired,
                losses);
    }

    private static Optional<String> wanted(Verdict verdict, Optional<PairedComparison> paired) {
        return switch (verdict) {
            case UNDECIDED ->
                Optional.of(Rule.wouldTell(
                        paired.map(PairedComparison::morePairs).orElse(PairedRule.LOOKS.get(0)), "more pairs"));
            case WARMING -> Optional.of("it still drifted after the longest warm-up, which --warm-up-cap sets");
            default -> Optional.empty();
        };
    }

    private static List<String> remarks(Optional<PairedComparison> paired, Losses losses, List<String> unlike) {
        List<String> remarks = new ArrayList<>();
        paired.flatMap(PairedComparison::significantDrift)
                .ifPresent(it -> remarks.add("drifts while measured, " + EstimateText.change(Math.exp(it.first()))
                        + " first and " + EstimateText.change(Math.exp(it.last())) + " last"));
        if (losses.dropped() > 0) {
            remarks.add(Sections.count(losses.dropped(), "pair") + " dropped, too short a warm-up");
        }
        unlike.forEach(difference -> remarks.add("its pairs are not alike: " + difference));
        if (losses.setAside() > 0) {
            remarks.add(Sections.count(losses.setAside(), "pair") + " excluded");
        }
        if (losses.failedForks() > 0) {
            remarks.add(Sections.count(losses.failedForks(), "fork") + " failed");
        }
        return remarks;
    }

    /** Settings in which forks differ from the first of their side, as when sessions add up; without lengths and numbers of iterations. */
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
        secondary.replaceAll((name, metric) -> Metric.merged(
                forks.stream().map(fork -> fork.secondary().get(name)).toList()));
        return new Row(
                first.benchmark(),
                first.mode(),
                first.threads(),
                first.params(),
                Metric.merged(forks.stream().map(Row::primary).toList()),
                secondary,
                first.settings());
    }
}

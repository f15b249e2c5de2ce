package dev.callcost.compare.report;

import dev.callcost.agent.Canary;
import dev.callcost.agent.UntilWarm;
import dev.callcost.compare.evidence.PairRule;
import dev.callcost.compare.evidence.Quantities;
import dev.callcost.compare.judge.RowVerdict;
import dev.callcost.compare.judge.RowVerdict.Fate;
import dev.callcost.compare.judge.Verdicts;
import dev.callcost.compare.session.MetricChoice;
import dev.callcost.data.Metric;
import dev.callcost.data.Metric.Quantity;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.data.RowKey.RowNames;
import dev.callcost.stats.Estimate;
import dev.callcost.stats.VerdictRule;
import dev.callcost.text.Html;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Secondary metrics that differ between the sides by 10 % or more, significantly, and that nobody asked to judge: a
 * method of a {@code @RowGroup} in mode thrpt can halve while the group's score stays. A difference that the row's own
 * change explains is not among them, and neither are the metrics of rows at a rate, of warm-up and machine, and of the
 * gc profiler, because bytes per operation have a verdict of their own.
 */
final class UnjudgedMetrics {
    /** With fewer forks a side Student's t excludes no difference that occurs. */
    private static final int FEWEST_FORKS = 3;

    private static final Set<String> OF_FORK = Set.of(UntilWarm.TIME, UntilWarm.INCOMPLETE, Canary.METRIC);
    private static final String GC = "gc.";

    /** In the names that JMH gives to percentiles of a method of a group. */
    private static final String PERCENTILE = ":p";

    private UnjudgedMetrics() {}

    /** @param ratio head's value over base's */
    private record MetricChange(RowKey row, String name, Metric base, Metric head, Estimate ratio) {
        double size() {
            return Math.abs(ratio.logMean());
        }

        String text(RowNames names) {
            return names.of(row) + " " + name + " " + value(base) + " -> " + value(head) + " " + head.unit();
        }

        private static String value(Metric metric) {
            return Html.grouped(Numbers.significant(metric.mean().orElseThrow()));
        }
    }

    /**
     * A line that names the largest, and the option that judges them; empty where there are none.
     *
     * @param most how many it names
     */
    static Optional<String> line(Verdicts verdicts, RowNames names, int most) {
        Set<RowKey> judged = Set.copyOf(verdicts.measured());
        List<MetricChange> known =
                verdicts.rows().stream().flatMap(row -> of(row, judged)).toList();
        VerdictRule rule = VerdictRule.forDiscoveries(
                known.stream()
                        .mapToDouble(change -> change.ratio.probabilityOf(0))
                        .toArray(),
                VerdictRule.MARGIN);
        List<MetricChange> changed = known.stream()
                .filter(change -> change.size() >= PairRule.FIND && change.ratio.probabilityOf(0) < rule.level())
                .sorted((one, other) -> Double.compare(other.size(), one.size()))
                .toList();
        if (changed.isEmpty()) {
            return Optional.empty();
        }
        int more = changed.size() - most;
        return Optional.of("changed and not judged (add --metric "
                + changed.stream()
                        .map(change -> MetricChoice.suggestion(change.name))
                        .distinct()
                        .limit(most)
                        .collect(Collectors.joining(","))
                + "): "
                + changed.stream()
                        .limit(most)
                        .map(change -> Sections.unbroken(change.text(names)))
                        .collect(Collectors.joining(", "))
                + (more > 0 ? " and " + Sections.count(more, "more metric") : ""));
    }

    private static Stream<MetricChange> of(RowVerdict verdict, Set<RowKey> judged) {
        return verdict.sides().stream()
                // files of several machines scatter more than their forks do
                .filter(sides -> verdict.isWhole() && !sides.isByFiles() && !Quantities.hasRateToMeet(sides.base()))
                .flatMap(sides -> sides.base().secondary().entrySet().stream()
                        .filter(metric -> isOther(metric.getKey())
                                && sides.head().secondary().containsKey(metric.getKey())
                                && !judged.contains(quantity(verdict.key(), metric.getKey())))
                        .flatMap(metric -> of(
                                verdict.key(),
                                metric.getKey(),
                                metric.getValue(),
                                sides.head().secondary().get(metric.getKey())))
                        .filter(change -> !isExplained(change, verdict, sides.base(), sides.head())));
    }

    private static boolean isOther(String name) {
        return !OF_FORK.contains(name) && !name.startsWith(GC) && !name.contains(PERCENTILE);
    }

    /** None in two units, and where a value has no logarithm or a side has too few forks. */
    private static Stream<MetricChange> of(RowKey row, String name, Metric base, Metric head) {
        return !base.unit().equals(head.unit())
                ? Stream.empty()
                : estimate(base)
                        .flatMap(before -> estimate(head).map(after -> after.ratioTo(before)))
                        .map(ratio -> new MetricChange(row, name, base, head, ratio))
                        .stream();
    }

    private static Optional<Estimate> estimate(Metric metric) {
        double[] forks = metric.forkMedians();
        return forks.length < FEWEST_FORKS || Arrays.stream(forks).anyMatch(value -> value <= 0)
                ? Optional.empty()
                : Optional.of(
                        Estimate.ofLogs(Arrays.stream(forks).mapToObj(Math::log).toList()));
    }

    private static RowKey quantity(RowKey row, String name) {
        return row.ofBenchmark(new Quantity(name, false).benchmark(row.benchmark()));
    }

    /** A metric in the score's unit may move as the score does; others follow a row that is slower or faster. */
    private static boolean isExplained(MetricChange change, RowVerdict verdict, Row base, Row head) {
        if (!change.base.unit().equals(base.primary().unit())) {
            return verdict.fate() == Fate.SLOWER || verdict.fate() == Fate.FASTER;
        }
        double ofScore = Math.log(
                head.primary().mean().orElse(Double.NaN) / base.primary().mean().orElse(Double.NaN));
        return Math.abs(change.ratio.logMean() - ofScore) < PairRule.FIND;
    }
}

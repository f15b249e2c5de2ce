package dev.callcost.compare;

import dev.callcost.data.Estimate;
import dev.callcost.data.OpenLoop;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.stats.FileRatios;
import dev.callcost.stats.Moderation;
import dev.callcost.stats.Moderation.Own;
import dev.callcost.stats.Rule;
import dev.callcost.stats.Verdict;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Head's time over base's in rows of results files. Rows that scatter alike share their variances.
 *
 * @param rows the estimates
 * @param fewestForks the forks or files of a side below which there is no verdict
 */
record FileSlowdowns(List<Estimate> rows, int fewestForks) {
    /** The evidence of a row's values. Its level is known only after all rows have theirs. */
    interface Evidence {
        /** The probability of such a difference, or a larger one, where the sides do not differ; 1 with too few forks. */
        double probability();

        Verdict verdict(Rule rule);

        /** About how many forks or files a side would decide the row; zero when it is decided or no number would. */
        int needed(Rule rule);

        default Optional<ScoreComparison> score(Rule rule) {
            return Optional.empty();
        }

        /** Whether the intervals contain what all rows share. */
        default boolean isShared() {
            return false;
        }
    }

    /** Head's time over base's in one row. */
    private record Slowdown(RowFiles row, Estimate usual, Estimate byMean, boolean meanDecides, int fewestForks)
            implements Evidence {
        private Estimate deciding() {
            return meanDecides ? byMean : usual;
        }

        @Override
        public double probability() {
            return deciding().forks() < fewestForks || row.isWithinFloor()
                    ? 1
                    : deciding().probabilityOf(0);
        }

        @Override
        public boolean isShared() {
            return usual.slack() > 0 || byMean.slack() > 0;
        }

        @Override
        public Optional<ScoreComparison> score(Rule rule) {
            return Optional.of(comparison(rule));
        }

        private ScoreComparison comparison(Rule rule) {
            ScoreComparison comparison = new ScoreComparison(
                    usual,
                    byMean,
                    rule.judge(usual, fewestForks),
                    rule.judge(byMean, fewestForks),
                    meanDecides,
                    rule,
                    rule.beyondMargin(byMean));
            return row.isWithinFloor() ? comparison.withinFloor() : comparison;
        }

        @Override
        public Verdict verdict(Rule rule) {
            return comparison(rule).verdict();
        }

        @Override
        public int needed(Rule rule) {
            return switch (verdict(rule)) {
                case CANNOT_TELL -> fewestForks;
                case UNDECIDED ->
                    row.sides().isByFiles()
                            ? FileRatios.needed(
                                    rule,
                                    deciding(),
                                    row.base().size(),
                                    row.head().size())
                            : rule.forksNeeded(deciding());
                default -> 0;
            };
        }
    }

    /**
     * The evidence of each row; none for a row whose units cannot be converted. Rows that did not meet their rate are not in the variances of other rows.
     *
     * @param unmatched rows of one side, which show how much forks scatter
     */
    static Map<RowKey, Evidence> evidence(Collection<RowFiles> rows, List<Row> unmatched) {
        Map<RowKey, Evidence> evidence = new LinkedHashMap<>();
        rows.stream()
                .filter(row -> row.areInOneUnit() && row.needRanges())
                .forEach(row -> evidence.put(row.key(), row.ranges()));
        Collection<List<RowFiles>> groups = rows.stream()
                .filter(row -> row.areInOneUnit() && !row.needRanges())
                .collect(Collectors.groupingBy(
                        row -> List.of(
                                Quantities.scatter(row.sides().base()),
                                row.sides().isByFiles(),
                                row.isMet()),
                        LinkedHashMap::new,
                        Collectors.toList()))
                .values();
        long byFiles = groups.stream()
                .map(alike -> alike.get(0))
                .filter(row -> row.sides().isByFiles() && row.isMet())
                .count();
        double level = FileRatios.SHARED_LEVEL / Math.max(1, byFiles);
        for (List<RowFiles> alike : groups) {
            RowFiles first = alike.get(0);
            Object scatter = Quantities.scatter(first.sides().base());
            List<Row> others = unmatched.stream()
                    .filter(row -> Quantities.scatter(row).equals(scatter)
                            && OpenLoop.isMet(row) == first.isMet()
                            && !Ranges.areNeeded(row.primary()))
                    .toList();
            Function<Function<Row, Estimate>, FileSlowdowns> by = estimator ->
                    first.sides().isByFiles() ? byFiles(alike, level, estimator) : byForks(alike, others, estimator);
            FileSlowdowns usual = by.apply(Row::estimate);
            FileSlowdowns byMean = by.apply(row -> row.primary().estimateOfMeans());
            for (int n = 0; n < alike.size(); n++) {
                RowFiles row = alike.get(n);
                evidence.put(
                        row.key(),
                        new Slowdown(
                                row, usual.rows.get(n), byMean.rows.get(n), row.differInMemory(), usual.fewestForks));
            }
        }
        return evidence;
    }

    private FileSlowdowns(List<Estimate> rows, boolean areModerated) {
        this(rows, areModerated ? Rule.FEWEST_FORKS_MODERATED : Rule.FEWEST_FORKS);
    }

    private static FileSlowdowns byFiles(List<RowFiles> alike, double level, Function<Row, Estimate> estimator) {
        return new FileSlowdowns(
                FileRatios.of(alike.stream().map(row -> row.logs(estimator)).toList(), level),
                FileRatios.areModerated(alike.size()));
    }

    private static FileSlowdowns byForks(List<RowFiles> alike, List<Row> unmatched, Function<Row, Estimate> estimator) {
        Function<Row, Estimate> nanos =
                row -> row.nanosPerOperation(estimator.apply(row)).orElseThrow();
        record Sides(Estimate base, Estimate head) {
            Own pooled() {
                return new Own(head.pooledRatioTo(base), 1.0 / base.forks() + 1.0 / head.forks());
            }
        }
        List<Sides> rows = alike.stream()
                .map(row -> new Sides(
                        nanos.apply(row.sides().base()), nanos.apply(row.sides().head())))
                .toList();
        Moderation moderation = Moderation.of(Stream.concat(
                        rows.stream().map(Sides::pooled),
                        unmatched.stream().map(row -> Own.ofMean(estimator.apply(row))))
                .filter(own -> own.estimate().hasInterval())
                .toList());
        boolean areModerated = moderation.prior() != Moderation.Prior.NONE;
        return new FileSlowdowns(
                rows.stream()
                        .map(row -> !areModerated
                                ? row.head.ratioTo(row.base)
                                : row.pooled().estimate().hasInterval()
                                        ? moderation.moderated(row.pooled())
                                        : row.pooled().estimate())
                        .toList(),
                areModerated);
    }
}

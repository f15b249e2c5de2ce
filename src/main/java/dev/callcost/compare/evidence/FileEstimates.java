package dev.callcost.compare.evidence;

import dev.callcost.data.Metric.Quantity;
import dev.callcost.data.Row;
import dev.callcost.data.Row.Scatter;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Estimate;
import dev.callcost.stats.FileRatios;
import dev.callcost.stats.Moderation;
import dev.callcost.stats.Moderation.Own;
import dev.callcost.stats.VerdictRule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Head's time over base's in rows of results files. All rows are estimated before any is judged: rows that scatter
 * alike share their variances.
 */
public final class FileEstimates {
    private FileEstimates() {}

    /**
     * The verdict on a row.
     *
     * @param needed about how many forks or files a side would decide the row; zero when it is decided or no number
     *     would
     */
    public record Judged(ScoreChange score, int needed) {}

    /**
     * Head's time over base's in one row.
     *
     * @param fewestForks the forks or files of a side below which there is no verdict
     */
    public record Slowdown(FileRow row, Estimate usual, Estimate byMean, boolean meanDecides, int fewestForks) {
        private Estimate deciding() {
            return meanDecides ? byMean : usual;
        }

        /**
         * The probability of such a difference, or a larger one, where the sides do not differ; 1 with too few forks.
         */
        public double probability() {
            return deciding().forks() < fewestForks || row.isWithinFloor()
                    ? 1
                    : deciding().probabilityOf(0);
        }

        /** Whether the intervals contain what all rows share. */
        public boolean isShared() {
            return usual.slack() > 0 || byMean.slack() > 0;
        }

        public Judged judge(VerdictRule rule) {
            ScoreChange comparison = new ScoreChange(
                    usual,
                    byMean,
                    rule.judge(usual, fewestForks),
                    rule.judge(byMean, fewestForks),
                    meanDecides,
                    rule,
                    rule.beyondMargin(byMean));
            ScoreChange score = row.isWithinFloor() ? comparison.withinFloor() : comparison;
            int needed = switch (score.verdict()) {
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
            return new Judged(score, needed);
        }
    }

    /**
     * Equal for rows that share their variances: their forks, or files, are expected to scatter alike. Rows that did
     * not meet their rate are on their own.
     */
    private record Alike(Scatter scatter, Optional<Quantity> quantity, boolean byFiles, boolean isMet) {
        static Alike of(FileRow row) {
            return of(row.sides().base(), row.sides().isByFiles(), row.isMet());
        }

        static Alike of(Row row, boolean byFiles, boolean isMet) {
            return new Alike(row.scatter(), row.primary().quantity(), byFiles, isMet);
        }

        /** Whether a row of one side is like these. */
        boolean has(Row unmatched) {
            return equals(of(unmatched, byFiles, unmatched.isRateMet())) && Floor.hasRatio(unmatched.primary());
        }
    }

    /** Estimates of rows, and the forks or files of a side below which there is no verdict on them. */
    private record Estimates(List<Estimate> rows, int fewestForks) {
        Estimates(List<Estimate> rows, boolean areModerated) {
            this(rows, areModerated ? VerdictRule.FEWEST_FORKS_MODERATED : VerdictRule.FEWEST_FORKS);
        }
    }

    /**
     * The slowdown of each row; none for a row without a ratio, and one whose units cannot be converted.
     *
     * @param unmatched rows of one side, which show how much forks scatter
     */
    public static Map<RowKey, Slowdown> of(Collection<FileRow> rows, List<Row> unmatched) {
        Map<RowKey, Slowdown> slowdowns = new LinkedHashMap<>();
        Map<Alike, List<FileRow>> groups = new LinkedHashMap<>();
        rows.stream()
                .filter(row -> row.areInOneUnit() && row.hasRatio())
                .forEach(row -> groups.computeIfAbsent(Alike.of(row), it -> new ArrayList<>())
                        .add(row));
        long byFiles =
                groups.keySet().stream().filter(it -> it.byFiles && it.isMet).count();
        double level = FileRatios.SHARED_LEVEL / Math.max(1, byFiles);
        groups.forEach((alike, ofGroup) -> {
            List<Row> others = unmatched.stream().filter(alike::has).toList();
            Function<Function<Row, Estimate>, Estimates> by = estimator ->
                    alike.byFiles ? byFiles(ofGroup, level, estimator) : byForks(ofGroup, others, estimator);
            Estimates usual = by.apply(Row::estimate);
            Estimates byMean = by.apply(row -> row.primary().estimateOfMeans());
            for (int n = 0; n < ofGroup.size(); n++) {
                FileRow row = ofGroup.get(n);
                slowdowns.put(
                        row.key(),
                        new Slowdown(
                                row, usual.rows.get(n), byMean.rows.get(n), row.differInMemory(), usual.fewestForks));
            }
        });
        return slowdowns;
    }

    private static Estimates byFiles(List<FileRow> alike, double level, Function<Row, Estimate> estimator) {
        return new Estimates(
                FileRatios.of(alike.stream().map(row -> row.logs(estimator)).toList(), level),
                FileRatios.areModerated(alike.size()));
    }

    private static Estimates byForks(List<FileRow> alike, List<Row> unmatched, Function<Row, Estimate> estimator) {
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
        return new Estimates(
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

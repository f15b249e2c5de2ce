package dev.callcost.compare.evidence;

import dev.callcost.compare.evidence.NoVerdict.WhyNot;
import dev.callcost.compare.evidence.RowSides.SettingDifference;
import dev.callcost.data.Metric;
import dev.callcost.data.Metric.Quantity;
import dev.callcost.data.Row;
import dev.callcost.data.Row.Scatter;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Estimate;
import dev.callcost.stats.FileRatios;
import dev.callcost.stats.FileRatios.Values;
import dev.callcost.stats.Moderation;
import dev.callcost.stats.Moderation.Own;
import dev.callcost.stats.VerdictRule;
import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Head's time over base's in rows of results files. All rows are estimated before any is judged: rows that scatter
 * alike share their variances.
 */
public final class FileEstimates {
    private FileEstimates() {}

    /**
     * A row in the results files of both sides.
     *
     * @param base the row in each file that has it, by the file's number
     * @param sides all files of each side together
     * @param notJudged why the row has no verdict; empty when it is judged
     */
    public record FileRow(
            SortedMap<Integer, Row> base, SortedMap<Integer, Row> head, RowSides sides, Optional<NoVerdict> notJudged) {

        /**
         * A row that is judged.
         *
         * @param machines what differs between the machines of both sides
         */
        public FileRow(SortedMap<Integer, Row> base, SortedMap<Integer, Row> head, List<SettingDifference> machines) {
            this(
                    base,
                    head,
                    RowSides.of(joined(base), joined(head), machines, base.size(), head.size()),
                    Optional.empty());
        }

        public FileRow notJudged(Optional<NoVerdict> why) {
            return new FileRow(base, head, sides, why);
        }

        /** All forks in the unit of the first file, to show a score. */
        private static Row joined(SortedMap<Integer, Row> files) {
            String unit = unit(files.get(files.firstKey()));
            return Row.merged(files.values().stream()
                    .filter(row -> unit(row).equals(unit))
                    .toList());
        }

        private static String unit(Row row) {
            return row.primary().unit();
        }

        public RowKey key() {
            return sides.base().key();
        }

        /** The row whose quantity this is, or the row itself. */
        public RowKey keyOfWhole() {
            return sides.base().keyOfWhole();
        }

        /** Whether both sides met the rate; true without one. */
        public boolean isMet() {
            return notJudged.filter(it -> it.why() == WhyNot.RATE_NOT_MET).isEmpty();
        }

        public Stream<Row> rows() {
            return Stream.of(base, head).flatMap(side -> side.values().stream());
        }

        boolean areInOneUnit() {
            return Metric.areInOneUnit(rows().map(Row::primary).toList());
        }

        public boolean hasRatio() {
            return rows().map(Row::primary).allMatch(Floor::hasRatio);
        }

        /** Whether the difference does not count, see {@link Floor}. */
        boolean isWithinFloor() {
            return Floor.covers(sides.base().primary(), sides.head().primary());
        }

        /** Whether a file of base and a file of head differ in JVM, collector or heap. */
        boolean differInMemory() {
            return RowSides.unlike(base.values()).stream()
                    .anyMatch(before -> RowSides.unlike(head.values()).stream()
                            .anyMatch(after -> RowSides.differInMemory(before, after)));
        }

        /** The mean over the forks of a file, whatever their number. */
        Values logs(Function<Row, Estimate> estimator) {
            return Values.of(logs(base, estimator), logs(head, estimator));
        }

        private static SortedMap<Integer, Double> logs(
                SortedMap<Integer, Row> files, Function<Row, Estimate> estimator) {
            SortedMap<Integer, Double> logs = new TreeMap<>();
            files.forEach((number, row) -> logs.put(
                    number,
                    row.nanosPerOperation(estimator.apply(row)).orElseThrow().logMean()));
            return logs;
        }

        /**
         * The ways in which the files of a side are unlike, a text each: they differ in a setting, or lack the row.
         *
         * @param isBalanced whether both sides have equally many files
         */
        public List<String> unlike(boolean isBalanced) {
            List<String> unlike = new ArrayList<>();
            RowSides.differencesWithin(base.values()).forEach(it -> unlike.add(it.text()));
            RowSides.differencesWithin(head.values()).forEach(it -> unlike.add(it.text()));
            for (SortedMap<Integer, Row> side : List.of(base, head)) {
                List<String> units =
                        side.values().stream().map(FileRow::unit).distinct().toList();
                if (units.size() > 1) {
                    unlike.add("unit " + String.join(" / ", units));
                }
            }
            List<String> remarks = unlike.stream()
                    .distinct()
                    .map(it -> "the files of a side are not alike: " + it)
                    .collect(Collectors.toCollection(ArrayList::new));
            if (isBalanced && base.size() != head.size()) {
                remarks.add("in " + Sections.count(base.size(), "file") + " of base and in " + head.size()
                        + " of head (did forks fail?)");
            }
            return remarks;
        }
    }

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

        public ScoreChange judge(VerdictRule rule) {
            ScoreChange score = new ScoreChange(
                    usual,
                    byMean,
                    rule.judge(usual, fewestForks),
                    rule.judge(byMean, fewestForks),
                    meanDecides,
                    rule,
                    rule.beyondMargin(byMean));
            return row.isWithinFloor() ? score.withinFloor() : score;
        }

        /**
         * About how many forks or files a side would decide the row; zero when it is decided or no number would.
         *
         * @param judged the row's
         */
        public int needed(ScoreChange judged) {
            return switch (judged.verdict()) {
                case CANNOT_TELL -> fewestForks;
                case UNDECIDED ->
                    row.sides().isByFiles()
                            ? FileRatios.needed(
                                    judged.rule(),
                                    deciding(),
                                    row.base().size(),
                                    row.head().size())
                            : judged.rule().forksNeeded(deciding());
                default -> 0;
            };
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

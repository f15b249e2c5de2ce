package dev.callcost.compare;

import dev.callcost.compare.Verdicts.Preface;
import dev.callcost.data.Estimate;
import dev.callcost.data.Metric;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.stats.FileRatios;
import dev.callcost.stats.Moderation;
import dev.callcost.stats.Moderation.Own;
import dev.callcost.stats.OpenLoop;
import dev.callcost.stats.Rule;
import dev.callcost.stats.Trend;
import dev.callcost.stats.Verdict;
import dev.callcost.text.BadFileException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The verdicts of {@code check} on results files. Rows are the same when benchmark, mode, threads and all params are. */
public final class FileComparison {
    private FileComparison() {}

    /**
     * One file a side, with one margin.
     *
     * @param margin the relative difference that does not matter
     * @throws BadFileException when a file holds a row twice
     */
    public static Verdicts of(ResultsFile base, ResultsFile head, double margin) {
        return of(List.of(base), List.of(head), Margins.of(margin), List.of());
    }

    /**
     * Files that share rows are blocks: a row in several files of a side is judged by how much files differ, see {@link FileRatios}. Files that share no row
     * add up.
     *
     * @param base at least one file
     * @param head at least one file
     * @param metrics percentiles and secondary metrics that the user names, see {@link Quantities}
     * @throws BadFileException when a file holds a row twice
     * @throws IllegalArgumentException when no row has a metric
     */
    public static Verdicts of(
            List<ResultsFile> base, List<ResultsFile> head, Margins margins, List<MetricChoice> metrics) {
        Quantities quantities = new Quantities(metrics);
        quantities.check(Stream.of(base, head)
                .flatMap(List::stream)
                .flatMap(file -> file.rows().stream())
                .toList());
        UnusableRows unusable = UnusableRows.in(base, head);
        MovedRows moved = MovedRows.between(unusable.base(), unusable.head());
        FileSide before = new FileSide(moved.base());
        FileSide after = new FileSide(unusable.head());
        List<String> machines = before.machinesUnlike(after);
        Map<RowKey, SortedMap<Integer, Row>> onlyInBase = before.rows(quantities);
        Map<RowKey, SortedMap<Integer, Row>> onlyInHead = after.rows(quantities);
        Map<RowKey, RowFiles> both = new LinkedHashMap<>();
        for (RowKey key : List.copyOf(onlyInBase.keySet())) {
            if (onlyInHead.containsKey(key)) {
                RowSides sides = RowFiles.sides(onlyInBase.get(key), onlyInHead.get(key), machines);
                Optional<String> notJudged = Optional.ofNullable(
                                both.get(sides.base().keyOfWhole()))
                        .filter(whole -> !whole.isMet())
                        .flatMap(RowFiles::notJudged)
                        .or(() -> quantities.whyNotJudged(sides, margins.of(key)));
                both.put(key, new RowFiles(onlyInBase.remove(key), onlyInHead.remove(key), sides, notJudged));
            }
        }
        Map<RowKey, Evidence> evidence = evidence(
                both,
                Stream.of(onlyInBase, onlyInHead)
                        .flatMap(side -> side.values().stream())
                        .filter(files -> files.size() == 1)
                        .flatMap(files -> files.values().stream())
                        .toList());
        Map<RowKey, List<Double>> probabilities = new LinkedHashMap<>();
        both.forEach((key, row) -> Optional.ofNullable(evidence.get(key))
                .filter(it -> row.notJudged().isEmpty())
                .ifPresent(it -> probabilities
                        .computeIfAbsent(row.keyOfWhole(), whole -> new ArrayList<>())
                        .add(it.probability())));
        double shared = both.entrySet().stream()
                        .filter(row -> row.getValue().isMet())
                        .anyMatch(row -> evidence.get(row.getKey()) instanceof Slowdown it && it.isShared())
                ? FileRatios.SHARED_LEVEL
                : 0;
        Rule rule = Rule.forDiscoveries(
                probabilities.values().stream().mapToDouble(Rule::shared).toArray(),
                margins.usual(),
                Rule.ALPHA - shared);
        boolean isBalanced = base.size() == head.size();
        int wholes = (int) both.values().stream()
                .filter(row -> Quantities.isWhole(row.sides().base()))
                .count();
        List<VerdictRow> judged = new ArrayList<>();
        both.forEach((key, row) -> {
            int sharing =
                    probabilities.getOrDefault(row.keyOfWhole(), List.of(1.0)).size();
            judged.add(row(
                    key,
                    row,
                    row.unlike(isBalanced),
                    Optional.ofNullable(evidence.get(key)),
                    rule.with(margins.of(key)).sharedBy(sharing),
                    wholes));
        });
        return new Verdicts(
                preface(before, after, moved, new Rule(rule.margin(), rule.level() + shared)),
                rule,
                Stream.concat(judged.stream(), unusable.failed()).toList(),
                unmatched(onlyInBase, both),
                unmatched(onlyInHead, both),
                Map.of(),
                new Gate(margins));
    }

    /** The rows of one side, without the quantities of rows that are not in both. */
    private static List<RowKey> unmatched(Map<RowKey, SortedMap<Integer, Row>> side, Map<RowKey, RowFiles> both) {
        return side.values().stream()
                .map(files -> files.get(files.firstKey()))
                .filter(row -> Quantities.isWhole(row) || both.containsKey(row.keyOfWhole()))
                .map(Row::key)
                .toList();
    }

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

        /** See {@link VerdictRow}. */
        default int unusualAmong(Rule rule) {
            return 0;
        }
    }

    /**
     * Head's time over base's.
     *
     * @param isModerated whether rows share their variances
     * @param singles statistics of all rows with one fork on a side; empty for a row with more forks, or with too few such rows
     */
    private record Slowdown(
            RowFiles row,
            Estimate byMedian,
            Estimate byMean,
            boolean meanDecides,
            boolean isModerated,
            Optional<SingleForks> singles)
            implements Evidence {
        @Override
        public double probability() {
            return deciding().forks() < fewestForks() ? 1 : deciding().probabilityOf(0);
        }

        private Estimate deciding() {
            return meanDecides ? byMean : byMedian;
        }

        /** Whether the intervals contain what all rows share. */
        boolean isShared() {
            return byMedian.slack() > 0 || byMean.slack() > 0;
        }

        /** The forks or files of a side below which there is no verdict. */
        private int fewestForks() {
            return isModerated ? Rule.FEWEST_FORKS_MODERATED : Rule.FEWEST_FORKS;
        }

        @Override
        public Optional<ScoreComparison> score(Rule rule) {
            return Optional.of(new ScoreComparison(
                    byMedian,
                    byMean,
                    rule.judge(byMedian, fewestForks()),
                    rule.judge(byMean, fewestForks()),
                    meanDecides,
                    rule,
                    rule.beyondMargin(byMean)));
        }

        @Override
        public Verdict verdict(Rule rule) {
            return rule.judge(deciding(), fewestForks());
        }

        @Override
        public int needed(Rule rule) {
            return switch (verdict(rule)) {
                case CANNOT_TELL ->
                    singles.map(it -> it.forksNeeded(deciding(), rule)).orElse(fewestForks());
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

        @Override
        public int unusualAmong(Rule rule) {
            return singles.filter(it -> it.isUnusual(deciding(), row.sides(), rule.margin()))
                    .map(SingleForks::rows)
                    .orElse(0);
        }

        /** Whether a side has one fork, so that the row needs others to tell anything. */
        boolean isSingle() {
            return row.notJudged().isEmpty() && !deciding().hasInterval();
        }

        Slowdown with(Optional<SingleForks> rows) {
            return new Slowdown(row, byMedian, byMean, meanDecides, isModerated, rows);
        }
    }

    /**
     * The evidence of each row; none for a row whose units cannot be converted. Rows that did not meet their rate are not in the variances of other rows.
     *
     * @param unmatched rows of one side, which show how much forks scatter
     */
    private static Map<RowKey, Evidence> evidence(Map<RowKey, RowFiles> rows, List<Row> unmatched) {
        Map<RowKey, Evidence> evidence = new LinkedHashMap<>();
        rows.forEach((key, row) -> row.ranges().ifPresent(it -> evidence.put(key, it)));
        Collection<List<RowFiles>> groups = rows.values().stream()
                .filter(RowFiles::haveLogs)
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
            Function<Function<Metric, Estimate>, Ratios> ratios = first.sides().isByFiles()
                    ? estimator -> Ratios.ofFiles(alike, level, estimator)
                    : estimator -> Ratios.ofForks(alike, others, estimator);
            Ratios byMedian = ratios.apply(Metric::estimate);
            Ratios byMean = ratios.apply(Metric::estimateOfMeans);
            List<Slowdown> slowdowns = IntStream.range(0, alike.size())
                    .mapToObj(n -> new Slowdown(
                            alike.get(n),
                            byMedian.rows.get(n),
                            byMean.rows.get(n),
                            alike.get(n).differInMemory(),
                            byMedian.areModerated,
                            Optional.empty()))
                    .toList();
            Optional<SingleForks> singles = SingleForks.of(slowdowns.stream()
                    .filter(Slowdown::isSingle)
                    .map(Slowdown::deciding)
                    .toList());
            slowdowns.forEach(
                    row -> evidence.put(row.row.sides().base().key(), row.isSingle() ? row.with(singles) : row));
        }
        return evidence;
    }

    /**
     * Head's time over base's in rows that scatter alike.
     *
     * @param areModerated whether the rows share their variances
     */
    private record Ratios(List<Estimate> rows, boolean areModerated) {
        static Ratios ofFiles(List<RowFiles> alike, double level, Function<Metric, Estimate> estimator) {
            return new Ratios(
                    FileRatios.of(
                            alike.stream().map(row -> row.values(estimator)).toList(), level),
                    FileRatios.areModerated(alike.size()));
        }

        static Ratios ofForks(List<RowFiles> alike, List<Row> unmatched, Function<Metric, Estimate> estimator) {
            List<Estimate> base = alike.stream()
                    .map(row -> nanos(row.sides().base(), estimator))
                    .toList();
            List<Estimate> head = alike.stream()
                    .map(row -> nanos(row.sides().head(), estimator))
                    .toList();
            List<Own> pooled = IntStream.range(0, alike.size())
                    .mapToObj(n -> new Own(
                            head.get(n).pooledRatioTo(base.get(n)),
                            1.0 / base.get(n).forks() + 1.0 / head.get(n).forks()))
                    .toList();
            Moderation moderation = Moderation.of(Stream.concat(
                            pooled.stream(), unmatched.stream().map(row -> Own.ofMean(estimator.apply(row.primary()))))
                    .filter(own -> own.estimate().hasInterval())
                    .toList());
            boolean areModerated = moderation.prior() != Moderation.Prior.NONE;
            return new Ratios(
                    IntStream.range(0, alike.size())
                            .mapToObj(n -> !areModerated
                                    ? head.get(n).ratioTo(base.get(n))
                                    : pooled.get(n).estimate().hasInterval()
                                            ? moderation.moderated(pooled.get(n))
                                            : pooled.get(n).estimate())
                            .toList(),
                    areModerated);
        }

        private static Estimate nanos(Row row, Function<Metric, Estimate> estimator) {
            return row.nanosPerOperation(estimator.apply(row.primary())).orElseThrow();
        }
    }

    /**
     * @param unlike what makes the files of a side unlike
     * @param evidence empty when the units cannot be converted
     * @param rule the row's own
     * @param rows how many rows are judged together
     */
    private static VerdictRow row(
            RowKey key, RowFiles row, List<String> unlike, Optional<Evidence> evidence, Rule rule, int rows) {
        RowSides sides = row.sides();
        List<String> remarks = new ArrayList<>(unlike);
        if (evidence.isEmpty()) {
            remarks.add("the units " + sides.base().primary().unit() + " and "
                    + sides.head().primary().unit() + " cannot be converted");
        } else if (evidence.get() instanceof Ranges) {
            remarks.add("judged by the ranges of the " + (sides.isByFiles() ? "files" : "forks")
                    + ", because a value is 0");
        }
        row.base().values().forEach(file -> drift("base", file).ifPresent(remarks::add));
        row.head().values().forEach(file -> drift("head", file).ifPresent(remarks::add));
        return new VerdictRow(
                key,
                row.notJudged().isPresent()
                        ? Verdict.NOT_JUDGED
                        : evidence.map(it -> it.verdict(rule)).orElse(Verdict.CANNOT_TELL),
                row.notJudged(),
                Optional.of(sides),
                evidence.flatMap(it -> it.score(rule)),
                row.isMet()
                        ? AllocationComparison.of(
                                List.copyOf(row.base().values()),
                                List.copyOf(row.head().values()),
                                rows)
                        : Optional.empty(),
                sides.differences().isEmpty()
                        && unlike.isEmpty(), // not interleaved: any setting may have made the difference
                row.notJudged().isPresent()
                        ? 0
                        : evidence.map(it -> it.needed(rule)).orElse(0),
                evidence.map(it -> it.unusualAmong(rule)).orElse(0),
                remarks,
                Optional.empty(),
                VerdictRow.Losses.NONE);
    }

    private static Optional<String> drift(String side, Row row) {
        return Trend.text(row)
                .map(change -> side + " drifts while measured, by " + change + " from the first to the last third");
    }

    /** @param rule with the level at which an interval misses the truth */
    private static Preface preface(FileSide base, FileSide head, MovedRows moved, Rule rule) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("schema", "callcost check 3");
        json.put("base", base.paths());
        json.put("head", head.paths());
        json.put("rule", rule);
        if (!moved.moves().isEmpty()) {
            json.put("moved", moved.moves().keySet());
        }
        return new Preface(
                false,
                Stream.concat(Stream.of("base " + base.text(), "head " + head.text()), moved.lines().stream())
                        .toList(),
                List.of(),
                json);
    }
}

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
import dev.callcost.stats.Rule;
import dev.callcost.stats.Trend;
import dev.callcost.stats.Verdict;
import dev.callcost.text.BadFileException;
import java.util.ArrayList;
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
        Map<RowKey, SortedMap<Integer, Row>> ofHead = after.expanded(quantities).rows();
        Map<RowKey, RowFiles> both = new LinkedHashMap<>();
        Map<RowKey, SortedMap<Integer, Row>> onlyInBase = new LinkedHashMap<>();
        before.expanded(quantities).rows().forEach((key, files) -> {
            if (ofHead.containsKey(key)) {
                both.put(key, new RowFiles(files, ofHead.remove(key)));
            } else {
                onlyInBase.put(key, files);
            }
        });
        List<Row> unmatched = Stream.of(onlyInBase, ofHead)
                .flatMap(side -> side.values().stream())
                .filter(files -> files.size() == 1)
                .flatMap(files -> files.values().stream())
                .toList();
        List<String> machines = before.machinesUnlike(after);
        Map<RowKey, RowSides> sides = new LinkedHashMap<>();
        both.forEach((key, files) -> sides.put(key, files.sides(machines)));
        Map<RowKey, Slowdown> slowdowns = slowdowns(both, sides, unmatched);
        slowdowns.putAll(slowdownsByFiles(both));
        Map<RowKey, Ranges> ranges = new LinkedHashMap<>();
        both.forEach((key, files) -> files.ranges().ifPresent(it -> ranges.put(key, it)));
        Map<RowKey, List<Double>> probabilities = new LinkedHashMap<>();
        sides.forEach((key, row) -> Optional.ofNullable(slowdowns.get(key))
                .map(Slowdown::probability)
                .or(() -> Optional.ofNullable(ranges.get(key)).map(Ranges::probability))
                .filter(it -> quantities.whyNotJudged(row).isEmpty())
                .ifPresent(it -> probabilities
                        .computeIfAbsent(row.base().keyOfWhole(), whole -> new ArrayList<>())
                        .add(it)));
        double shared = slowdowns.values().stream().anyMatch(Slowdown::isShared) ? FileRatios.SHARED_LEVEL : 0;
        Rule rule = Rule.forDiscoveries(
                probabilities.values().stream().mapToDouble(Rule::shared).toArray(),
                margins.usual(),
                Rule.ALPHA - shared);
        boolean isBalanced = before.files().size() == after.files().size();
        int wholes = (int) sides.values().stream()
                .map(RowSides::base)
                .filter(Quantities::isWhole)
                .count();
        List<VerdictRow> judged = new ArrayList<>();
        both.forEach((key, files) -> {
            RowSides row = sides.get(key);
            int sharing = probabilities
                    .getOrDefault(row.base().keyOfWhole(), List.of(1.0))
                    .size();
            judged.add(row(
                    key,
                    files,
                    row,
                    quantities.whyNotJudged(row),
                    files.unlike(isBalanced),
                    slowdowns.get(key),
                    ranges.get(key),
                    rule.with(margins.of(key)).sharedBy(sharing),
                    wholes));
        });
        return new Verdicts(
                preface(before, after, moved, new Rule(rule.margin(), rule.level() + shared)),
                rule,
                Stream.concat(SingleForks.hinted(judged).stream(), unusable.failed())
                        .toList(),
                unmatched(onlyInBase, both),
                unmatched(ofHead, both),
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

    /**
     * Head's time over base's, before it is judged.
     *
     * @param isModerated whether rows share their variances
     */
    private record Slowdown(Estimate byMedian, Estimate byMean, boolean meanDecides, boolean isModerated) {
        /** The probability of such a ratio, or one farther from 1, where the sides do not differ; 1 with too few forks. */
        double probability() {
            return deciding().forks() < fewestForks() ? 1 : deciding().probabilityOf(0);
        }

        Estimate deciding() {
            return meanDecides ? byMean : byMedian;
        }

        /** Whether the intervals contain what all rows share. */
        boolean isShared() {
            return byMedian.slack() > 0 || byMean.slack() > 0;
        }

        /** The forks or files of a side below which there is no verdict. */
        int fewestForks() {
            return isModerated ? Rule.FEWEST_FORKS_MODERATED : Rule.FEWEST_FORKS;
        }

        ScoreComparison judged(Rule rule) {
            return new ScoreComparison(
                    byMedian,
                    byMean,
                    rule.judge(byMedian, fewestForks()),
                    rule.judge(byMean, fewestForks()),
                    meanDecides,
                    rule,
                    rule.beyondMargin(byMean));
        }
    }

    /** Rows whose units cannot be converted, and quantities that are zero, have no slowdown; unmatched rows show how much forks scatter. */
    private static Map<RowKey, Slowdown> slowdowns(
            Map<RowKey, RowFiles> files, Map<RowKey, RowSides> rows, List<Row> unmatched) {
        Map<RowKey, Slowdown> slowdowns = new LinkedHashMap<>();
        rows.entrySet().stream()
                .filter(row ->
                        !row.getValue().isByFiles() && files.get(row.getKey()).haveLogs())
                .map(Map.Entry::getValue)
                .collect(Collectors.groupingBy(
                        sides -> Quantities.scatter(sides.base()), LinkedHashMap::new, Collectors.toList()))
                .forEach((scatter, alike) -> {
                    List<Row> others = unmatched.stream()
                            .filter(row -> Quantities.scatter(row).equals(scatter) && !Ranges.areNeeded(row.primary()))
                            .toList();
                    Ratios byMedian = Ratios.of(alike, others, Metric::estimate);
                    Ratios byMean = Ratios.of(alike, others, Metric::estimateOfMeans);
                    for (int n = 0; n < alike.size(); n++) {
                        RowSides sides = alike.get(n);
                        slowdowns.put(
                                sides.base().key(),
                                new Slowdown(
                                        byMedian.rows.get(n),
                                        byMean.rows.get(n),
                                        RowSides.differInMemory(sides.base(), sides.head()),
                                        byMedian.areModerated));
                    }
                });
        return slowdowns;
    }

    private static Map<RowKey, Slowdown> slowdownsByFiles(Map<RowKey, RowFiles> rows) {
        Map<RowKey, Slowdown> slowdowns = new LinkedHashMap<>();
        Map<Object, List<RowKey>> groups = rows.keySet().stream()
                .filter(key ->
                        rows.get(key).areOfSeveralFiles() && rows.get(key).haveLogs())
                .collect(Collectors.groupingBy(
                        key -> Quantities.scatter(
                                rows.get(key).base().values().iterator().next()),
                        LinkedHashMap::new,
                        Collectors.toList()));
        double level = FileRatios.SHARED_LEVEL / Math.max(1, groups.size());
        groups.values().forEach(alike -> {
            List<Estimate> byMedian = FileRatios.of(
                    alike.stream()
                            .map(key -> rows.get(key).values(Metric::estimate))
                            .toList(),
                    level);
            List<Estimate> byMean = FileRatios.of(
                    alike.stream()
                            .map(key -> rows.get(key).values(Metric::estimateOfMeans))
                            .toList(),
                    level);
            for (int n = 0; n < alike.size(); n++) {
                slowdowns.put(
                        alike.get(n),
                        new Slowdown(
                                byMedian.get(n),
                                byMean.get(n),
                                rows.get(alike.get(n)).differInMemory(),
                                FileRatios.areModerated(alike.size())));
            }
        });
        return slowdowns;
    }

    /**
     * Head's time over base's in rows that scatter alike.
     *
     * @param areModerated whether the rows share their variances
     */
    private record Ratios(List<Estimate> rows, boolean areModerated) {
        static Ratios of(List<RowSides> alike, List<Row> unmatched, Function<Metric, Estimate> estimator) {
            List<Estimate> base =
                    alike.stream().map(sides -> nanos(sides.base(), estimator)).toList();
            List<Estimate> head =
                    alike.stream().map(sides -> nanos(sides.head(), estimator)).toList();
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
    }

    private static Estimate nanos(Row row, Function<Metric, Estimate> estimator) {
        return row.nanosPerOperation(estimator.apply(row.primary())).orElseThrow();
    }

    /**
     * @param notJudged why the row has no verdict; empty when it is judged
     * @param unlike what makes the files of a side unlike
     * @param slowdown null when the units cannot be converted, or a value is zero
     * @param ranges null unless a value is zero
     * @param rule the row's own
     * @param rows how many rows are judged together
     */
    private static VerdictRow row(
            RowKey key,
            RowFiles files,
            RowSides sides,
            Optional<String> notJudged,
            List<String> unlike,
            Slowdown slowdown,
            Ranges ranges,
            Rule rule,
            int rows) {
        Optional<ScoreComparison> score = Optional.ofNullable(slowdown).map(it -> it.judged(rule));
        Verdict verdict = notJudged
                .map(why -> Verdict.NOT_JUDGED)
                .or(() -> score.map(ScoreComparison::verdict))
                .or(() -> Optional.ofNullable(ranges).map(it -> it.judged(rule)))
                .orElse(Verdict.CANNOT_TELL);
        int needed = notJudged.isPresent()
                ? 0
                : slowdown == null
                        ? ranges == null ? 0 : ranges.forksNeeded(rule)
                        : switch (verdict) {
                            case CANNOT_TELL -> slowdown.fewestForks();
                            case UNDECIDED ->
                                sides.isByFiles()
                                        ? FileRatios.needed(
                                                rule, slowdown.deciding(), sides.baseFiles(), sides.headFiles())
                                        : rule.forksNeeded(slowdown.deciding());
                            default -> 0;
                        };
        List<String> remarks = new ArrayList<>(unlike);
        if (ranges != null) {
            remarks.add("judged by the ranges of the " + (sides.isByFiles() ? "files" : "forks")
                    + ", because a value is 0");
        } else if (slowdown == null) {
            remarks.add("the units " + sides.base().primary().unit() + " and "
                    + sides.head().primary().unit() + " cannot be converted");
        }
        files.base().values().forEach(row -> drift("base", row).ifPresent(remarks::add));
        files.head().values().forEach(row -> drift("head", row).ifPresent(remarks::add));
        return new VerdictRow(
                key,
                verdict,
                notJudged,
                Optional.of(sides),
                score,
                notJudged.filter(Quantities.NOT_MET::equals).isPresent()
                        ? Optional.empty()
                        : AllocationComparison.of(
                                List.copyOf(files.base().values()),
                                List.copyOf(files.head().values()),
                                rows),
                sides.differences().isEmpty()
                        && unlike.isEmpty(), // not interleaved: any setting may have made the difference
                needed,
                0,
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

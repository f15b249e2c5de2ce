package dev.callcost.stats;

import dev.callcost.stats.Moderation.Own;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Head's time over base's where a side has several results files. Files differ by more than forks do: they come from
 * other machines or other hours. So a file is one value of a row, and the interval comes from how much files differ.
 *
 * <p>A row that is in as many files of base as of head is judged by pairs: its first file of base with its first file
 * of head, and so on. What the two files of a pair share cancels. Where they share nothing, the test is as correct,
 * with fewer degrees of freedom. Other rows have the variance of {@link Estimate#pooledRatioTo}; one file of a side is
 * taken to scatter like the files of the other side.
 *
 * <p>The rows of a file also share its speed, so their variances are not independent, and to moderate them over rows
 * would take one slow machine for the usual one. From {@value Moderation#FEWEST_ROWS} rows on, a value is therefore
 * divided into its file's effect, which {@link Robust#medianPolish} estimates, and its own part. The own parts have
 * moderated variances. The effects have the same Student's t for all rows, with the degrees of freedom of the files
 * alone. Its half interval is added to that of each row ({@link Estimate#slack}): the sum holds when both parts do.
 * src/docs/statistics-appendix.md has the simulated errors.
 */
public final class FileRatios {
    /**
     * How often the interval of what all rows share may miss the truth: half of {@link VerdictRule#ALPHA}. The rows'
     * own parts have the other half.
     */
    public static final double SHARED_LEVEL = VerdictRule.ALPHA / 2;

    private FileRatios() {}

    /**
     * Logarithms of a row's times, or the part of them that all rows share.
     *
     * @param base the mean of each file, by the file's number
     * @param head the same for head
     * @param pairs the differences of pairs of files, empty where the row is not judged by pairs
     */
    public record Values(Map<Integer, Double> base, Map<Integer, Double> head, Map<FilePair, Double> pairs) {
        /** The values of a row. It is judged by pairs when it is in as many files of base as of head. */
        public static Values of(SortedMap<Integer, Double> base, SortedMap<Integer, Double> head) {
            Map<FilePair, Double> pairs = new LinkedHashMap<>();
            Iterator<Map.Entry<Integer, Double>> after = head.entrySet().iterator();
            if (base.size() == head.size()) {
                base.forEach((file, log) -> {
                    Map.Entry<Integer, Double> other = after.next();
                    pairs.put(new FilePair(file, other.getKey()), other.getValue() - log);
                });
            }
            return new Values(base, head, pairs);
        }

        /** The variance of the ratio over the variance of one file. */
        private double share() {
            return 1.0 / base.size() + 1.0 / head.size();
        }

        /**
         * By the scatter of its own files; an estimate's forks are the number of pairs that would have its degrees of
         * freedom.
         */
        private Estimate ratio() {
            if (!pairs.isEmpty()) {
                return Estimate.ofLogs(List.copyOf(pairs.values()));
            }
            Estimate before = Estimate.ofLogs(List.copyOf(base.values()));
            Estimate after = Estimate.ofLogs(List.copyOf(head.values()));
            Estimate several = before.forks() == 1 ? after : before;
            Estimate ratio = Math.min(before.forks(), after.forks()) > 1
                    ? after.pooledRatioTo(before)
                    : new Estimate(
                            after.logMean() - before.logMean(),
                            several.variance() * several.forks() * share(),
                            several.degrees(),
                            0);
            return new Estimate(
                    ratio.logMean(), ratio.variance(), ratio.degrees(), 1 + (int) Math.floor(ratio.degrees() + 1e-9));
        }

        /** What the rows of a file, or of a pair, share. */
        private static Values effects(List<Values> rows) {
            return new Values(effects(rows, Values::base), effects(rows, Values::head), effects(rows, Values::pairs));
        }

        private static <C> Map<C, Double> effects(List<Values> rows, Function<Values, Map<C, Double>> part) {
            List<Map<C, Double>> values = rows.stream().map(part).toList();
            return Robust.medianPolish(
                    values.stream().filter(row -> !row.isEmpty()).toList(),
                    values.stream()
                            .flatMap(row -> row.keySet().stream())
                            .collect(Collectors.groupingBy(
                                    Function.identity(), LinkedHashMap::new, Collectors.counting())));
        }

        /** Other values of the same files and pairs. */
        private Values with(Values others, DoubleBinaryOperator value) {
            return new Values(
                    with(base, others.base, value), with(head, others.head, value), with(pairs, others.pairs, value));
        }

        private static <C> Map<C, Double> with(Map<C, Double> logs, Map<C, Double> others, DoubleBinaryOperator value) {
            Map<C, Double> with = new LinkedHashMap<>(logs);
            with.replaceAll((file, log) -> value.applyAsDouble(log, others.get(file)));
            return with;
        }

        /** A row's own part. To estimate an effect from n rows shrinks the own parts by 1/n; this is undone here. */
        private Own own(Values effects, int rows) {
            Values left = with(effects, (log, effect) -> log - effect);
            left.pairs.replaceAll((pair, log) -> head.get(pair.head) - effects.pairs.get(pair) - base.get(pair.base));
            Estimate own = left.ratio();
            return new Own(
                    new Estimate(own.logMean(), own.variance() * rows / (rows - 1.0), own.degrees(), own.forks()),
                    share());
        }
    }

    private record FilePair(int base, int head) {}

    /**
     * Head's time over base's in each row.
     *
     * @param rows whose files are expected to scatter alike, each in several files of a side
     * @param sharedLevel how often the interval of what these rows share may miss the truth
     */
    public static List<Estimate> of(List<Values> rows, double sharedLevel) {
        List<Estimate> raw = rows.stream().map(Values::ratio).toList();
        if (!areModerated(rows.size())) {
            return raw;
        }
        Values effects = Values.effects(rows);
        List<Own> own = rows.stream().map(row -> row.own(effects, rows.size())).toList();
        Moderation moderation = Moderation.ofDependent(own);
        if (moderation.prior() == Moderation.Prior.NONE) {
            return raw;
        }
        Map<Values, Double> slacks = new HashMap<>(); // most rows are in the same files, and a quantile takes long
        List<Estimate> ratios = new ArrayList<>();
        for (int n = 0; n < rows.size(); n++) {
            Estimate moderated = moderation.moderated(own.get(n));
            Values shared = rows.get(n).with(effects, (log, effect) -> effect);
            double slack = slacks.computeIfAbsent(shared, it -> slack(it.ratio(), sharedLevel));
            ratios.add(new Estimate(
                    raw.get(n).logMean(), moderated.variance(), moderated.degrees(), moderated.forks(), slack));
        }
        return ratios;
    }

    private static double slack(Estimate shared, double level) {
        return Math.log(shared.high(1 - level)) - shared.logMean();
    }

    /** Whether so many rows share their variances. */
    public static boolean areModerated(int rows) {
        return rows >= Moderation.FEWEST_ROWS;
    }

    /** About how many files a side would settle an UNDECIDED row, see {@link VerdictRule#forksNeeded}. */
    public static int needed(VerdictRule rule, Estimate slowdown, int base, int head) {
        return rule.needed(slowdown, 2 / (1.0 / base + 1.0 / head));
    }
}

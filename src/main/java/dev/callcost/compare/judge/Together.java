package dev.callcost.compare.judge;

import dev.callcost.compare.evidence.PairDifference;
import dev.callcost.compare.evidence.RowSides;
import dev.callcost.compare.session.ReachedRows;
import dev.callcost.compare.session.SessionEvent.Pair;
import dev.callcost.data.EstimateText;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Estimate;
import dev.callcost.stats.VerdictRule;
import dev.callcost.stats.VerdictRule.Verdict;
import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The mean over rows of head's time over base's, by the first pair of each. First pairs warm up briefly, so the mean
 * has a verdict only where the difference does not drift within their measured iterations.
 *
 * @param methods the changed methods that these rows run; none of all rows
 * @param rows how many have a first pair
 * @param of how many rows they are
 * @param slowdown its forks are the rows
 * @param rule its level is that of the interval
 * @param verdict UNDECIDED of the rows of a method, which are shown
 * @param whyNot why there is no verdict, whatever the interval is; empty otherwise
 */
public record Together(
        List<String> methods,
        int rows,
        int of,
        Estimate slowdown,
        VerdictRule rule,
        Verdict verdict,
        Optional<String> whyNot) {
    /** Fewer rows have no mean. */
    public static final int FEWEST_ROWS = 8;

    /** Of the two-sided test of all rows, and of the interval. */
    public static final double LEVEL = 0.002;

    /** The largest drift that all of its interval must stay below, whatever the mean is. */
    private static final double STILL = Math.log1p(0.01);

    /**
     * A mean whose interval ends this many times as far from zero as the drift reaches is no drift's: a drift that is
     * 5/6 as large in each half as in the half before adds up to five times as much in all that follow.
     */
    private static final double OUTWEIGHED = 5;

    /** Of the drift's interval: two one-sided tests at 5 %. */
    private static final double DRIFT_CONFIDENCE = 0.9;

    /**
     * All rows.
     *
     * @param first the first pair of each that has one, with a ratio
     * @param of how many rows they are
     * @return empty for fewer than {@value #FEWEST_ROWS} first pairs, and where these agree wholly
     */
    static Optional<Together> ofAll(Collection<Pair> first, int of, double margin, int shards) {
        return mean(first).map(slowdown -> {
            VerdictRule rule = new VerdictRule(margin, LEVEL / shards);
            Optional<String> whyNot =
                    whyNot(first, Math.abs(slowdown.logMean()) - slowdown.logHalfWidth(rule.confidence()));
            Verdict verdict = whyNot.isPresent() ? Verdict.UNDECIDED : rule.judge(slowdown, FEWEST_ROWS);
            return new Together(List.of(), slowdown.forks(), of, slowdown, rule, verdict, whyNot);
        });
    }

    /** The rows of each changed method that has enough and not all; methods with the same rows are one. */
    static Stream<Together> ofMethods(Map<RowKey, Pair> first, ReachedRows changed, double margin, int shards) {
        Map<String, Set<RowKey>> rows = new LinkedHashMap<>();
        first.keySet()
                .forEach(row -> changed.methods(row)
                        .forEach(method -> rows.computeIfAbsent(method, it -> new LinkedHashSet<>())
                                .add(row)));
        Map<Set<RowKey>, List<String>> methods = new LinkedHashMap<>();
        rows.forEach((method, its) ->
                methods.computeIfAbsent(its, it -> new ArrayList<>()).add(method));
        methods.remove(first.keySet());
        VerdictRule rule = new VerdictRule(margin, LEVEL / shards);
        return methods.entrySet().stream()
                .flatMap(it -> mean(it.getKey().stream().map(first::get).toList()).stream()
                        .map(slowdown -> new Together(
                                it.getValue(),
                                slowdown.forks(),
                                slowdown.forks(),
                                slowdown,
                                rule,
                                Verdict.UNDECIDED,
                                Optional.empty())));
    }

    private static Optional<Estimate> mean(Collection<Pair> first) {
        return Optional.of(first)
                .filter(it -> it.size() >= FEWEST_ROWS)
                .map(it -> Estimate.ofLogs(it.stream()
                        .map(pair -> PairDifference.deciding(pair).orElseThrow())
                        .toList()))
                .filter(it -> it.variance() > 0);
    }

    /** @param least the mean's distance from zero at the nearer end of its interval, a logarithm */
    private static Optional<String> whyNot(Collection<Pair> first, double least) {
        if (first.stream().anyMatch(RowSides::differInMemory)) {
            return Optional.of("JVM, collector or heap differ, and the forks warmed up briefly");
        }
        List<Double> drifts = first.stream()
                .flatMap(pair -> PairDifference.of(pair).stream())
                .flatMap(it -> it.course().drift().stream().boxed())
                .toList();
        if (drifts.size() < first.size()) {
            return Optional.of("forks of one iteration do not show whether they were warm");
        }
        Estimate drift = Estimate.ofLogs(drifts);
        double reach = Math.abs(drift.logMean()) + drift.logHalfWidth(DRIFT_CONFIDENCE);
        return reach < Math.max(STILL, least / OUTWEIGHED)
                ? Optional.empty()
                : Optional.of("the difference may drift while measured, by "
                        + EstimateText.changes(drift.low(DRIFT_CONFIDENCE), drift.high(DRIFT_CONFIDENCE)));
    }

    public boolean isOfAll() {
        return methods.isEmpty();
    }

    public boolean isSlower() {
        return verdict == Verdict.SLOWER;
    }

    public boolean isFaster() {
        return verdict == Verdict.FASTER;
    }

    public double ratio() {
        return slowdown.value();
    }

    /** {@code all 24 rows}. */
    public String label() {
        return isOfAll()
                ? (rows == of ? "all " + rows : rows + " of " + of) + " rows"
                : rows + " rows that run " + Sections.some(methods);
    }

    public String change() {
        return EstimateText.change(slowdown);
    }

    /** {@code [+28.0%, +56.0%]}. */
    public String interval() {
        return EstimateText.changes(low(), high());
    }

    public double low() {
        return slowdown.low(rule.confidence());
    }

    public double high() {
        return slowdown.high(rule.confidence());
    }

    /** {@code all 24 rows +41.2% [+28.0%, +56.0%], one pair each: slower}. */
    public String text() {
        return label() + " " + change() + " " + interval() + ", one pair each" + (isOfAll() ? ": " + word() : "");
    }

    private String word() {
        return whyNot.map(why -> "no verdict, because " + why).orElseGet(this::kind);
    }

    /** {@code slower}, {@code faster}, {@code same} or {@code inconclusive}. */
    public String kind() {
        return verdict.isDecided() ? verdict.name().toLowerCase(Locale.ROOT) : "inconclusive";
    }
}

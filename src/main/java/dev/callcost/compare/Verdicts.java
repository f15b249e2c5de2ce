package dev.callcost.compare;

import dev.callcost.compare.AllocationChange.AllocationVerdict;
import dev.callcost.data.RowKey;
import dev.callcost.data.RowNames;
import dev.callcost.stats.Verdict;
import dev.callcost.stats.VerdictRule;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The rows of a comparison and its outcome.
 *
 * @param rule by which each row was judged
 * @param onlyInBase rows that head lacks: removed, renamed, or failed
 * @param warnings of the logs of results files, by side, a line each
 * @param failAt the least change of a row that is slower or allocates more that fails; empty when each fails
 */
public record Verdicts(
        Preface preface,
        VerdictRule rule,
        List<RowVerdict> rows,
        List<RowKey> onlyInBase,
        List<RowKey> onlyInHead,
        Map<String, List<String>> warnings,
        OptionalDouble failAt) {

    /**
     * What was compared and how.
     *
     * @param isPaired whether pairs of forks were judged, not two results files
     * @param sides base and head, a line each
     * @param measured a line for each session of pairs, and one for shards that none of them measured
     * @param seen of pairs: the slowdown, as a share, that would have been seen in 95 % in rows without a large change
     * @param together of pairs: all rows that run changed methods together, and then those of each method; none where
     *     they are too few
     * @param changed of pairs: what differs between the jars, and which rows run it; empty for files and for logs of
     *     earlier versions
     * @param causes of pairs: why rows are slower
     * @param json the same, as the first members of the JSON
     */
    public record Preface(
            boolean isPaired,
            List<String> sides,
            List<String> measured,
            double seen,
            List<Together> together,
            Optional<ReachedRows> changed,
            Map<RowKey, Cause> causes,
            Map<String, ?> json) {}

    /** The worst that any row shows. */
    public enum Outcome {
        OK,
        REGRESSION,
        NOT_MEASURED,
        FAILED,
        /** With {@code --strict} alone: a row is inconclusive, unlike or missing. */
        NOT_SHOWN,
        /** Rows are slower or allocate more by less than {@code --fail-at}. */
        WARNING
    }

    /** The same with the warnings of both files' logs. */
    public Verdicts with(List<String> warningsOfBase, List<String> warningsOfHead) {
        Map<String, List<String>> both = new TreeMap<>(Map.of("Base", warningsOfBase, "Head", warningsOfHead));
        return new Verdicts(preface, rule, rows, onlyInBase, onlyInHead, both, failAt);
    }

    public Verdicts failingAt(OptionalDouble change) {
        return new Verdicts(preface, rule, rows, onlyInBase, onlyInHead, warnings, change);
    }

    public RowNames names() {
        return new RowNames(keys());
    }

    List<RowKey> keys() {
        return Stream.of(
                        rows.stream().map(RowVerdict::key).toList(),
                        changed().map(it -> it.notMeasured(rows)).orElse(List.of()),
                        onlyInBase,
                        onlyInHead)
                .flatMap(List::stream)
                .toList();
    }

    public boolean isComplete() {
        return changed()
                        .map(it -> !rows.isEmpty() && it.withoutPair(rows).isEmpty())
                        .orElse(true)
                && onlyInBase.isEmpty()
                && onlyInHead.isEmpty()
                && rows.stream().allMatch(RowVerdict::isComplete);
    }

    /** What differs between the jars, and which rows run it; empty for files. */
    public Optional<ReachedRows> changed() {
        return preface.changed();
    }

    /** Why a row is slower; empty where no forks were sampled, and where the row is not slower. */
    Optional<Cause> cause(RowVerdict row) {
        return Optional.ofNullable(preface.causes().get(row.key())).filter(it -> row.verdict() == Verdict.SLOWER);
    }

    /** Why a row is slower, and the changed methods that it runs, in a line of text; empty where neither is known. */
    Optional<String> why(RowVerdict row) {
        Stream<String> why = cause(row).stream().map(it -> "why: " + it.text(row));
        Stream<String> run = changed().stream()
                .filter(it -> row.verdict() == Verdict.SLOWER)
                .map(it -> it.someMethods(row.key()))
                .filter(it -> !it.isEmpty())
                .map(it -> "changed and run: " + it);
        return Stream.concat(why, run).reduce((first, second) -> first + "; " + second);
    }

    /** The same of all rows, each with its name, the slowest row first. */
    public List<String> whys() {
        RowNames names = names();
        return rows.stream()
                .sorted(Comparator.comparingDouble(row -> -row.size()))
                .flatMap(row -> why(row).map(it -> names.of(row.key()) + ", " + it).stream())
                .toList();
    }

    /** Whether a row has a verdict, or at least no large slowdown. */
    boolean isAnyDecided() {
        return rows.stream().anyMatch(row -> row.verdict().isDecided() || row.verdict() == Verdict.CLEAR);
    }

    boolean isAnySlowerByMean() {
        return rows.stream().anyMatch(row -> row.meanBeyond() == Verdict.SLOWER);
    }

    boolean isAnyWorse() {
        return rows.stream().anyMatch(RowVerdict::isRegression)
                || together().filter(Together::isSlower).isPresent();
    }

    /** All rows that run changed methods together, by their first pairs; empty where they are too few. */
    Optional<Together> together() {
        return preface.together().stream().filter(Together::isOfAll).findFirst();
    }

    /** Whether the comparison fails because all rows together are slower. */
    boolean failsTogether() {
        return together().filter(it -> it.isSlower() && isEnough(it.ratio())).isPresent();
    }

    /** Whether the comparison fails because the row is slower or allocates more. */
    boolean fails(RowVerdict row) {
        return failsByTime(row) || failsByBytes(row);
    }

    boolean failsByTime(RowVerdict row) {
        return row.isSlower() && isEnough(row.ratio());
    }

    boolean failsByBytes(RowVerdict row) {
        return row.allocates(AllocationVerdict.MORE)
                && row.allocation()
                        .filter(it -> isEnough(it.head() / it.base()))
                        .isPresent();
    }

    /** The change as the table rounds it: +10.0 % is enough for 10 %. */
    private boolean isEnough(double ratio) {
        return failAt.isEmpty() || ratio - 1 > failAt.getAsDouble() - 0.0005;
    }

    /** Whether the intervals of some rows come from how much files differ, not forks. */
    boolean isByFiles() {
        return rows.stream().anyMatch(RowVerdict::isByFiles);
    }

    List<RowVerdict> with(Verdict verdict) {
        return rows.stream().filter(row -> row.verdict() == verdict).toList();
    }

    /** @param strict whether everything must be shown */
    public Outcome outcome(boolean strict) {
        if (failsTogether() || rows.stream().anyMatch(this::fails)) {
            return Outcome.REGRESSION;
        }
        if (!with(Verdict.NOT_MEASURED).isEmpty()) {
            return Outcome.NOT_MEASURED;
        }
        if (!with(Verdict.FAILED).isEmpty()) {
            return Outcome.FAILED;
        }
        if (strict && (!isComplete() || isAnySlowerByMean())) {
            return Outcome.NOT_SHOWN;
        }
        return isAnyWorse() ? Outcome.WARNING : Outcome.OK;
    }
}

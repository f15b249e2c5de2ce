package dev.callcost.compare.judge;

import dev.callcost.compare.evidence.AllocationChange.AllocationVerdict;
import dev.callcost.compare.judge.RowVerdict.Fate;
import dev.callcost.compare.session.ReachedRows;
import dev.callcost.compare.session.ReachedRows.CountedRow;
import dev.callcost.compare.session.SessionEvent.Cause;
import dev.callcost.data.RowKey;
import dev.callcost.data.RowKey.RowNames;
import dev.callcost.stats.VerdictRule;
import dev.callcost.stats.VerdictRule.Verdict;
import dev.callcost.work.WorkDelta;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * The rows of a comparison and its outcome.
 *
 * @param rule by which each row was judged
 * @param onlyInBase rows that head lacks: removed, renamed, or failed
 * @param warnings of the logs of results files, by side, a line each
 * @param levels from which a row fails
 */
public record Verdicts(
        Preface preface,
        VerdictRule rule,
        List<RowVerdict> rows,
        List<RowKey> onlyInBase,
        List<RowKey> onlyInHead,
        Map<String, List<String>> warnings,
        FailLevels levels) {

    /**
     * What was compared and how.
     *
     * @param sides base and head, a line each
     * @param json the same, as the first members of the JSON
     * @param pairs empty for two results files
     */
    public record Preface(List<String> sides, Map<String, ?> json, Optional<OfPairs> pairs) {
        /** Whether pairs of forks were judged, not two results files. */
        public boolean isPaired() {
            return pairs.isPresent();
        }

        /** All rows that run changed methods together, and then those of each method; none where they are too few. */
        public List<Together> together() {
            return pairs.map(OfPairs::together).orElse(List.of());
        }
    }

    /**
     * What was measured in pairs.
     *
     * @param measured a line for each session, and one for shards that none of them measured
     * @param seen the slowdown, as a share, that would have been seen in 95 % in rows without a large change
     * @param changed what differs between the jars, and which rows run it; empty for logs of earlier versions
     * @param causes why rows are slower
     */
    public record OfPairs(
            List<String> measured,
            double seen,
            List<Together> together,
            Optional<ReachedRows> changed,
            Map<RowKey, Cause> causes) {}

    /**
     * From which change on a row fails.
     *
     * @param change the least of a row that is slower or allocates more; empty when each fails
     * @param work the largest share by which a row may execute more bytecodes; empty when none fails by its work
     */
    public record FailLevels(OptionalDouble change, OptionalDouble work) {
        static final FailLevels USUAL = new FailLevels(OptionalDouble.empty(), OptionalDouble.empty());
    }

    /** The worst that any row shows. */
    public enum Outcome {
        OK,
        REGRESSION,
        /** With {@code --fail-on-work} alone: rows execute more. */
        WORK,
        NOT_MEASURED,
        FAILED,
        /** With {@code --strict} alone: a row is inconclusive, unlike or missing. */
        NOT_SHOWN,
        /** Rows are slower or allocate more by less than {@code --fail-at}. */
        WARNING
    }

    public Verdicts failingAt(OptionalDouble change) {
        return with(new FailLevels(change, levels.work));
    }

    public Verdicts failingOnWork(OptionalDouble share) {
        return with(new FailLevels(levels.change, share));
    }

    private Verdicts with(FailLevels other) {
        return new Verdicts(preface, rule, rows, onlyInBase, onlyInHead, warnings, other);
    }

    public OptionalDouble failAt() {
        return levels.change;
    }

    public RowNames names() {
        return new RowNames(Stream.of(
                        measured(),
                        changed().map(it -> it.notMeasured(measured())).orElse(List.of()),
                        onlyInBase,
                        onlyInHead)
                .flatMap(List::stream)
                .toList());
    }

    /** The rows that were judged. */
    public List<RowKey> measured() {
        return rows.stream().map(RowVerdict::key).toList();
    }

    public boolean isComplete() {
        return changed()
                        .map(it -> !rows.isEmpty() && it.withoutPair(measured()).isEmpty())
                        .orElse(true)
                && onlyInBase.isEmpty()
                && onlyInHead.isEmpty()
                && rows.stream().allMatch(RowVerdict::isComplete);
    }

    /** What differs between the jars, and which rows run it; empty for files. */
    public Optional<ReachedRows> changed() {
        return preface.pairs().flatMap(OfPairs::changed);
    }

    /** The work of a row, see {@link ReachedRows#work}. */
    public Optional<WorkDelta> work(RowKey row) {
        return changed().flatMap(it -> it.work(row));
    }

    public boolean isAnyCounted() {
        return changed().filter(it -> !it.counted().isEmpty()).isPresent();
    }

    /** Whether work was counted, and no time was measured or failed to be. */
    public boolean isWorkAlone() {
        return isAnyCounted()
                && rows.stream()
                        .allMatch(row ->
                                row.sides().isEmpty() && row.fate() != Fate.NOT_MEASURED && row.fate() != Fate.FAILED);
    }

    /** The rows whose work fails, in the order in which they were counted. */
    public List<RowKey> failingByWork() {
        return changed().stream()
                .flatMap(it -> it.counted().values().stream())
                .filter(row -> levels.work.isPresent()
                        && row.work().isExact()
                        && row.work().share() > levels.work.getAsDouble())
                .map(CountedRow::row)
                .toList();
    }

    /** Why a row is slower; empty where no forks were sampled, and where the row is not slower. */
    public Optional<Cause> cause(RowVerdict row) {
        return preface.pairs()
                .flatMap(it -> Optional.ofNullable(it.causes().get(row.key())))
                .filter(it -> row.fate() == Fate.SLOWER);
    }

    /** Whether a row has a verdict, or at least no large slowdown. */
    public boolean isAnyDecided() {
        return rows.stream().anyMatch(row -> row.fate().isDecided() || row.fate() == Fate.CLEAR);
    }

    public boolean isAnySlowerByMean() {
        return rows.stream().anyMatch(row -> row.meanBeyond() == Verdict.SLOWER);
    }

    public boolean isAnyWorse() {
        return rows.stream().anyMatch(RowVerdict::isRegression)
                || together().filter(Together::isSlower).isPresent();
    }

    /** All rows that run changed methods together, by their first pairs; empty where they are too few. */
    public Optional<Together> together() {
        return preface.together().stream().filter(Together::isOfAll).findFirst();
    }

    /** Whether the comparison fails because all rows together are slower. */
    public boolean failsTogether() {
        return together().filter(it -> it.isSlower() && isEnough(it.ratio())).isPresent();
    }

    /** Whether the comparison fails because the row is slower or allocates more. */
    public boolean fails(RowVerdict row) {
        return failsByTime(row) || failsByBytes(row);
    }

    public boolean failsByTime(RowVerdict row) {
        return row.isSlower() && isEnough(row.ratio());
    }

    public boolean failsByBytes(RowVerdict row) {
        return row.allocates(AllocationVerdict.MORE)
                && row.allocation()
                        .filter(it -> isEnough(it.head() / it.base()))
                        .isPresent();
    }

    /** The change as the table rounds it: +10.0 % is enough for 10 %. */
    private boolean isEnough(double ratio) {
        return failAt().isEmpty() || ratio - 1 > failAt().getAsDouble() - 0.0005;
    }

    /** Whether the intervals of some rows come from how much files differ, not forks. */
    public boolean isByFiles() {
        return rows.stream().anyMatch(RowVerdict::isByFiles);
    }

    public List<RowVerdict> with(Fate fate) {
        return rows.stream().filter(row -> row.fate() == fate).toList();
    }

    /** @param strict whether everything must be shown */
    public Outcome outcome(boolean strict) {
        if (failsTogether() || rows.stream().anyMatch(this::fails)) {
            return Outcome.REGRESSION;
        }
        if (!failingByWork().isEmpty()) {
            return Outcome.WORK;
        }
        if (!with(Fate.NOT_MEASURED).isEmpty()) {
            return Outcome.NOT_MEASURED;
        }
        if (!with(Fate.FAILED).isEmpty()) {
            return Outcome.FAILED;
        }
        if (strict && (!isComplete() || isAnySlowerByMean())) {
            return Outcome.NOT_SHOWN;
        }
        return isAnyWorse() ? Outcome.WARNING : Outcome.OK;
    }
}

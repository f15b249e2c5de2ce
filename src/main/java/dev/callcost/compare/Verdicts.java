package dev.callcost.compare;

import dev.callcost.data.RowKey;
import dev.callcost.stats.Rule;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The rows of a comparison and its outcome.
 *
 * @param preface what was compared and how
 * @param rule by which each row was judged
 * @param rows the rows of both sides
 * @param onlyInBase rows that head lacks: removed, renamed, or failed
 * @param onlyInHead rows that base lacks
 */
public record Verdicts(
        Preface preface, Rule rule, List<VerdictRow> rows, List<RowKey> onlyInBase, List<RowKey> onlyInHead) {

    /**
     * What was compared and how.
     *
     * @param isPaired whether pairs of forks were judged, not two results files
     * @param sides base and head, a line each
     * @param measured a line for each session of pairs
     * @param method how the rows were judged; empty when none was
     * @param json the same, as the first members of the JSON
     * @param warnings by side, what its log says against its numbers
     */
    public record Preface(
            boolean isPaired,
            List<String> sides,
            List<String> measured,
            String method,
            Map<String, ?> json,
            Map<String, List<String>> warnings) {}

    /** The worst that any row shows; NOT_SHOWN, with {@code --strict} alone, means that a row is undecided, unlike or missing. */
    public enum Outcome {
        OK,
        REGRESSION,
        NOT_MEASURED,
        FAILED,
        NOT_SHOWN
    }

    /** The same with what the logs of two results files say against their numbers, a line each. */
    public Verdicts with(List<String> warningsOfBase, List<String> warningsOfHead) {
        Map<String, List<String>> warnings = new TreeMap<>(Map.of("Base", warningsOfBase, "Head", warningsOfHead));
        return new Verdicts(
                new Preface(preface.isPaired, preface.sides, preface.measured, preface.method, preface.json, warnings),
                rule,
                rows,
                onlyInBase,
                onlyInHead);
    }

    /** How many rows have each verdict, by its word, the worst first. */
    public Map<String, Integer> counts() {
        Map<String, Integer> counts = new LinkedHashMap<>();
        rows.stream()
                .sorted(Comparator.comparing(VerdictRow::verdict))
                .forEach(row -> counts.merge(row.word(), 1, Integer::sum));
        return counts;
    }

    /** Whether every row is on both sides, measured alike, and decided. */
    public boolean isComplete() {
        return onlyInBase.isEmpty() && onlyInHead.isEmpty() && rows.stream().allMatch(VerdictRow::isComplete);
    }

    /** Why rows have no verdict of one kind, row by row. */
    public List<NoVerdict> without(NoVerdict.Kind kind) {
        return rows.stream()
                .flatMap(row -> row.noVerdict().stream())
                .filter(it -> it.kind() == kind)
                .toList();
    }

    /** @param strict whether everything must be shown */
    public Outcome outcome(boolean strict) {
        if (rows.stream().anyMatch(VerdictRow::isRegression)) {
            return Outcome.REGRESSION;
        }
        if (!without(NoVerdict.Kind.NOT_MEASURED).isEmpty()) {
            return Outcome.NOT_MEASURED;
        }
        if (!without(NoVerdict.Kind.FAILED).isEmpty()) {
            return Outcome.FAILED;
        }
        return strict && !isComplete() ? Outcome.NOT_SHOWN : Outcome.OK;
    }
}

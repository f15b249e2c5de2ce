package dev.callcost.run.warning;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What is wrong with one row.
 *
 * @param label how the reports call the row
 * @param severity larger is worse, comparable within one warning
 * @param evidence what was seen, a phrase that goes on after the label
 * @param advice what to do about it, a sentence
 */
public record RowWarning(String label, double severity, String evidence, String advice) {
    /** Rows named beside the worst one before they are only counted. */
    private static final int NAMED = 2;

    /**
     * One line for all rows: the worst with its evidence, the names of the next, how many more, and what to do about the worst.
     *
     * @param warning what is wrong with all of them
     * @param findings the rows in any order
     * @return that line; none without a row
     */
    public static List<String> line(String warning, List<RowWarning> findings) {
        if (findings.isEmpty()) {
            return List.of();
        }
        List<RowWarning> worstFirst = findings.stream()
                .sorted(Comparator.comparingDouble(RowWarning::severity)
                        .reversed()
                        .thenComparing(RowWarning::label))
                .toList();
        RowWarning worst = worstFirst.get(0);
        return List.of(warning + ": " + worst.label + " " + worst.evidence
                + others(worstFirst.subList(1, worstFirst.size())) + ". " + worst.advice);
    }

    private static String others(List<RowWarning> others) {
        if (others.isEmpty()) {
            return "";
        }
        String names = others.stream().limit(NAMED).map(RowWarning::label).collect(Collectors.joining(", "));
        int more = others.size() - NAMED;
        return "; likewise " + names + (more > 0 ? " and " + more + (more == 1 ? " more row" : " more rows") : "");
    }
}

package dev.callcost.ladder;

import dev.callcost.stats.Rule;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is wrong with one row.
 *
 * @param name the warning's, at the head of its line
 * @param row how the reports call the row
 * @param severity larger is worse, comparable within one warning
 * @param probability of the evidence if nothing is wrong; 0 without a test
 * @param evidence what was seen, a phrase that continues after the row
 * @param advice what to do about it, a sentence
 */
record RowWarning(String name, String row, double severity, double probability, String evidence, String advice) {
    /** Rows named after the worst one before they are only counted. */
    private static final int NAMED = 2;

    RowWarning(String name, RecordedRow row, double severity, String evidence, String advice) {
        this(name, row.label(), severity, 0, evidence, advice);
    }

    /** The significant ones of the warnings of all rows that were tested, most of which have nothing wrong. */
    static Stream<RowWarning> significant(Stream<RowWarning> tests) {
        List<RowWarning> tested = tests.toList();
        int significant = Rule.significant(
                tested.stream().mapToDouble(RowWarning::probability).toArray());
        return tested.stream().filter(row -> row.probability() <= Rule.ALPHA * significant / tested.size());
    }

    /** A probability as the lines show it: {@code p=0.0012}. */
    static String text(double probability) {
        return probability < 0.0001 ? "p<0.0001" : String.format(Locale.ROOT, "p=%.4f", probability);
    }

    /** The rows of each warning, the worst first, in the order of each warning's first row. */
    static Stream<List<RowWarning>> worstFirst(Stream<RowWarning> warnings) {
        return warnings
                .collect(Collectors.groupingBy(RowWarning::name, LinkedHashMap::new, Collectors.toList()))
                .values()
                .stream()
                .map(rows -> rows.stream()
                        .sorted(Comparator.comparingDouble(RowWarning::severity)
                                .reversed()
                                .thenComparing(RowWarning::row))
                        .toList());
    }

    /** A line for all rows of one warning: the worst row with its evidence, the names of the next, how many more, and what to do about the worst. */
    static String line(List<RowWarning> worstFirst) {
        RowWarning worst = worstFirst.get(0);
        String names =
                worstFirst.stream().skip(1).limit(NAMED).map(RowWarning::row).collect(Collectors.joining(", "));
        int more = worstFirst.size() - 1 - NAMED;
        return worst.name + ": " + worst.row + " " + worst.evidence + (names.isEmpty() ? "" : "; likewise " + names)
                + (more > 0 ? " and " + more + (more == 1 ? " more row" : " more rows") : "") + ". " + worst.advice;
    }
}

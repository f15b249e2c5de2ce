package dev.callcost.ladder;

import dev.callcost.stats.BenjaminiHochberg;
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
 * @param probability that of what was seen if nothing is wrong; 0 where no test was made
 * @param evidence what was seen, a phrase that goes on after the row
 * @param advice what to do about it, a sentence
 */
record RowWarning(String name, String row, double severity, double probability, String evidence, String advice) {
    /** Rows named beside the worst one before they are only counted. */
    private static final int NAMED = 2;

    RowWarning(String name, RecordedRow row, double severity, String evidence, String advice) {
        this(name, row.label(), severity, 0, evidence, advice);
    }

    /** Those to believe of the warnings of all rows that were asked, most of which have nothing wrong. */
    static List<RowWarning> believed(List<RowWarning> asked) {
        int believed = BenjaminiHochberg.believed(
                asked.stream().mapToDouble(RowWarning::probability).toArray());
        return asked.stream()
                .filter(row -> row.probability() <= BenjaminiHochberg.ALPHA * believed / asked.size())
                .toList();
    }

    /** A probability as the lines show it: {@code p=0.0012}. */
    static String text(double probability) {
        return probability < 0.0001 ? "p<0.0001" : String.format(Locale.ROOT, "p=%.4f", probability);
    }

    /**
     * A line for all rows of one warning, in the order in which the warnings come first: the worst row with its evidence, the names of
     * the next, how many more, and what to do about the worst.
     */
    static Stream<String> lines(Stream<RowWarning> warnings) {
        return worstFirst(warnings).map(RowWarning::line);
    }

    /** The rows of each warning, the worst first, in the order in which the warnings come first. */
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

    private static String line(List<RowWarning> worstFirst) {
        RowWarning worst = worstFirst.get(0);
        String names =
                worstFirst.stream().skip(1).limit(NAMED).map(RowWarning::row).collect(Collectors.joining(", "));
        int more = worstFirst.size() - 1 - NAMED;
        return worst.name + ": " + worst.row + " " + worst.evidence + (names.isEmpty() ? "" : "; likewise " + names)
                + (more > 0 ? " and " + more + (more == 1 ? " more row" : " more rows") : "") + ". " + worst.advice;
    }
}

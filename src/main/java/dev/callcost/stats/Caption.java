package dev.callcost.stats;

import dev.callcost.data.Estimate;
import dev.callcost.data.Row;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.stream.Collectors;

/** The line above a table that says how its numbers were made. */
public final class Caption {
    private static final String MEDIAN = "median of each fork's iterations";

    private Caption() {}

    /**
     * The estimator, the number of forks, and the JDK of the rows.
     *
     * @param rows the rows of the table, at least one
     */
    public static String of(List<Row> rows) {
        return of(MEDIAN, rows);
    }

    /**
     * The same for tables whose intervals may have moderated variances; it says how they were made.
     *
     * @param rows the rows of the table, at least one
     * @param estimates the estimates that the table shows
     */
    public static String of(List<Row> rows, RowEstimates estimates) {
        return of(MEDIAN, rows, estimates);
    }

    /**
     * The same for tables in which a fork's value is not the median.
     *
     * @param valueOfFork what a fork's value is
     * @param rows the rows of the table, at least one
     */
    public static String of(String valueOfFork, List<Row> rows) {
        return of(valueOfFork, rows, "");
    }

    /**
     * The same for tables of both kinds.
     *
     * @param valueOfFork what a fork's value is
     * @param rows the rows of the table, at least one
     * @param estimates the estimates that the table shows
     */
    public static String of(String valueOfFork, List<Row> rows, RowEstimates estimates) {
        return of(valueOfFork, rows, estimates.method(rows));
    }

    private static String of(String valueOfFork, List<Row> rows, String method) {
        IntSummaryStatistics forks =
                rows.stream().mapToInt(row -> row.primary().forks().size()).summaryStatistics();
        String jdks = rows.stream()
                .map(Row::jdkVersion)
                .filter(version -> !version.isEmpty())
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
        return valueOfFork + ", geometric mean over forks, "
                + interval(forks.getMin(), forks.getMax())
                + (method.isEmpty() ? "" : " (" + method + ")")
                + (jdks.isEmpty() ? "" : "; JDK " + jdks);
    }

    private static String interval(int fewest, int most) {
        if (most == 1) {
            return "1 fork: no interval";
        }
        String range = fewest == most ? "" : fewest + " to ";
        return Math.round(100 * Estimate.CONFIDENCE) + " % interval over " + range + most + " forks"
                + (fewest == 1 ? " (1 fork: no interval)" : "");
    }
}

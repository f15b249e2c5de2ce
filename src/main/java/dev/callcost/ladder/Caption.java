package dev.callcost.ladder;

import dev.callcost.data.Estimate;
import dev.callcost.data.Row;
import dev.callcost.stats.RowEstimates;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.stream.Collectors;

/** The line above a table that says how its numbers were made: the value of a fork, the number of forks, the interval and the JDK. */
public final class Caption {
    private static final String MEDIAN = "median of each fork's iterations";

    private Caption() {}

    /** @param rows of the table, at least one */
    public static String of(List<Row> rows) {
        return of(MEDIAN, rows);
    }

    public static String of(List<Row> rows, RowEstimates estimates) {
        return of(MEDIAN, rows, estimates);
    }

    /** @param valueOfFork where it is not the median */
    public static String of(String valueOfFork, List<Row> rows) {
        return of(valueOfFork, rows, "");
    }

    /** @param estimates the intervals, whose method the caption names */
    public static String of(String valueOfFork, List<Row> rows, RowEstimates estimates) {
        return of(valueOfFork, rows, estimates.method(rows));
    }

    private static String of(String valueOfFork, List<Row> rows, String method) {
        String jdks = rows.stream()
                .map(Row::jdkVersion)
                .filter(version -> !version.isEmpty())
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
        return valueOfFork + ", geometric mean over forks, "
                + interval(rows.stream()
                        .mapToInt(row -> row.primary().forks().size())
                        .summaryStatistics())
                + (method.isEmpty() ? "" : " (" + method + ")")
                + (jdks.isEmpty() ? "" : "; JDK " + jdks);
    }

    private static String interval(IntSummaryStatistics forks) {
        if (forks.getMax() == 1) {
            return "1 fork: no interval";
        }
        String range = forks.getMin() == forks.getMax() ? "" : forks.getMin() + " to ";
        return Math.round(100 * Estimate.CONFIDENCE) + " % interval over " + range + forks.getMax() + " forks"
                + (forks.getMin() == 1 ? " (1 fork: no interval)" : "");
    }
}

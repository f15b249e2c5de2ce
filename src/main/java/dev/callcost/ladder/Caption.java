package dev.callcost.ladder;

import dev.callcost.data.Metric.ForkValue;
import dev.callcost.data.Row;
import dev.callcost.data.RowEstimates;
import dev.callcost.stats.Estimate;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The line above a table that says how its numbers were made: the value of a fork, the number of forks, the interval
 * and the JDK.
 */
public final class Caption {
    private Caption() {}

    /** @param rows of the table, at least one */
    public static String of(List<Row> rows) {
        return of(rows, "");
    }

    /** @param estimates the intervals, whose method the caption names */
    public static String of(List<Row> rows, RowEstimates estimates) {
        return of(rows, estimates.method(rows));
    }

    private static String of(List<Row> rows, String method) {
        return ForkValue.words(rows.stream().map(Row::forkValue).collect(Collectors.toSet()))
                + ", geometric mean over forks, " + interval(rows, " to ")
                + (method.isEmpty() ? "" : " (" + method + ")")
                + jdks(rows).map(it -> "; " + it).orElse("");
    }

    /** In a few words: {@code JDK 17.0.15; ± is the 99 % interval over 6-15 forks}. */
    public static String brief(List<Row> rows) {
        boolean hasInterval = forks(rows).getMax() > 1;
        return jdks(rows).map(it -> it + "; ").orElse("") + (hasInterval ? "± is the " : "") + interval(rows, "-");
    }

    /** The versions of the JDK: {@code JDK 17.0.15, 25.0.3}; empty where no row has one. */
    public static Optional<String> jdks(List<Row> rows) {
        return rows.stream()
                .map(Row::jdkVersion)
                .filter(version -> !version.isEmpty())
                .distinct()
                .sorted()
                .reduce((all, version) -> all + ", " + version)
                .map(all -> "JDK " + all);
    }

    private static IntSummaryStatistics forks(List<Row> rows) {
        return rows.stream().mapToInt(row -> row.primary().forks().size()).summaryStatistics();
    }

    /** @param to stands between the fewest and the most forks */
    private static String interval(List<Row> rows, String to) {
        IntSummaryStatistics forks = forks(rows);
        if (forks.getMax() == 1) {
            return "1 fork: no interval";
        }
        String range = forks.getMin() == forks.getMax() ? "" : forks.getMin() + to;
        return Math.round(100 * Estimate.CONFIDENCE) + "% interval over " + range + forks.getMax() + " forks"
                + (forks.getMin() == 1 ? " (1 fork: no interval)" : "");
    }
}

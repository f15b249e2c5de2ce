package dev.callcost.data;

import dev.callcost.stats.Estimate;
import dev.callcost.stats.Moderation;
import dev.callcost.stats.Moderation.Own;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The estimates of rows that were measured in one run, with variances moderated over rows whose forks scatter alike
 * ({@link Moderation}).
 *
 * @param moderated without rows of one fork, and rows that are too few to be moderated
 */
public record RowEstimates(Map<RowKey, Estimate> moderated) {
    public static RowEstimates of(List<Row> rows) {
        Map<RowKey, Estimate> moderated = new HashMap<>();
        rows.stream()
                .filter(row -> row.primary().forks().size() > 1)
                .collect(Collectors.groupingBy(Row::scatter))
                .values()
                .forEach(alike -> {
                    List<Own> own = alike.stream()
                            .map(row -> Own.ofMean(row.estimate()))
                            .toList();
                    Moderation moderation = Moderation.of(own);
                    for (int i = 0; i < own.size() && moderation.prior() != Moderation.Prior.NONE; i++) {
                        moderated.put(alike.get(i).key(), moderation.moderated(own.get(i)));
                    }
                });
        return new RowEstimates(moderated);
    }

    /** The estimate of a row's score; its interval is by Student's t where its variance is not moderated. */
    public Estimate score(Row row) {
        return isModerated(row) ? moderated.get(row.key()) : row.estimate();
    }

    /** The estimate of the time of one operation, in nanoseconds; empty when the score is no time per operation. */
    public Optional<Estimate> nanos(Row row) {
        return row.nanos(score(row));
    }

    public boolean isModerated(Row row) {
        return moderated.containsKey(row.key());
    }

    /** How the intervals of some rows were made, in words; empty when none has one. */
    public String method(List<Row> rows) {
        List<Row> known = rows.stream().filter(row -> score(row).hasInterval()).toList();
        long students = known.stream().filter(row -> !isModerated(row)).count();
        return known.isEmpty()
                ? ""
                : students == known.size()
                        ? "Student's t"
                        : "variances moderated over rows"
                                + (students == 0 ? "" : ", Student's t for " + students + " of them");
    }
}

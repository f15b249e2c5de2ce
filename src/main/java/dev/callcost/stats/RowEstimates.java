package dev.callcost.stats;

import dev.callcost.data.Estimate;
import dev.callcost.data.Metric;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Moderation.Own;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The estimates of rows that were measured in one run. {@link Moderation} draws each row's variance over forks towards the variances of the rows whose forks
 * scatter alike.
 */
public final class RowEstimates {
    private final Map<RowKey, Estimate> moderated = new HashMap<>();
    private final Function<Metric, Estimate> estimator;

    private RowEstimates(Function<Metric, Estimate> estimator) {
        this.estimator = estimator;
    }

    /**
     * The estimates of rows.
     *
     * @param scatter of a row; rows whose forks are expected to scatter alike have equal ones
     */
    public static RowEstimates of(List<Row> rows, Function<Row, Object> scatter) {
        return of(rows, scatter, Metric::estimate);
    }

    /**
     * The estimates of rows, in one of the ways that a metric has.
     *
     * @param estimator makes the estimate of a row by itself
     */
    public static RowEstimates of(List<Row> rows, Function<Row, Object> scatter, Function<Metric, Estimate> estimator) {
        RowEstimates result = new RowEstimates(estimator);
        rows.stream()
                .filter(row -> row.primary().forks().size() > 1)
                .collect(Collectors.groupingBy(scatter))
                .values()
                .stream()
                .forEach(result::moderate);
        return result;
    }

    private void moderate(List<Row> alike) {
        List<Own> own =
                alike.stream().map(row -> own(estimator.apply(row.primary()))).toList();
        Moderation moderation = Moderation.of(own);
        if (moderation.prior() != Moderation.Prior.NONE) {
            for (int i = 0; i < alike.size(); i++) {
                moderated.put(alike.get(i).key(), moderation.moderated(own.get(i)));
            }
        }
    }

    private static Own own(Estimate estimate) {
        return new Own(estimate, 1.0 / estimate.forks());
    }

    /**
     * The estimates with moderated variances.
     *
     * @param alike the estimates of rows that scatter alike, each of two forks or more
     */
    public static List<Estimate> moderated(List<Estimate> alike) {
        List<Own> own = alike.stream().map(RowEstimates::own).toList();
        Moderation moderation = Moderation.of(own);
        return own.stream().map(moderation::moderated).toList();
    }

    /** The estimate of a row's score, with Student's t where nothing moderates its variance. */
    public Estimate score(Row row) {
        return moderated.containsKey(row.key()) ? moderated.get(row.key()) : estimator.apply(row.primary());
    }

    /** The estimate of the time one operation takes, in nanoseconds; empty when the score is no time per operation. */
    public Optional<Estimate> nanos(Row row) {
        return row.nanos(score(row));
    }

    /** Whether a row's variance is moderated. */
    public boolean isModerated(Row row) {
        return moderated.containsKey(row.key());
    }

    /** How the intervals of some rows were made, in words; empty when none has one. */
    public String method(List<Row> rows) {
        List<Row> withInterval =
                rows.stream().filter(row -> score(row).hasInterval()).toList();
        long students = withInterval.stream().filter(row -> !isModerated(row)).count();
        if (withInterval.isEmpty()) {
            return "";
        }
        if (students == withInterval.size()) {
            return "Student's t";
        }
        return "variances moderated over rows" + (students == 0 ? "" : ", Student's t for " + students + " of them");
    }
}

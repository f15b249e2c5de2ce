package dev.callcost.stats;

import dev.callcost.data.Estimate;
import dev.callcost.data.Metric;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The estimates of rows that were measured in one run, with moderated variances: each row's variance over forks is shrunk towards
 * what the rows whose forks scatter alike have together. A row with two forks knows next to nothing of its own spread, and they do.
 *
 * <p>The rule is that of Smyth, "Linear models and empirical Bayes methods for assessing differential expression in microarray
 * experiments" (Stat. Appl. Genet. Mol. Biol. 3, 2004), with a weight that is fixed and not fitted: (p s0^2 + d s^2) / (p + d), and
 * Student's t with p + d degrees of freedom, where s^2 is the row's variance with d degrees, s0^2 the pooled variance of the rows and
 * p is {@value #PRIOR_DEGREES}. Few rows and forks do not tell the weight: fitted, it makes intervals of two forks too short
 * (src/docs/statistics.md). Of fewer than {@value #FEWEST_ROWS} rows that have two forks or more each keeps Student's t.
 */
public final class RowEstimates {
    /** The degrees of freedom that what all rows say counts for: those of a row with three forks. */
    public static final int PRIOR_DEGREES = 2;

    /** Rows that scatter alike below which there is no moderation: too few say too little of each other. */
    public static final int FEWEST_ROWS = 8;

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
                .filter(alike -> alike.size() >= FEWEST_ROWS)
                .forEach(result::moderate);
        return result;
    }

    private void moderate(List<Row> alike) {
        List<Estimate> estimates = moderated(
                alike.stream().map(row -> estimator.apply(row.primary())).toList());
        for (int i = 0; i < alike.size(); i++) {
            moderated.put(alike.get(i).key(), estimates.get(i));
        }
    }

    /**
     * The estimates with moderated variances.
     *
     * @param alike the estimates of rows that scatter alike, each of two forks or more
     */
    public static List<Estimate> moderated(List<Estimate> alike) {
        double squares = 0;
        double degrees = 0;
        for (Estimate row : alike) {
            squares += row.degrees() * varianceOfForks(row);
            degrees += row.degrees();
        }
        double pooled = squares / degrees;
        return alike.stream()
                .map(row -> {
                    double sum = PRIOR_DEGREES + row.degrees();
                    double variance = (PRIOR_DEGREES * pooled + row.degrees() * varianceOfForks(row)) / sum;
                    return new Estimate(row.logMean(), variance / row.forks(), sum, row.forks());
                })
                .toList();
    }

    private static double varianceOfForks(Estimate estimate) {
        return estimate.variance() * estimate.forks();
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

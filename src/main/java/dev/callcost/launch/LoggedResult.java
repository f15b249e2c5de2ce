package dev.callcost.launch;

import java.math.BigDecimal;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.Aggregator;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.ScalarDerivativeResult;
import org.openjdk.jmh.util.ListStatistics;
import org.openjdk.jmh.util.MultisetStatistics;
import org.openjdk.jmh.util.Statistics;
import org.openjdk.jmh.util.Utils;

/**
 * A result that was read from a log. JMH's rules aggregate it with others. JMH's own classes cannot be created from a score, because their constructors take
 * operations and durations.
 *
 * <p>As in JMH there are two kinds: scores, which are aggregated to a list, and histograms of samples, which are aggregated to one histogram.
 */
final class LoggedResult extends Result<LoggedResult> {
    private static final long serialVersionUID = 1L;

    /** The labels of numbers that JMH derives from a histogram, in SampleTimeResult and in two profilers of pauses. */
    private static final Pattern DERIVED = Pattern.compile("(?:(.*)[:.])?(?:avg|count|p[01]\\.\\d+)");

    private final transient List<Derived> derived;

    /** A number that is calculated from an aggregated histogram. */
    record Derived(String label, String unit, AggregationPolicy policy) {
        /** The label of the histogram of such a number, "" for the primary histogram; empty when a label is not that of such a number. */
        static Optional<String> parent(String label) {
            Matcher matcher = DERIVED.matcher(label);
            return matcher.matches() ? Optional.of(Objects.requireNonNullElse(matcher.group(1), "")) : Optional.empty();
        }

        private ScalarDerivativeResult of(Statistics samples, String parent) {
            String name = parent.isEmpty() ? label : label.substring(parent.length() + 1);
            double value = switch (name) {
                case "avg" -> samples.getMean();
                case "count" -> samples.getN();
                default -> samples.getPercentile(percent(name.substring(1)));
            };
            return new ScalarDerivativeResult(label, value, unit, policy);
        }

        private static double percent(String share) {
            return new BigDecimal(share).movePointRight(2).doubleValue();
        }
    }

    private LoggedResult(LoggedResult like, Statistics statistics) {
        this(like.role, like.label, statistics, like.unit, like.policy, like.derived);
    }

    LoggedResult(
            ResultRole role,
            String label,
            Statistics statistics,
            String unit,
            AggregationPolicy policy,
            List<Derived> derived) {
        super(role, label, statistics, unit, policy);
        this.derived = derived;
    }

    /** An iteration's score. */
    static LoggedResult score(ResultRole role, String label, double score, String unit, AggregationPolicy policy) {
        return new LoggedResult(role, label, of(score), unit, policy, List.of());
    }

    @Override
    protected Aggregator<LoggedResult> getThreadAggregator() {
        return LoggedResult::sum;
    }

    @Override
    protected Aggregator<LoggedResult> getIterationAggregator() {
        return LoggedResult::sum;
    }

    private static LoggedResult sum(Collection<LoggedResult> results) {
        LoggedResult first = results.iterator().next();
        if (first.isHistogram()) {
            MultisetStatistics samples = new MultisetStatistics();
            for (LoggedResult result : results) {
                for (Map.Entry<Double, Long> sample :
                        Utils.adaptForLoop(result.getStatistics().getRawData())) {
                    samples.addValue(sample.getKey(), sample.getValue());
                }
            }
            return new LoggedResult(first, samples);
        }
        ListStatistics scores = new ListStatistics();
        results.forEach(result -> scores.addValue(result.getScore()));
        return new LoggedResult(first, scores);
    }

    private boolean isHistogram() {
        return statistics instanceof MultisetStatistics;
    }

    /** An iteration without this score counts as 0, because JMH's profilers leave out collections that did not happen. */
    @Override
    protected LoggedResult getZeroResult() {
        return isHistogram() ? null : new LoggedResult(this, of(0));
    }

    @Override
    protected Collection<? extends Result> getDerivativeResults() {
        return derived.stream().map(number -> number.of(statistics, label)).toList();
    }
}

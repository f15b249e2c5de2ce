package dev.callcost.load;

import dev.callcost.data.EstimateText;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Estimate;
import dev.callcost.text.Html;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the rows of one sweep say: up to which rate callers wait no longer than usual, and where the sweep ended.
 *
 * @param group of its rows, see {@link RateRow#group}
 * @param rates the rows with a rate, in ascending order
 * @param flatOut the row that made as many calls as came back
 */
public record LoadAnswer(RowKey group, List<RateRow> rates, Optional<RateRow> flatOut) {
    private static final double P99 = 0.99;

    /** How many times the lowest p99 is too long. The forks of an unchanged row differ by less. */
    private static final double LONG = 5;

    /** What became of a rate. */
    public enum State {
        HOLDS("holds"),
        /** The rate was met, but callers waited several times as long as at a lower rate. */
        EDGE("at its edge"),
        /** Calls came faster than answers. */
        FULL("the server is full"),
        /** The rate was not met because calls failed. */
        FAILED("calls fail"),
        /** The rate was not met because calls were sent late. */
        LATE("calls are sent late");

        private final String text;

        State(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    /** The answers of all sweeps of some rows, in their order. */
    public static List<LoadAnswer> of(List<RateRow> rows) {
        Map<RowKey, List<RateRow>> sweeps =
                rows.stream().collect(Collectors.groupingBy(RateRow::series, LinkedHashMap::new, Collectors.toList()));
        return sweeps.values().stream().map(LoadAnswer::ofOne).toList();
    }

    private static LoadAnswer ofOne(List<RateRow> rows) {
        return new LoadAnswer(
                rows.get(0).group(),
                rows.stream()
                        .filter(row -> !row.isMax())
                        .sorted(Comparator.comparingDouble(RateRow::rate))
                        .toList(),
                rows.stream().filter(RateRow::isMax).findFirst());
    }

    public State state(RateRow row) {
        if (!row.isMet()) {
            return !row.failed().isEmpty() ? State.FAILED : row.isLate() ? State.LATE : State.FULL;
        }
        // not of higher rates: a caller that seldom calls waits longer, far from the capacity
        double lowest = met().filter(it -> it.rate() <= row.rate())
                .mapToDouble(it -> value(it, P99))
                .filter(it -> !Double.isNaN(it))
                .min()
                .orElse(Double.NaN);
        return value(row, P99) > LONG * lowest ? State.EDGE : State.HOLDS;
    }

    /** The lowest rate that was not met. */
    public Optional<RateRow> unmet() {
        return rates.stream().filter(row -> !row.isMet()).findFirst();
    }

    /** The highest rate that holds, below the first that was not met. */
    public Optional<RateRow> highest() {
        return met().filter(row -> state(row) == State.HOLDS).reduce((low, high) -> high);
    }

    private Stream<RateRow> met() {
        return rates.stream().takeWhile(RateRow::isMet);
    }

    /** The answer, such as {@code at 5,000 calls a second p99 is 510 us; at 8,300 the server is full}. */
    public String sentence() {
        Optional<String> held = highest()
                .map(row -> "at " + rate(row) + " calls a second "
                        + row.quantile(P99)
                                .map(it -> "p99 is " + EstimateText.plainTime(it))
                                .orElse("the rate is met"));
        String unit = held.isPresent() ? " " : " calls a second ";
        Optional<String> end = unmet().map(
                        row -> "at " + rate(row) + unit + state(row).text())
                .or(() -> flatOut.map(row -> "flat out " + rounded(row.made()) + " calls a second are answered"));
        return Stream.of(held, end).flatMap(Optional::stream).collect(Collectors.joining("; "));
    }

    /** NaN where a fork has too few calls. */
    private static double value(RateRow row, double q) {
        return row.quantile(q).map(Estimate::value).orElse(Double.NaN);
    }

    /** The rate that was due, with commas. */
    public static String rate(RateRow row) {
        return Html.grouped(BigDecimal.valueOf(row.rate()).stripTrailingZeros().toPlainString());
    }

    /** A whole number, with commas. */
    public static String grouped(double calls) {
        return Html.grouped(String.valueOf(Math.round(calls)));
    }

    /** Calls a second with two digits, with commas. */
    public static String rounded(double calls) {
        return Html.grouped(new BigDecimal(calls)
                .round(new MathContext(2))
                .stripTrailingZeros()
                .toPlainString());
    }
}

package dev.callcost.load;

import dev.callcost.data.Estimate;
import dev.callcost.data.RowKey;
import dev.callcost.stats.EstimateText;
import dev.callcost.text.Html;
import dev.callcost.text.Numbers;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collections;
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
 * @param series what the rows share, see {@link RateRow#series}
 * @param rates the rows with a rate, in ascending order
 * @param flatOut the row that made as many calls as came back
 */
public record LoadAnswer(RowKey series, List<RateRow> rates, Optional<RateRow> flatOut) {
    private static final double P99 = 0.99;
    private static final double P50 = 0.5;

    /** How many times the lowest p99 is too long. The forks of an unchanged row differ by less. */
    private static final double LONG = 5;

    /** What became of a rate. */
    public enum State {
        HOLDS("holds"),
        /** The rate was met, but callers waited several times as long as at a lower rate. */
        EDGE("at its edge"),
        /** Calls came faster than answers. */
        FULL("full"),
        /** The rate was not met because calls failed. */
        FAILED("calls fail"),
        /** The rate was not met because calls were sent late. */
        LATE("sent late");

        private final String text;

        State(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    /** The answers of all sweeps of some rows, in their order. Rows of the machine's floor are left out where there are others. */
    public static List<LoadAnswer> of(List<RateRow> rows) {
        boolean areFloors = rows.stream().allMatch(RateRow::isFloor);
        Map<RowKey, List<RateRow>> series = new LinkedHashMap<>();
        rows.stream()
                .filter(row -> areFloors || !row.isFloor())
                .forEach(row -> series.computeIfAbsent(row.series(), it -> new ArrayList<>())
                        .add(row));
        List<LoadAnswer> answers = new ArrayList<>();
        series.forEach((key, all) -> {
            Stream<RateRow> rates = all.stream().filter(row -> !row.isMax());
            Optional<RateRow> flatOut = all.stream().filter(RateRow::isMax).findFirst();
            answers.add(new LoadAnswer(
                    key, rates.sorted(Comparator.comparingDouble(RateRow::rate)).toList(), flatOut));
        });
        return answers;
    }

    public Stream<RateRow> rows() {
        return Stream.concat(rates.stream(), flatOut.stream());
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

    /** The calls a second at which the server was full: those that were answered, unless so many or more were a rate that was met. */
    public String fullAt(RateRow row) {
        double highestMet = met().mapToDouble(RateRow::rate).max().orElse(0);
        return twoDigits(row.made()).doubleValue() > highestMet ? rounded(row.made()) : rate(row);
    }

    /** The answer, such as {@code up to 5,000 calls a second p99 stays within 510 us; at 8,300 the server is full}. */
    public String sentence() {
        String held = highest()
                .map(this::held)
                .orElseGet(() -> unmet().filter(row -> state(row) == State.FULL)
                        .map(row -> "not even " + rate(row) + " calls a second were answered in time")
                        .orElse(""));
        return Stream.of(held, end()).filter(it -> !it.isEmpty()).collect(Collectors.joining("; "));
    }

    /** What is true of the rates up to the highest that holds: the largest p99 of them, rounded up, or p50 where no rate has enough calls for p99. */
    private String held(RateRow highest) {
        List<RateRow> rows = met().filter(row -> row.rate() <= highest.rate()).toList();
        for (double q : List.of(P99, P50)) {
            List<RateRow> known =
                    rows.stream().filter(row -> row.quantile(q).isPresent()).toList();
            if (!known.isEmpty()) {
                double most =
                        Collections.max(known.stream().map(row -> value(row, q)).toList());
                return span(rows, known) + forks(known, q) + "p" + Math.round(100 * q) + " stays within "
                        + roundedUp(most);
            }
        }
        return "up to " + rate(highest) + " calls a second all calls are answered";
    }

    /** Whose quantile it is, where forks do not show that it is every fork's. */
    private static String forks(List<RateRow> rows, double q) {
        List<Estimate> all =
                rows.stream().flatMap(row -> row.quantile(q).stream()).toList();
        return all.stream().anyMatch(it -> !it.hasInterval())
                ? "one fork's "
                : all.stream().anyMatch(EstimateText::isTooWide) ? "the forks' mean " : "";
    }

    /** The rates for which a quantile is known, such as {@code up to 5,000 calls a second}. */
    private static String span(List<RateRow> rows, List<RateRow> known) {
        RateRow lowest = known.get(0);
        RateRow highest = known.get(known.size() - 1);
        String from = lowest.equals(rows.get(0)) ? "up to " : "from " + rate(lowest) + " to ";
        return (lowest.equals(highest) ? "at " : from) + rate(highest) + " calls a second ";
    }

    private String end() {
        String most = flatOut.map(row -> "flat out " + rounded(row.made()) + " calls a second are answered"
                        + (row.failed().isEmpty() ? "" : ", and some fail"))
                .orElse("");
        String unit = highest().isPresent() ? "" : " calls a second";
        return unmet().map(row -> switch (state(row)) {
                    case FAILED -> "at " + rate(row) + unit + " some calls fail";
                    case LATE -> "at " + rate(row) + unit + " the client sends calls late";
                    default -> "at " + fullAt(row) + " the server is full";
                })
                .orElse(most);
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
        return Html.grouped(twoDigits(calls).stripTrailingZeros().toPlainString());
    }

    private static BigDecimal twoDigits(double calls) {
        return new BigDecimal(calls).round(new MathContext(2));
    }

    private static String roundedUp(double nanos) {
        // a value of two digits has an error of its last bits
        double up = new BigDecimal(nanos)
                .round(new MathContext(9))
                .round(new MathContext(2, RoundingMode.CEILING))
                .doubleValue();
        return Numbers.plainTime(up, 2);
    }
}

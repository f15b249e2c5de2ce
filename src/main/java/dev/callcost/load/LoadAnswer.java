package dev.callcost.load;

import dev.callcost.data.RowKey;
import dev.callcost.text.Html;
import dev.callcost.text.Numbers;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the rows of one sweep say: up to which rate callers wait no longer than usual, and where the sweep came to its end.
 *
 * @param series what the rows share, see {@link RateRow#series}
 * @param rates the rows with a rate, in ascending order
 * @param flatOut the row that made as many calls as came back
 */
public record LoadAnswer(RowKey series, List<RateRow> rates, Optional<RateRow> flatOut) {
    private static final double P99 = 0.99;
    private static final double P50 = 0.5;

    /** How many times the lowest p99 of a sweep is too long. The forks of an unchanged row differ by less. */
    private static final double LONG = 5;

    /** From this share of a row's latency on it was the pacer that was late. */
    private static final double LATE = 0.5;

    /** What became of a rate. */
    public enum State {
        HOLDS("holds"),
        /** The rate was met, but callers waited several times as long as at the best rate. */
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
        Map<RowKey, List<RateRow>> series = rows.stream()
                .filter(row -> areFloors || !row.isFloor())
                .collect(Collectors.groupingBy(RateRow::series, LinkedHashMap::new, Collectors.toList()));
        return series.entrySet().stream()
                .map(it -> new LoadAnswer(
                        it.getKey(),
                        it.getValue().stream()
                                .filter(row -> !row.isMax())
                                .sorted(Comparator.comparingDouble(RateRow::rate))
                                .toList(),
                        it.getValue().stream().filter(RateRow::isMax).findFirst()))
                .toList();
    }

    /** What became of the rate of one of the rows. */
    public State state(RateRow row) {
        OptionalDouble p99 = value(row, P99);
        if (!row.isMet()) {
            boolean isLate = row.late(P99).isPresent()
                    && p99.isPresent()
                    && row.late(P99).get().value() > LATE * p99.getAsDouble();
            return !row.failed().isEmpty() ? State.FAILED : isLate ? State.LATE : State.FULL;
        }
        double lowest = rates.stream()
                .filter(RateRow::isMet)
                .flatMapToDouble(it -> value(it, P99).stream())
                .min()
                .orElse(Double.NaN);
        return p99.isPresent() && p99.getAsDouble() > LONG * lowest ? State.EDGE : State.HOLDS;
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

    /** The calls a second that were answered at the first rate that was more than could be; empty without such a rate. */
    public OptionalDouble full() {
        return unmet().filter(row -> state(row) == State.FULL).stream()
                .mapToDouble(RateRow::made)
                .findFirst();
    }

    /** The answer, such as {@code up to 5,000 calls a second p99 stays within 510 us; at 8,300 the server is full}. */
    public String sentence() {
        String held = highest()
                .map(this::held)
                .orElseGet(() -> unmet().map(row -> "not even " + rate(row) + " calls a second were answered in time")
                        .orElse(""));
        return Stream.of(held, end()).filter(it -> !it.isEmpty()).collect(Collectors.joining("; "));
    }

    /** What is true of all rates up to the highest that holds: the largest quantile of them, rounded up. */
    private String held(RateRow highest) {
        String upTo = "up to " + rate(highest) + " calls a second ";
        List<RateRow> rows = met().filter(row -> row.rate() <= highest.rate()).toList();
        return Stream.of(P99, P50)
                .flatMap(q -> rows.stream()
                        .flatMap(row -> value(row, q).stream().boxed())
                        .max(Comparator.naturalOrder())
                        .map(nanos -> upTo + "p" + Math.round(100 * q) + " stays within " + roundedUp(nanos))
                        .stream())
                .findFirst()
                .orElse(upTo + "all calls are answered");
    }

    private String end() {
        String most = flatOut.map(row -> "flat out " + rounded(row.made()) + " calls a second are answered")
                .orElse("");
        return unmet().map(row -> switch (state(row)) {
                    case FAILED -> "at " + rate(row) + " calls fail";
                    case LATE -> "at " + rate(row) + " the client sends calls late";
                    default -> "at " + rounded(row.made()) + " the server is full";
                })
                .orElse(most);
    }

    private static OptionalDouble value(RateRow row, double q) {
        return row.quantile(q).stream().mapToDouble(it -> it.value()).findFirst();
    }

    /** The rate that was due, with commas. */
    public static String rate(RateRow row) {
        return Html.grouped(BigDecimal.valueOf(row.rate()).stripTrailingZeros().toPlainString());
    }

    /** A whole number, with commas. */
    static String grouped(double calls) {
        return Html.grouped(String.valueOf(Math.round(calls)));
    }

    /** Calls a second with two digits, with commas. */
    public static String rounded(double calls) {
        return Html.grouped(new BigDecimal(calls)
                .round(new MathContext(2))
                .stripTrailingZeros()
                .toPlainString());
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

package dev.callcost.load;

import dev.callcost.agent.Latencies;
import dev.callcost.data.Row;
import dev.callcost.text.CommandException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The rates of a run and the windows in which they are measured.
 *
 * @param values calls a second as the param {@link Row#RATE} has them, each once
 */
public record Rates(List<String> values) {
    private static final Pattern RATE = Pattern.compile("\\d{1,9}(\\.\\d{1,6})?[kM]?");

    /** The load that a sweep puts on a service, in percent of its capacity. */
    private static final List<Integer> SHARES = List.of(5, 10, 20, 50, 70, 80, 90, 95);

    private static final long WINDOW_MILLIS = 2000;

    /** A window with fewer calls has no middle. */
    private static final long LEAST_CALLS = 10;

    public Rates {
        values = values.stream().distinct().toList();
    }

    /** @throws CommandException (usage) when one of the rates, separated by commas, is none */
    public static Rates parse(String text) {
        return new Rates(Stream.of(text.split(",", -1)).map(Rates::rate).toList());
    }

    private static String rate(String text) {
        if (text.equals(Latencies.MAX)) {
            return text;
        }
        if (RATE.matcher(text).matches()) {
            int power = text.endsWith("k") ? 3 : text.endsWith("M") ? 6 : 0;
            BigDecimal rate = new BigDecimal(text.replaceFirst("[kM]$", "")).movePointRight(power);
            if (rate.signum() > 0 && rate.stripTrailingZeros().scale() <= 0) {
                return rate.toBigInteger().toString();
            }
        }
        throw CommandException.usage(
                "load: --rate '" + text + "' is no whole number of calls a second, such as 100, 2.5k, 1M or max");
    }

    /** The rate max alone, which shows the capacity. */
    public static Rates max() {
        return new Rates(List.of(Latencies.MAX));
    }

    /**
     * The rates of a sweep: shares of the answered calls a second, with three significant digits: with two, 90 and 95 %
     * can be one rate.
     */
    public static Rates upTo(double capacity) {
        List<String> rates = new ArrayList<>();
        for (int share : SHARES) {
            BigDecimal rate = new BigDecimal(capacity * share / 100).round(new MathContext(3));
            rates.add(rate.max(BigDecimal.ONE).setScale(0, RoundingMode.HALF_UP).toPlainString());
        }
        return new Rates(rates);
    }

    /** As the benchmark takes them. */
    public String param() {
        return Row.RATE + "=" + String.join(",", values);
    }

    /**
     * JMH's options for windows that take a time in each fork, of 2 s, or so long that each has {@value #LEAST_CALLS}
     * calls.
     */
    public List<String> windows(Duration time) {
        long millis = Math.max(1, Math.max(Math.min(WINDOW_MILLIS, time.toMillis()), leastMillis()));
        long windows = Math.max(1, Math.round(time.toMillis() / (double) millis));
        return List.of("-i", String.valueOf(windows), "-r", millis + "ms");
    }

    private long leastMillis() {
        return values.stream()
                .filter(value -> !value.equals(Latencies.MAX))
                .mapToLong(value -> Math.round(Math.ceil(1000.0 * LEAST_CALLS / Long.parseLong(value))))
                .max()
                .orElse(0);
    }
}

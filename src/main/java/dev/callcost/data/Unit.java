package dev.callcost.data;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a number counts. Numbers of one base can be converted.
 *
 * @param base {@value #NANOS}, {@value #RATE}, {@value #BYTES}, or bytes per time; another unit is a base of its own
 * @param factor the number of the base in one of the unit
 * @param isMoreBetter empty where the unit does not say so
 */
public record Unit(String base, double factor, Optional<Boolean> isMoreBetter) {
    private static final String NANOS = "ns";
    private static final String RATE = "operations per ns";
    private static final String BYTES = "bytes";

    private static final Map<String, Double> TIMES = Map.of(
            "ns", 1.0,
            "us", 1e3,
            "ms", 1e6,
            "s", 1e9,
            "min", 60e9,
            "hr", 3600e9,
            "day", 86400e9);

    /** A file has few units and many numbers. */
    private static final Map<String, Unit> READ = new ConcurrentHashMap<>();

    private static final String TIME = "(?<time>ns|[u\u00b5\u03bc]s|ms|s|min|hr|day"
            + "|(?<long>nano|micro|milli|)sec(ond)?s?|minutes?|h(ours?)?|days)";
    private static final String OPERATION =
            "(?<op>op(eration)?|iter(ation)?|req(uest)?|call|invocation|message|transaction)s?";
    private static final Pattern DURATION = Pattern.compile(TIME + "(/" + OPERATION + ")?");
    private static final Pattern THROUGHPUT = Pattern.compile(OPERATION + "/" + TIME);
    private static final Pattern SIZE =
            Pattern.compile("(?<prefix>[kKMGT]i?)?(B|[Bb]ytes?)(/" + OPERATION + ")?(/" + TIME + ")?");

    /** Of a unit as JMH and others write it, such as {@code us/op}, {@code ops/sec}, {@code ns/iter} or {@code KiB}. */
    public static Unit of(String text) {
        return READ.computeIfAbsent(text, Unit::read);
    }

    private static Unit read(String text) {
        Matcher matcher = DURATION.matcher(text);
        if (matcher.matches()) {
            return new Unit(
                    NANOS,
                    nanos(matcher),
                    Optional.ofNullable(matcher.group("op")).map(it -> false));
        }
        matcher = THROUGHPUT.matcher(text);
        if (matcher.matches()) {
            return new Unit(RATE, 1 / nanos(matcher), Optional.of(true));
        }
        matcher = SIZE.matcher(text);
        if (matcher.matches()) {
            boolean isRate = matcher.group("time") != null;
            return new Unit(
                    BYTES + (isRate ? " per ns" : ""),
                    bytes(matcher.group("prefix")) / (isRate ? nanos(matcher) : 1),
                    Optional.empty());
        }
        return new Unit(text, 1, Optional.empty());
    }

    /** K is 1000 and Ki is 1024. */
    private static double bytes(String prefix) {
        return prefix == null
                ? 1
                : Math.pow(
                        prefix.endsWith("i") ? 1024 : 1000,
                        1 + "KMGT".indexOf(Character.toUpperCase(prefix.charAt(0))));
    }

    private static double nanos(Matcher unit) {
        String time = unit.group("time");
        String prefix = unit.group("long");
        if (prefix != null) {
            return TIMES.get(prefix.isEmpty() ? "s" : prefix.equals("micro") ? "us" : prefix.charAt(0) + "s");
        }
        return TIMES.get(
                switch (time.charAt(0)) {
                    case '\u00b5', '\u03bc' -> "us";
                    case 'h' -> "hr";
                    case 'd' -> "day";
                    default -> time.startsWith("min") ? "min" : time;
                });
    }

    /**
     * The direction of a score, for all verbs: the unit says what the number is. The mode, or the tool that wrote it,
     * decides where the unit does not say.
     *
     * @param byMode what the mode says
     */
    public boolean isMoreBetter(boolean byMode) {
        return isMoreBetter.orElse(byMode);
    }

    /** Whether a mode of JMH's measures operations per time. */
    public static boolean isThroughput(String mode) {
        return mode.startsWith("thrpt");
    }

    /**
     * What to say of a score whose unit and mode contradict each other; empty where they agree. JMH writes both alike,
     * other tools and hands may not.
     *
     * @param of what gives the other direction: {@code mode avgt}
     */
    public Optional<String> contradiction(String of, boolean byMode, String text) {
        return isMoreBetter
                .filter(is -> is != byMode)
                .map(is -> of + " contradicts the unit " + text + ", which decides: " + (is ? "more" : "less")
                        + " is better");
    }

    public boolean isTime() {
        return base.equals(NANOS);
    }

    /** Whether it is a time, or a number of operations per time. */
    public boolean isSpeed() {
        return isTime() || isRate();
    }

    boolean isRate() {
        return base.equals(RATE);
    }
}

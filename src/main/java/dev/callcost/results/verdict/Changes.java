package dev.callcost.results.verdict;

import dev.callcost.results.Estimate;
import java.util.Locale;

/** Ratios of times as changes in percent, plus for slower. */
public final class Changes {
    private Changes() {}

    /** The change: {@code +5.2%}. */
    public static String change(Estimate slowdown) {
        return change(slowdown.value());
    }

    /** Its interval: {@code [+1.8%, +8.9%]}; empty when there are too few forks for one. */
    public static String interval(Estimate slowdown, double confidence) {
        if (!slowdown.hasInterval()) {
            return "";
        }
        return interval(slowdown.low(confidence), slowdown.high(confidence));
    }

    /** An interval by its ends, which are ratios; empty for NaN. */
    public static String interval(double low, double high) {
        return Double.isNaN(low) ? "" : "[" + change(low) + ", " + change(high) + "]";
    }

    /** The change that a ratio is: {@code +5.2%}. */
    public static String change(double ratio) {
        double percent = 100 * (ratio - 1);
        if (percent > 99_999) {
            return "over +99999%";
        }
        return String.format(Locale.ROOT, Math.abs(percent) < 99.95 ? "%+.1f%%" : "%+.0f%%", percent);
    }
}

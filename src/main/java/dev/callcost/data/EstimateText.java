package dev.callcost.data;

import dev.callcost.stats.Estimate;
import dev.callcost.text.Html;
import dev.callcost.text.Numbers;
import java.util.Locale;

/** Estimates as the tables print them, with the half width of their interval, or that it is too wide. */
public final class EstimateText {
    /** The lowest and the highest fork say more than a wider interval. */
    private static final double WIDEST = 0.5;

    private EstimateText() {}

    /** Whether an estimate's interval reaches farther than 50 % from its value. */
    public static boolean isTooWide(Estimate estimate) {
        return estimate.hasInterval() && estimate.relativeHalfWidth() > WIDEST;
    }

    /** A time and half of its interval: {@code 61.2 us ±1.3%}. */
    public static String time(Estimate nanos) {
        return plainTime(nanos) + plusMinus(nanos);
    }

    public static String plainTime(Estimate nanos) {
        return Numbers.plainTime(nanos.value());
    }

    public static String score(Estimate score, String unit) {
        return Html.grouped(Numbers.significant(score.value())) + " " + unit + plusMinus(score);
    }

    /** A ratio of times as a change, plus for slower: {@code +5.2%}. */
    public static String change(Estimate slowdown) {
        return change(slowdown.value());
    }

    /** A ratio of times without an interval as a change, plus for slower: {@code +5.2%}. */
    public static String change(double ratio) {
        double percent = 100 * (ratio - 1);
        return percent > 99_999
                ? "over +99999%"
                : String.format(Locale.ROOT, Math.abs(percent) < 99.95 ? "%+.1f%%" : "%+.0f%%", percent);
    }

    /** The ends of an interval of such a ratio: {@code [+1.8%, +8.9%]}; empty for NaN. */
    public static String changes(double low, double high) {
        return Double.isNaN(low) ? "" : "[" + change(low) + ", " + change(high) + "]";
    }

    private static String plusMinus(Estimate estimate) {
        return estimate.hasInterval() ? " " + plusMinus(estimate.relativeHalfWidth()) : "";
    }

    /** The half width of an interval as a share of the value: {@code ±1.3%}, and {@code ±>50%} where it is too wide. */
    public static String plusMinus(double relativeHalfWidth) {
        return relativeHalfWidth > WIDEST ? "±>" + Numbers.percent(WIDEST, 0) : "±" + halfWidth(relativeHalfWidth);
    }

    /** The half width of an interval of any size, without a sign: {@code 1.3%}, {@code 13%}. */
    public static String halfWidth(double relative) {
        return Numbers.percent(relative, relative < 0.0995 ? 1 : 0);
    }
}

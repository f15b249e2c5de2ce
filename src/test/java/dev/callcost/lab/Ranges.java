package dev.callcost.lab;

import dev.callcost.data.Estimate;
import dev.callcost.stats.EstimateText;
import dev.callcost.text.Numbers;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/** Intervals as ranges of significant digits: the ends are rounded outward to the leading digit of the half width. */
final class Ranges {
    private Ranges() {}

    /** {@code 11,000-13,000}. */
    static String of(Estimate estimate) {
        return of(estimate.low(), estimate.high());
    }

    /** A time, with the unit that fits: {@code 2.1-2.4 ns}. */
    static String time(Estimate nanos) {
        String[] time = EstimateText.plainTime(nanos).split(" ");
        double unit = nanos.value() / Double.parseDouble(time[0]);
        return of(nanos.low() / unit, nanos.high() / unit) + " " + time[1];
    }

    /** Ends that are equal or infinite have three significant digits. */
    static String of(double low, double high) {
        double half = (high - low) / 2;
        if (!(half > 0) || !Double.isFinite(half)) {
            return Numbers.significant(low) + "-" + Numbers.significant(high);
        }
        int decimals = -(int) Math.floor(Math.log10(half));
        String format = "%,." + Math.max(0, decimals) + "f";
        return String.format(
                Locale.ROOT,
                format + "-" + format,
                new BigDecimal(low).setScale(decimals, RoundingMode.FLOOR),
                new BigDecimal(high).setScale(decimals, RoundingMode.CEILING));
    }
}

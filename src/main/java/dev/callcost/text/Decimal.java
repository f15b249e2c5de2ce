package dev.callcost.text;

/** Reads decimal numbers: files of JMH's hold millions, for which {@link Double#parseDouble} takes most of the time and memory. */
public final class Decimal {
    /** More do not fit into a long. */
    private static final int MOST_DIGITS = 18;

    private static final double[] POWERS = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18
    };

    /** Around a tie between two doubles, in units of the last place: far more than the error of the quotient. */
    private static final double UNSURE = 1e-4;

    private Decimal() {}

    /** The same double as {@link Double#parseDouble}, and the same exceptions. */
    public static double parse(String text) {
        boolean isNegative = text.startsWith("-");
        long digits = 0;
        int count = 0;
        int decimals = -1;
        for (int i = isNegative ? 1 : 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '.' && decimals < 0) {
                decimals = 0;
            } else if (c >= '0' && c <= '9' && ++count <= MOST_DIGITS) {
                digits = 10 * digits + c - '0';
                decimals += decimals < 0 ? 0 : 1;
            } else {
                return Double.parseDouble(text);
            }
        }
        double value = quotient(digits, POWERS[Math.max(0, decimals)]);
        return count == 0 || Double.isNaN(value) ? Double.parseDouble(text) : isNegative ? -value : value;
    }

    /** The double that is closest to a quotient; NaN where two may be. */
    private static double quotient(long digits, double power) {
        double high = digits;
        long low = digits - (long) high;
        double quotient = high / power;
        double rest = (Math.fma(-quotient, power, high) + low) / power;
        double sum = quotient + rest;
        double lost = Math.abs(rest - (sum - quotient)) / Math.ulp(sum);
        // below a power of two the doubles are half as far apart
        boolean isUnsure = Math.abs(lost - 0.5) < UNSURE || Math.abs(lost - 0.25) < UNSURE;
        return isUnsure ? Double.NaN : sum;
    }
}

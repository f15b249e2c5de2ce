package dev.callcost.run;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Measured numbers for people: four significant digits, no exponent, a dot whatever the locale. */
public final class FourDigits {
    private static final MathContext FOUR_DIGITS = new MathContext(4, RoundingMode.HALF_EVEN);

    private FourDigits() {}

    /** The number as text; NaN and infinities as Java writes them. */
    public static String text(double number) {
        if (Double.isNaN(number) || Double.isInfinite(number)) {
            return String.valueOf(number);
        }
        BigDecimal rounded = new BigDecimal(number).round(FOUR_DIGITS);
        return (rounded.scale() < 0 ? rounded.setScale(0) : rounded).toPlainString();
    }
}

package dev.callcost.compare;

/**
 * Some of many.
 *
 * @param count how many are meant
 * @param all how many there are
 */
public record Share(int count, int all) {

    /** The share; NaN of none. */
    public double value() {
        return (double) count / all;
    }

    /** The interval of the probability behind it, if each is independent of the others; there is at least one. */
    public ExactInterval interval() {
        return ExactInterval.of(value(), all);
    }
}

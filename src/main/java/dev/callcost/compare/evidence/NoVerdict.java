package dev.callcost.compare.evidence;

/**
 * Why a row, or a quantity of it, has no verdict.
 *
 * @param text in one line
 */
public record NoVerdict(WhyNot why, String text) {
    public static final NoVerdict MEAN_AT_RATE =
            new NoVerdict(WhyNot.MEAN_AT_RATE, "percentiles and CPU decide at a rate, not the mean");

    public static final NoVerdict RATE_NOT_MET = new NoVerdict(WhyNot.RATE_NOT_MET, "the rate was not met");

    public static final NoVerdict DRIFTS = new NoVerdict(
            WhyNot.DRIFTS, "the difference still drifted after the longest warm-up (raise --warm-up-cap)");

    public static final NoVerdict WARMING_UP = new NoVerdict(WhyNot.WARMING_UP, "still warming up");

    /** The samples of an open loop have 8 significant bits, see {@link dev.callcost.agent.Latencies}. */
    public static final NoVerdict TOO_COARSE = new NoVerdict(
            WhyNot.TOO_COARSE,
            "the margin of a percentile at a rate must be 1% or more, because its values have steps of up to 0.8%");

    public static final NoVerdict NO_RATIO =
            new NoVerdict(WhyNot.NO_RATIO, "a fork has no value or one around 0, so that there is no ratio");

    static final NoVerdict OTHER_COUNTER =
            new NoVerdict(WhyNot.OTHER_COUNTER, "JMH counts bytes differently on JDK 21 and later");

    public static final NoVerdict NO_FIRST_PAIR =
            new NoVerdict(WhyNot.NO_FIRST_PAIR, "the budget ended before its first pair");

    public enum WhyNot {
        /** By design: a row at a rate is judged by other quantities. */
        MEAN_AT_RATE,
        RATE_NOT_MET,
        /** The difference belongs to the warm-up, which has reached its cap. */
        DRIFTS,
        /** The difference drifts within the measured iterations. */
        WARMING_UP,
        TOO_COARSE,
        TOO_FEW_CALLS,
        NO_RATIO,
        OTHER_COUNTER,
        NO_FIRST_PAIR,
        ONE_PAIR,
        /** Forks failed or were skipped, or a file's scores cannot be used. */
        LOST;

        /** Whether another measurement could give a verdict, so that {@code --strict} fails. */
        public boolean isOpen() {
            return this == RATE_NOT_MET || this == DRIFTS || this == TOO_COARSE;
        }

        /** Whether a note says it: not what is so by design, or has a warning. */
        public boolean isNoted() {
            return this != MEAN_AT_RATE && this != RATE_NOT_MET;
        }
    }

    public static NoVerdict lost(String text) {
        return new NoVerdict(WhyNot.LOST, text);
    }
}

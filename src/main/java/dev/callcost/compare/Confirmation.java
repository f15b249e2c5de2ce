package dev.callcost.compare;

import dev.callcost.data.Estimate;
import dev.callcost.stats.EstimateText;
import dev.callcost.stats.Verdict;
import dev.callcost.text.Sections;
import java.util.Optional;

/**
 * The second measurement of a row that was SLOWER at an interim analysis ({@code compare --confirm}): as many fresh pairs again. The row stays SLOWER when
 * the fresh pairs alone are slower, one-sided at {@link #LEVEL}, and all pairs together are SLOWER at the level of an interim analysis. Otherwise the interim
 * analyses go on, with both conditions for SLOWER.
 * src/docs/statistics-appendix.md has the error rates.
 *
 * @param after how many pairs the row had when it was SLOWER first
 * @param fresh how many of the judged pairs came after them
 * @param ratio head's time over base's by the fresh pairs alone; null without any
 */
public record Confirmation(int after, int fresh, Double ratio, State state) {
    /** The probability that the fresh pairs of identical code alone are slower. */
    public static final double LEVEL = 0.05;

    public enum State {
        /** Fresh pairs are missing: the row is SLOWER until they decide. */
        PENDING,
        CONFIRMED,
        /** The fresh pairs alone are not slower, or all pairs together have another verdict. */
        NOT_CONFIRMED
    }

    /**
     * @param fresh the estimate of the pairs after those that were SLOWER; empty without any
     * @param together the verdict of all pairs
     */
    static Confirmation of(int after, Optional<Estimate> fresh, Verdict together) {
        int pairs = fresh.map(Estimate::forks).orElse(0);
        boolean agrees = together == Verdict.SLOWER
                && fresh.filter(it -> it.logMean() > 0 && it.probabilityOf(0) < 2 * LEVEL)
                        .isPresent();
        return new Confirmation(
                after,
                pairs,
                fresh.map(Estimate::value).orElse(null),
                pairs < after ? State.PENDING : agrees ? State.CONFIRMED : State.NOT_CONFIRMED);
    }

    boolean isPending() {
        return state == State.PENDING;
    }

    boolean isConfirmed() {
        return state == State.CONFIRMED;
    }

    String text() {
        String slower = "slower after " + Sections.count(after, "pair") + ", ";
        String alone = Sections.count(fresh, "fresh pair") + ", which alone show "
                + (ratio == null ? "" : EstimateText.change(ratio));
        return switch (state) {
            case PENDING -> slower + "not confirmed: the run ended after " + fresh + " of " + after + " fresh pairs";
            case CONFIRMED -> slower + "confirmed by " + alone;
            case NOT_CONFIRMED -> slower + "not confirmed by " + alone;
        };
    }
}

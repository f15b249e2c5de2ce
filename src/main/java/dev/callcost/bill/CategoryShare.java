package dev.callcost.bill;

import dev.callcost.data.Estimate;
import java.util.List;

/**
 * A share over independent forks: the mean, with Student's t at {@link Estimate#CONFIDENCE}.
 *
 * @param ofForks the shares themselves, from 0 to 1, in place of logarithms
 */
record CategoryShare(Estimate ofForks) {
    static CategoryShare of(List<Double> shares) {
        return new CategoryShare(Estimate.ofLogs(shares));
    }

    double mean() {
        return ofForks.logMean();
    }

    /** Half of the interval, as a share; NaN with one fork. */
    double halfWidth() {
        return ofForks.logHalfWidth(Estimate.CONFIDENCE);
    }
}

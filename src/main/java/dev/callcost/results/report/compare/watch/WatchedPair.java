package dev.callcost.results.report.compare.watch;

import java.util.Map;

/**
 * A pair and what the machine did meanwhile.
 *
 * @param signals the value of each
 * @param setAside whether the pair does not count
 * @param deviation how far its difference is from the median of its row in its session, on the log scale; NaN when the row has too few
 *     pairs to say
 */
record WatchedPair(Map<Signal, Double> signals, boolean setAside, double deviation) {
    double value(Signal signal) {
        return signals.get(signal);
    }
}

package dev.callcost.history;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A run, and whether its values count.
 *
 * @param pace by how much all rows are slower than in the ten runs around this one, as a logarithm; empty where too few rows tell
 * @param leftOut why the run is not judged
 */
public record JudgedRun(Run run, OptionalDouble pace, Optional<String> leftOut) {
    public boolean isJudged() {
        return leftOut.isEmpty();
    }
}

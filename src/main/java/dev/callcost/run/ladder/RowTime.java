package dev.callcost.run.ladder;

import dev.callcost.results.Estimate;
import java.util.Optional;

/**
 * The time of a row's operation in nanoseconds: by itself, and to be divided by that of another row of the run.
 *
 * @param nanos with all that made its forks differ
 * @param level without what its rounds did to other rows as well ({@link RoundEffects}); empty where that is not known
 */
public record RowTime(Estimate nanos, Optional<Estimate> level) {

    /** How many times the other's time it is. What the rounds did to both is no part of the ratio's uncertainty, where it is known of both. */
    public Estimate ratioTo(RowTime other) {
        return level.flatMap(mine -> other.level.map(mine::ratioTo)).orElseGet(() -> nanos.ratioTo(other.nanos));
    }
}

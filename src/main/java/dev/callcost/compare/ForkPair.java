package dev.callcost.compare;

import dev.callcost.fork.PlannedRow;
import dev.callcost.fork.Turns;
import java.util.List;
import java.util.OptionalInt;

/**
 * Runs the two forks of a pair.
 *
 * @param forks runs one
 * @param inTurns whether they take turns by iterations; else they run one after the other
 */
public record ForkPair(SideForks forks, boolean inTurns) {

    /**
     * A fork to be run.
     *
     * @param side whose it is
     * @param row what it measures
     */
    public record Member(Side side, PlannedRow row) {}

    /**
     * Runs both.
     *
     * @param first goes first, and in turns begins
     * @param second the other one
     * @param between runs between the two; between the warm-up and the measurement of forks that take turns
     * @return how they ended, the first one's first; only the first one's when the second was not begun
     */
    public List<SideForks.Outcome> run(Member first, Member second, Runnable between) {
        if (inTurns) {
            return new Turns(between)
                    .run(port -> run(first, OptionalInt.of(port)), port -> run(second, OptionalInt.of(port))).stream()
                            .map(ForkPair::checked)
                            .toList();
        }
        SideForks.Outcome outcome = run(first, OptionalInt.empty());
        if (!(outcome instanceof SideForks.Measured)) {
            return List.of(outcome);
        }
        between.run();
        return List.of(outcome, run(second, OptionalInt.empty()));
    }

    private SideForks.Outcome run(Member member, OptionalInt turns) {
        return forks.run(member.side(), member.row(), turns);
    }

    /** A fork that measured outside of its turns has failed. */
    private static SideForks.Outcome checked(Turns.Played<SideForks.Outcome> played) {
        return played.outcome() instanceof SideForks.Measured measured && measured.iterations() != played.measured()
                ? new SideForks.Failed(
                        "only " + played.measured() + " of its " + measured.iterations()
                                + " iterations were in its turns",
                        List.of())
                : played.outcome();
    }
}

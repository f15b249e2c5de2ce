package dev.callcost.fork;

import java.util.List;

/**
 * Two forks that take turns. Each iteration of one has an iteration of the other next to it, and they go first by turns as well, in the
 * order A B, B A, A B: what drifts hits both alike, and each of them runs after itself as often as after the other. Their JVMs start at
 * once, and they end at once, when nothing is measured any more.
 */
public final class Turns {
    private Turns() {}

    /**
     * Runs a fork of each host. One that ends before the other leaves it to run alone.
     *
     * @return how they ended, the first one's first; a fork that measured outside of its turns has failed
     * @throws dev.callcost.text.CommandException (failure) where forks cannot be made to take turns
     */
    public static List<ForkOutcome> run(ForkHost first, ForkHost second) {
        try (Freezer freezer = new Freezer();
                Player one = new Player(first, freezer);
                Player other = new Player(second, freezer)) {
            first.begin();
            second.begin();
            one.await();
            other.await();
            while (!one.isOver() || !other.isOver()) {
                one.turn();
                other.turn();
                other.turn();
                one.turn();
            }
            one.goOn();
            other.goOn();
            return List.of(checked(first.end(), one), checked(second.end(), other));
        }
    }

    private static ForkOutcome checked(ForkOutcome outcome, Player player) {
        return outcome instanceof ForkOutcome.Hosted fork && fork.iterations() != player.measured()
                ? new ForkOutcome.Failed(
                        "only " + player.measured() + " of its " + fork.iterations() + " iterations were in its turns",
                        List.of())
                : outcome;
    }
}

package dev.callcost.fork;

import java.io.IOException;
import java.util.List;

/**
 * Two forks that take turns. Each iteration of one has an iteration of the other next to it, and they go first by turns as well, in the
 * order A B, B A, A B: what drifts hits both alike, and each of them runs after itself as often as after the other. While one has its turn
 * the other stands still, so that its collector, compiler and threads that never rest do their work in its own time. Their JVMs start at
 * once, they are set up at once, in the first iteration if that is warm-up, and they end at once, when nothing is measured any more.
 */
public final class Turns implements AutoCloseable {
    private final Freezer freezer = new Freezer();
    private final Player one;
    private final Player other;
    private Player running;

    private Turns(ForkHost first, ForkHost second) {
        one = new Player(first);
        other = new Player(second);
    }

    /**
     * Runs a fork of each host. One that ends before the other leaves it to run alone.
     *
     * @return how they ended, the first one's first; a fork that measured outside of its turns has failed
     * @throws dev.callcost.text.CommandException (failure) where forks cannot be made to take turns
     */
    public static List<ForkOutcome> run(ForkHost first, ForkHost second) {
        try (Turns turns = new Turns(first, second)) {
            first.begin();
            second.begin();
            turns.play();
            turns.close();
            return List.of(checked(first.end(), turns.one), checked(second.end(), turns.other));
        }
    }

    private void play() {
        one.await();
        other.await();
        try {
            if (one.isWarmingUp() && other.isWarmingUp()) {
                one.begin();
                other.begin();
                one.end();
                other.end();
            }
            freezer.freeze(other.process());
            running = one;
            while (!one.isOver() || !other.isOver()) {
                turn(one, other);
                turn(other, one);
                turn(other, one);
                turn(one, other);
            }
        } catch (IOException e) {
            one.close();
            other.close();
        }
    }

    /** A fork that is warm stands still until the other one is. */
    private void turn(Player player, Player other) throws IOException {
        if (player.isOver() || !player.isWarmingUp() && other.isWarmingUp()) {
            return;
        }
        if (running != player) {
            freezer.swap(running.process(), player.process());
            running = player;
        }
        player.begin();
        player.end();
    }

    private static ForkOutcome checked(ForkOutcome outcome, Player player) {
        return outcome instanceof ForkOutcome.Measured fork && fork.row().iterations() != player.measured()
                ? new ForkOutcome.Failed(
                        "only " + player.measured() + " of its " + fork.row().iterations()
                                + " iterations were in its turns",
                        List.of())
                : outcome;
    }

    /** Lets both go on, to their ends. */
    @Override
    public void close() {
        freezer.close();
        one.close();
        other.close();
    }
}

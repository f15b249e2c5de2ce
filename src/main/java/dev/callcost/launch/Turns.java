package dev.callcost.launch;

import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;

/**
 * Two forks that alternate by iterations, in the order A B, B A, A B: drift affects both forks equally, and each fork runs after itself as often as after
 * the other. While one fork runs an iteration, the other is stopped, so its collector, compiler and busy threads work in its own iterations. Both JVMs start,
 * set up (in the first iteration if that is warm-up) and end at the same time, when nothing is measured.
 */
final class Turns implements AutoCloseable {
    private final Freezer freezer = new Freezer();
    private final Player one;
    private final Player other;
    private Player running;

    private Turns(ForkHost first, ForkHost second) {
        one = new Player(first);
        other = new Player(second);
    }

    /**
     * Runs a fork of each host. When one ends, the other runs alone.
     *
     * @return how they ended, first and second; a fork that measured outside of its turns has failed
     * @throws dev.callcost.text.CommandException (failure) when forks cannot be stopped here
     */
    static List<ForkOutcome> run(ForkHost first, ForkHost second) {
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
            freezer.freeze(other.processes());
            running = one;
            inTurns(Player::isWarmingUp); // a warm fork is stopped until the other is warm
            inTurns(player -> !player.isOver());
        } catch (IOException e) {
            one.close();
            other.close();
        }
    }

    private void inTurns(Predicate<Player> isToHaveOne) throws IOException {
        while (isToHaveOne.test(one) || isToHaveOne.test(other)) {
            for (Player player : List.of(one, other, other, one)) {
                if (isToHaveOne.test(player)) {
                    turn(player);
                }
            }
        }
    }

    private void turn(Player player) throws IOException {
        if (running != player) {
            freezer.swap(running.processes(), player.processes());
            running = player;
        }
        player.begin();
        player.end();
    }

    private static ForkOutcome checked(ForkOutcome outcome, Player player) {
        int iterations = outcome instanceof ForkOutcome.Measured measured
                ? measured.fork().row().primary().forks().get(0).size()
                : player.measured();
        return iterations != player.measured()
                ? new ForkOutcome.Failed(
                        "only " + player.measured() + " of its " + iterations + " iterations were in its turns",
                        List.of())
                : outcome;
    }

    /** Continues both to their ends. */
    @Override
    public void close() {
        freezer.close();
        one.close();
        other.close();
    }
}

package dev.callcost.fork;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;

/**
 * Two forks that take turns. Each iteration of one has an iteration of the other next to it, and they go first by turns as well, in the
 * order A B, B A, A B: what drifts hits both alike, and each of them runs after itself as often as after the other.
 */
public final class Turns {
    private final Runnable beforeMeasured;
    private boolean measuring;

    /**
     * How a fork ended.
     *
     * @param outcome what it came to
     * @param measured how many measured iterations were in its turns, which all should be
     */
    public record Played<T>(T outcome, int measured) {}

    /**
     * Turns that have not begun.
     *
     * @param beforeMeasured runs once, after the warm-up and before the first measured iteration, while both forks wait
     */
    public Turns(Runnable beforeMeasured) {
        this.beforeMeasured = beforeMeasured;
    }

    /**
     * Starts both forks and lets them take turns until they have ended. One that ends before the other leaves it to run alone.
     *
     * @param first runs the fork that goes first, and is told the port where it is to connect
     * @param second runs the other one
     * @return what they came to, the first one's first
     * @throws dev.callcost.text.CommandException (failure) where forks cannot be made to take turns
     */
    public <T> List<Played<T>> run(IntFunction<T> first, IntFunction<T> second) {
        try (Freezer freezer = new Freezer();
                Player one = new Player(freezer);
                Player other = new Player(freezer)) {
            CompletableFuture<T> ofOne = start(one, first);
            CompletableFuture<T> ofOther = start(other, second);
            play(one, other);
            return List.of(new Played<>(ofOne.join(), one.measured()), new Played<>(ofOther.join(), other.measured()));
        } catch (IOException e) {
            throw new UncheckedIOException("forks cannot take turns", e);
        }
    }

    private static <T> CompletableFuture<T> start(Player player, IntFunction<T> fork) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try (player) {
                        return fork.apply(player.port());
                    }
                },
                task -> new Thread(task, "callcost-fork").start());
    }

    private void play(Player one, Player other) {
        one.await();
        other.await();
        while (!one.isGone() || !other.isGone()) {
            one.turn(this::beforeMeasured);
            other.turn(this::beforeMeasured);
            other.turn(this::beforeMeasured);
            one.turn(this::beforeMeasured);
        }
    }

    private void beforeMeasured() {
        if (!measuring) {
            measuring = true;
            beforeMeasured.run();
        }
    }
}

package dev.callcost.lab;

import dev.callcost.compare.PairedRule;
import dev.callcost.results.RowKey;
import java.util.Random;

/**
 * How the replays of one row ended.
 *
 * @param row the row
 * @param pairs how many pairs were recorded that count
 * @param flipped the recorded differences in their order, the sign of each by a coin
 * @param drawn as many differences as a session measures at the most, each drawn from those recorded, its sign by a coin
 * @param drawnSlower the same with head slower by 3 %
 * @param drawnMuchSlower the same with head slower by 5 %
 */
public record ReplayedRow(RowKey row, int pairs, Tally flipped, Tally drawn, Tally drawnSlower, Tally drawnMuchSlower) {

    /**
     * Replays a row.
     *
     * @param differences those of its pairs that count, in the order they were measured; they reach at least the first look. Of more than
     *     one session measures, each stretch of so many is flipped in turn, and what is left over is only drawn.
     */
    static ReplayedRow of(RowKey row, double[] differences, PairedRule rule, int replays, long seed) {
        ReplayedRow replayed = new ReplayedRow(
                row,
                differences.length,
                new Tally(rule, 1, 1),
                new Tally(rule, 1, 1),
                new Tally(rule, 1, 1.03),
                new Tally(rule, 1, 1.05));
        Random random = new Random(seed);
        LookSums sums = new LookSums();
        for (int replay = 0; replay < replays; replay++) {
            replayed.flip(differences, replay, random, sums);
            replayed.draw(differences, random, sums);
        }
        return replayed;
    }

    private void flip(double[] differences, int replay, Random random, LookSums sums) {
        int length = Math.min(differences.length, PairedRule.MOST_PAIRS);
        int first = replay % (differences.length / length) * length;
        sums.fill(length, pair -> signed(differences[first + pair], random));
        flipped.add(sums);
    }

    private void draw(double[] differences, Random random, LookSums sums) {
        sums.fill(PairedRule.MOST_PAIRS, pair -> signed(differences[random.nextInt(differences.length)], random));
        drawn.add(sums);
        drawnSlower.add(sums);
        drawnMuchSlower.add(sums);
    }

    private static double signed(double difference, Random random) {
        return random.nextBoolean() ? difference : -difference;
    }
}

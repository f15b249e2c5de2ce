package dev.callcost.lab;

import dev.callcost.compare.PairedRule;
import dev.callcost.stats.Rule;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Rows of one noise that are judged together, each of four truths.
 *
 * @param sd the standard deviation of a fork
 * @param rows how many are judged together
 * @param identical a row whose two sides are the same
 * @param atMargin a row that is slower by the margin
 * @param fivePercent a row that is slower by 5 %
 * @param twiceMargin a row that is slower by twice the margin
 */
record SimulatedRows(double sd, int rows, Tally identical, Tally atMargin, Tally fivePercent, Tally twiceMargin) {

    /** Rows of which no run is counted yet; the level is that of a row judged alone. */
    static SimulatedRows of(double level, int rows, double sd) {
        PairedRule rule = new PairedRule(level, rows, Rule.MARGIN);
        return new SimulatedRows(
                sd,
                rows,
                new Tally(rule, sd, 1),
                new Tally(rule, sd, 1 + Rule.MARGIN),
                new Tally(rule, sd, 1.05),
                new Tally(rule, sd, 1 + 2 * Rule.MARGIN));
    }

    /** Counts runs of all cells on the same made-up noise. */
    static void run(List<SimulatedRows> cells, ForkShape base, ForkShape head, int runs, long seed) {
        List<Tally> tallies = cells.stream().flatMap(SimulatedRows::tallies).toList();
        Random random = new Random(seed);
        LookSums noise = new LookSums();
        for (int run = 0; run < runs; run++) {
            noise.fill(PairedRule.MOST_PAIRS, pair -> head.draw(random) - base.draw(random));
            tallies.forEach(tally -> tally.add(noise));
        }
    }

    private Stream<Tally> tallies() {
        return Stream.of(identical, atMargin, fivePercent, twiceMargin);
    }

    /** The share of comparisons in which any row is SLOWER or FASTER, where all are of identical code and independent. */
    double anyBlamed() {
        return 1 - Math.pow(1 - identical.differing(), rows);
    }

    /** The lowest share of runs, over the truths, whose last interval holds the truth. */
    double coverage() {
        return tallies().mapToDouble(Tally::coverage).min().orElseThrow();
    }
}

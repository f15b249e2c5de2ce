package dev.callcost.lab;

import dev.callcost.compare.PairedRule;
import dev.callcost.data.Estimate;
import dev.callcost.stats.Rule;
import dev.callcost.stats.Verdict;
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

    /** Rows without any run; the level is that of a row judged alone. */
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
        Noise noise = new Noise();
        for (int run = 0; run < runs; run++) {
            noise.fill(base, head, random);
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

    /** The differences of a run's pairs, in sums up to each interim analysis. Every run fills the same arrays, so that many runs take little time. */
    private static final class Noise {
        private final double[] means = new double[PairedRule.LOOKS.size()];
        private final double[] variances = new double[PairedRule.LOOKS.size()];

        void fill(ForkShape base, ForkShape head, Random random) {
            double mean = 0;
            double squares = 0;
            int look = 0;
            for (int pair = 1; pair <= PairedRule.MOST_PAIRS; pair++) {
                double value = head.draw(random) - base.draw(random);
                double deviation = value - mean;
                mean += deviation / pair;
                squares += deviation * (value - mean);
                if (pair == PairedRule.LOOKS.get(look)) {
                    means[look] = mean;
                    variances[look] = squares / (pair - 1) / pair;
                    look++;
                }
            }
        }

        Estimate estimate(int look, double scale, double logRatio) {
            int pairs = PairedRule.LOOKS.get(look);
            return new Estimate(logRatio + scale * means[look], scale * scale * variances[look], pairs - 1.0, pairs);
        }
    }

    /** How runs end on a row whose truth is known. */
    static final class Tally {
        private final PairedRule rule;
        private final double sd;
        private final double logRatio;
        private final long[] verdicts = new long[Verdict.values().length];
        private long runs;
        private long pairs;
        private long covered;

        private Tally(PairedRule rule, double sd, double ratio) {
            this.rule = rule;
            this.sd = sd;
            this.logRatio = Math.log(ratio);
        }

        /** A run ends at the first interim analysis that decides, or at the last. */
        private void add(Noise noise) {
            int look = 0;
            Estimate slowdown = noise.estimate(look, sd, logRatio);
            Verdict verdict = rule.judge(slowdown);
            while (!verdict.isDecided() && look < PairedRule.LOOKS.size() - 1) {
                look++;
                slowdown = noise.estimate(look, sd, logRatio);
                verdict = rule.judge(slowdown);
            }
            runs++;
            verdicts[verdict.ordinal()]++;
            pairs += slowdown.forks();
            covered += Math.abs(slowdown.logMean() - logRatio) <= rule.logHalfWidth(slowdown) ? 1 : 0;
        }

        /** The share of runs that end with the verdict. */
        double share(Verdict verdict) {
            return (double) verdicts[verdict.ordinal()] / runs;
        }

        /** The share of runs that end with SLOWER or FASTER. */
        double differing() {
            return share(Verdict.SLOWER) + share(Verdict.FASTER);
        }

        double meanPairs() {
            return (double) pairs / runs;
        }

        /** The share of runs whose last interval holds the truth. */
        private double coverage() {
            return (double) covered / runs;
        }
    }
}

package dev.callcost.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.compare.PairDifference;
import dev.callcost.compare.PairedComparison;
import dev.callcost.compare.PairedRule;
import dev.callcost.stats.Rule;
import dev.callcost.stats.Verdict;
import dev.callcost.text.Numbers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What {@code compare --confirm} costs and prevents: made-up pairs from a seeded generator, with one row in a session and with ten. In some sessions a stretch of
 * pairs begins at a random pair in which head of a row is slower whatever its code, as when the machine's state is to one side's disadvantage for minutes. With
 * one row the fresh pairs follow at once and may be in the stretch too. With ten rows they come later, after it.
 *
 * <p>Monte Carlo's own standard error is below 0.03 percentage points for identical code, and 0.7 where it is in a stretch.
 */
class ConfirmationSimulation {
    private static final int RUNS = 5_000;
    private static final int RUNS_THAT_COUNT = 50_000;
    private static final double SD = 0.02;

    /** A stretch begins at one of so many pairs. */
    private static final int FIRST_PAIRS = 12;

    /**
     * A kind of session.
     *
     * @param ratio the truth
     * @param stretch how many pairs are slower by 6 % more than the truth
     */
    private record Case(String name, ForkShape base, ForkShape head, int rows, double ratio, int stretch) {
        static Stream<Case> all() {
            return Stream.of(1, 10)
                    .flatMap(rows -> Stream.concat(
                            Stream.of(
                                    new Case("normal", ForkShape.NORMAL, ForkShape.NORMAL, rows, 1, 0),
                                    new Case("bimodal head", ForkShape.NORMAL, ForkShape.BIMODAL, rows, 1, 0),
                                    new Case("stretch of 8", ForkShape.NORMAL, ForkShape.NORMAL, rows, 1, 8),
                                    new Case("stretch of 12", ForkShape.NORMAL, ForkShape.NORMAL, rows, 1, 12)),
                            Stream.of(1.03, 1.04, 1.05, 1.1)
                                    .map(ratio ->
                                            new Case("normal", ForkShape.NORMAL, ForkShape.NORMAL, rows, ratio, 0))));
        }

        int runs() {
            return ratio == 1 && stretch == 0 ? RUNS_THAT_COUNT : RUNS;
        }

        Tally simulate() {
            Random random = new Random(Simulated.SEED);
            Tally tally = new Tally(this);
            for (int run = 0; run < runs(); run++) {
                tally.add(random);
            }
            return tally;
        }
    }

    /** How runs of a case end, with confirmation and without. */
    private static final class Tally {
        private static final double SLOWER_BY = Math.log(1.06);

        private final Case kind;
        private final PairedRule rule;
        private int first;
        private int confirmed;
        private int same;
        private long pairs;
        private long pairsConfirmed;

        Tally(Case kind) {
            this.kind = kind;
            rule = PairedRule.forEachOf(kind.rows, Rule.MARGIN);
        }

        /** Measures a row until it is finished. */
        void add(Random random) {
            int begin = kind.stretch == 0 ? 0 : random.nextInt(FIRST_PAIRS);
            List<PairDifference> measured = new ArrayList<>();
            PairedComparison judged = null;
            int slower = 0;
            while (judged == null || !judged.isFinished()) {
                int pair = measured.size();
                boolean isLater = slower > 0 && kind.rows > 1;
                double shift = pair >= begin && pair < begin + kind.stretch && !isLater ? SLOWER_BY : 0;
                double difference =
                        Math.log(kind.ratio) + shift + SD * (kind.head.draw(random) - kind.base.draw(random));
                measured.add(new PairDifference(difference, difference, List.of()));
                int count = measured.size();
                if (PairedRule.judged(count) == count && (slower == 0 || count > 2 * slower) || count == 2 * slower) {
                    judged = PairedComparison.confirmed(measured, rule, false);
                    slower = slower == 0 && judged.verdict() == Verdict.SLOWER ? count : slower;
                }
            }
            first += slower > 0 ? 1 : 0;
            confirmed += judged.verdict() == Verdict.SLOWER ? 1 : 0;
            same += judged.verdict() == Verdict.SAME && slower > 0 ? 1 : 0;
            pairs += slower > 0 ? slower : measured.size();
            pairsConfirmed += measured.size();
        }

        /** The share of sessions in which any row is SLOWER, when all rows are of this kind and independent. */
        double any(int slower) {
            return 1 - Math.pow(1 - share(slower), kind.rows);
        }

        double share(int runs) {
            return (double) runs / kind.runs();
        }

        String mean(long count) {
            return Simulated.mean((double) count / kind.runs());
        }
    }

    @Test
    void errorsPowerAndPairs() throws IOException {
        List<Tally> all = Simulated.all(Case.all(), Case::simulate);
        Simulated.assertTables(
                "confirmation",
                new Table<Tally>()
                        .left("pairs", tally -> tally.kind.name)
                        .right("rows", tally -> tally.kind.rows)
                        .right("truth", tally -> String.format(Locale.ROOT, "%+.0f%%", 100 * (tally.kind.ratio - 1)))
                        .right("row slower", tally -> percent(tally.share(tally.first)))
                        .right("confirmed", tally -> percent(tally.share(tally.confirmed)))
                        .right("then SAME", tally -> percent(tally.share(tally.same)))
                        .right("any row slower", tally -> percent(tally.any(tally.first)))
                        .right("any confirmed", tally -> percent(tally.any(tally.confirmed)))
                        .right("mean pairs", tally -> tally.mean(tally.pairs))
                        .right("with confirmation", tally -> tally.mean(tally.pairsConfirmed))
                        .of(all));
        assertThat(all)
                .filteredOn(tally -> tally.kind.ratio == 1 && tally.kind.stretch == 0)
                .allSatisfy(tally -> assertThat(tally.any(tally.confirmed)).isLessThan(0.001));
    }

    private static String percent(double share) {
        return Numbers.percent(share, 3);
    }
}

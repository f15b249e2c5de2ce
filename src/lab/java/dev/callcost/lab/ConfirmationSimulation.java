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
    private static final double SLOWER_BY = Math.log(1.06);

    /** A stretch begins at one of so many pairs. */
    private static final int FIRST_PAIRS = 12;

    private static final String COLUMNS = "<pairs|rows|truth|row slower|confirmed|then SAME|any row slower"
            + "|any confirmed|mean pairs|with confirmation";

    /**
     * A kind of session.
     *
     * @param ratio the truth
     * @param stretch how many pairs are slower by 6 % more than the truth
     */
    private record Case(String name, ForkShape head, int rows, double ratio, int stretch) {
        static Stream<Case> all(int rows) {
            return Stream.concat(
                    Stream.of(
                            new Case("normal", ForkShape.NORMAL, rows, 1, 0),
                            new Case("bimodal head", ForkShape.BIMODAL, rows, 1, 0),
                            new Case("stretch of 8", ForkShape.NORMAL, rows, 1, 8),
                            new Case("stretch of 12", ForkShape.NORMAL, rows, 1, 12)),
                    Stream.of(1.03, 1.04, 1.05, 1.1)
                            .map(ratio -> new Case("normal", ForkShape.NORMAL, rows, ratio, 0)));
        }

        /** Measures a row until it is finished: whether it is slower, confirmed, then SAME; its pairs without confirmation and with it. */
        private double[] run(PairedRule rule, Random random) {
            int begin = stretch == 0 ? 0 : random.nextInt(FIRST_PAIRS);
            List<PairDifference> measured = new ArrayList<>();
            PairedComparison judged = null;
            int slower = 0;
            while (judged == null || !judged.isFinished()) {
                int pair = measured.size();
                boolean isLater = slower > 0 && rows > 1;
                double shift = pair >= begin && pair < begin + stretch && !isLater ? SLOWER_BY : 0;
                double difference = Math.log(ratio) + shift + SD * (head.draw(random) - ForkShape.NORMAL.draw(random));
                measured.add(new PairDifference(difference, difference, difference, List.of()));
                int count = measured.size();
                if (PairedRule.judged(count) == count && (slower == 0 || count > 2 * slower) || count == 2 * slower) {
                    judged = PairedComparison.confirmed(measured, rule, false);
                    slower = slower == 0 && judged.verdict() == Verdict.SLOWER ? count : slower;
                }
            }
            return new double[] {
                Simulated.one(slower > 0),
                Simulated.one(judged.verdict() == Verdict.SLOWER),
                Simulated.one(judged.verdict() == Verdict.SAME && slower > 0),
                slower > 0 ? slower : measured.size(),
                measured.size()
            };
        }

        List<Object> simulate() {
            Random random = new Random(Simulated.SEED);
            PairedRule rule = PairedRule.forEachOf(rows, Rule.MARGIN);
            boolean isIdentical = ratio == 1 && stretch == 0;
            double[] means = Simulated.means(isIdentical ? RUNS_THAT_COUNT : RUNS, () -> run(rule, random));
            double anyConfirmed = Simulated.any(means[1], rows);
            if (isIdentical) {
                assertThat(anyConfirmed).as(toString()).isLessThan(0.001);
            }
            return List.of(
                    name,
                    rows,
                    String.format(Locale.ROOT, "%+.0f%%", 100 * (ratio - 1)),
                    percent(means[0]),
                    percent(means[1]),
                    percent(means[2]),
                    percent(Simulated.any(means[0], rows)),
                    percent(anyConfirmed),
                    Simulated.mean(means[3]),
                    Simulated.mean(means[4]));
        }
    }

    @Test
    void errorsPowerAndPairs() throws IOException {
        Simulated.assertTables(
                "confirmation", Simulated.table(COLUMNS, Stream.of(1, 10).flatMap(Case::all), Case::simulate));
    }

    private static String percent(double share) {
        return Numbers.percent(share, 3);
    }
}

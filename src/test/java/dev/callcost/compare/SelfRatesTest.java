package dev.callcost.compare;

import static dev.callcost.compare.MadeUpSession.SAME;
import static dev.callcost.compare.MadeUpSession.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.compare.SelfRates.Proportion;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Verdict;
import dev.callcost.text.ForeignLocale;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.apache.commons.math3.distribution.BinomialDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ExtendWith(ForeignLocale.class)
class SelfRatesTest {
    private static final double TAIL = 0.005;
    private static final String START = "2026-01-01T10:00:00Z";
    private static final RowKey CALL = key("call");
    private static final RowKey FASTER = key("faster");
    private static final RowKey FEW = key("few");
    private static final RowKey NONE = key("none");

    private static List<Verdicts> judged(MadeUpSession session) {
        return List.of(MadeUpSession.judged(session));
    }

    /** Rows that no interim analysis has judged do not count. */
    @Test
    void verdictsAreCounted() {
        List<Verdicts> session = judged(MadeUpSession.ofItself(START, CALL, FASTER, FEW, NONE)
                .pairs(CALL, SAME)
                .pairs(FASTER, Arrays.stream(SAME).map(d -> d - 0.1).toArray())
                .pairs(FEW, 0.01)
                .failed(NONE, 1));
        assertThat(SelfRates.text(session))
                .isEqualTo(
                        "Compared with itself: 2 verdicts, 1 FASTER, 1 SAME, and 2 rows without one."
                                + " Wrongly SLOWER or FASTER: 1 of 2, 50.0% [0.3%, 99.7%] (Clopper and Pearson, 99%, for independent verdicts).");
        assertThat(SelfRates.text(session, "With 3% more work in head", "Seen, SLOWER", Set.of(Verdict.SLOWER)))
                .startsWith("With 3% more work in head: 2 verdicts, ")
                .contains("Seen, SLOWER: 0 of 2, 0.0% [0.0%, 92.9%]");
        assertThat(SelfRates.text(judged(MadeUpSession.ofItself(START, NONE).failed(NONE, 1))))
                .isEqualTo("No row was judged.");
    }

    /** Its definition: at either end so many, or more extremely many, have the probability of a tail. */
    @ParameterizedTest
    @CsvSource({"1, 10", "3, 10", "9, 10", "2, 200", "57, 60", "150, 300", "39, 40", "5, 1000"})
    void endsAreWhereTheTailsOfTheBinomialAre(int count, int all) {
        Proportion proportion = new Proportion(count, all);
        assertThat(1 - new BinomialDistribution(all, proportion.low()).cumulativeProbability(count - 1))
                .isCloseTo(TAIL, within(1e-6));
        assertThat(new BinomialDistribution(all, proportion.high()).cumulativeProbability(count))
                .isCloseTo(TAIL, within(1e-6));
    }

    @Test
    void noneAndAllReachTheEnds() {
        assertThat(new Proportion(0, 20).low()).isZero();
        assertThat(new Proportion(0, 20).high()).isCloseTo(1 - Math.pow(TAIL, 1 / 20.0), within(1e-8));
        assertThat(new Proportion(20, 20).high()).isEqualTo(1);
        assertThat(new Proportion(20, 20).low()).isCloseTo(Math.pow(TAIL, 1 / 20.0), within(1e-8));
    }
}

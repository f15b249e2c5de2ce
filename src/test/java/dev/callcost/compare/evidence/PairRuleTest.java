package dev.callcost.compare.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.compare.evidence.PairResult.Analyses;
import dev.callcost.compare.evidence.PairResult.Priors;
import dev.callcost.stats.Estimate;
import dev.callcost.stats.Moderation;
import dev.callcost.stats.VerdictRule;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PairRuleTest {
    private static final VerdictRule ONE_ROW = PairRule.of(new double[] {1}, VerdictRule.MARGIN, 1);

    /** A mean difference over pairs whose differences have a standard deviation. */
    private static Estimate slowdown(double ratio, double sd, int pairs) {
        return new Estimate(Math.log(ratio), sd * sd / pairs, pairs - 1, pairs);
    }

    @ParameterizedTest
    @CsvSource({"3, 3", "4, 4", "7, 6", "14, 12", "15, 15", "59, 40", "60, 60", "61, 61", "200, 200"})
    void judgesAtTheAnalysesAndSumsOfRunsByAllTheirPairs(int pairs, int judged) {
        assertThat(new Analyses(Collections.nCopies(pairs, 0.01), new Priors(List.of(), Moderation.NOTHING))
                        .last()
                        .forks())
                .isEqualTo(judged);
    }

    /** Benjamini and Hochberg's procedure at twice the one-sided level, divided by the shards. */
    @ParameterizedTest
    @CsvSource({
        "1,                     1, 0.001",
        "0.5 0.5 0.5 0.5,       1, 0.00025",
        "0.0001 0.5 0.5 0.5,    1, 0.00025",
        "0.0001 0.0004 0.5 0.5, 1, 0.0005",
        "0.0001 0.0004 0.5 0.5, 8, 0.00003125"
    })
    void rowsShareTheLevel(String probabilities, int shards, double level) {
        double[] each = Stream.of(probabilities.split(" "))
                .mapToDouble(Double::parseDouble)
                .toArray();
        assertThat(PairRule.of(each, VerdictRule.MARGIN, shards).level()).isCloseTo(level, within(1e-15));
    }

    @ParameterizedTest
    @CsvSource({
        // critical value x sd / sqrt(pairs) first falls below ln 1.03 here
        "1.00, 0.02828427, 6, 20",
        "1.00, 0.02828427, 20, 30",
        "1.00, 0.01414214, 6, 8",
        // (3.46321 x 0.1 / ln 1.03)^2 = 137.3, and / ln 1.0202 it is 299.9
        "1.00, 0.1, 12, 138",
        "1.02020134, 0.1, 12, 300",
        // farther out than the margin it is the difference from none that settles
        "1.10517092, 0.1, 12, 20"
    })
    void tellsHowManyPairsWouldSettleARow(double ratio, double sd, int pairs, int needed) {
        assertThat(PairRule.pairsNeeded(slowdown(ratio, sd, pairs), ONE_ROW)).isEqualTo(needed);
    }

    @Test
    void onePairNeedsTheFirstAnalysisAndHopelessRowsNoMoreThanCanBeCounted() {
        assertThat(PairRule.pairsNeeded(Estimate.ofLogs(List.of(0.01)), ONE_ROW))
                .isEqualTo(4);
        assertThat(PairRule.pairsNeeded(slowdown(1, 1e6, 12), ONE_ROW)).isEqualTo(Integer.MAX_VALUE);
    }
}

package dev.callcost.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.stats.Moderation.Own;
import dev.callcost.stats.Moderation.Prior;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The expected numbers are those of a program in Python with SciPy's digamma, trigamma and quantiles. */
class ModerationTest {
    /** In parts of 0.0004, the last one loud. */
    private static final double[] THIRTY = {
        0.2, 1.7, 0.9, 3.1, 0.5, 1.1, 0.05, 2.2, 0.8, 1.4, 0.3, 1.9, 0.6, 2.7, 1.0, 0.4, 1.3, 0.7, 5.0, 0.1, 1.6, 0.9,
        2.4, 0.35, 1.2, 0.55, 3.6, 0.75, 1.5, 400
    };

    private static Own own(double varianceOfFork, int degrees) {
        double share = 1.0 / (degrees + 1);
        return new Own(new Estimate(0.5, varianceOfFork * share, degrees, degrees + 1), share);
    }

    private static List<Own> thirty() {
        return DoubleStream.of(THIRTY).mapToObj(part -> own(0.0004 * part, 4)).toList();
    }

    private static double varianceOfFork(Estimate estimate) {
        return estimate.variance() * estimate.forks();
    }

    @Test
    void thirtyRowsTellWeightAndCentre() {
        Moderation moderation = Moderation.of(thirty());
        assertThat(moderation.prior()).isEqualTo(Prior.FITTED);
        Estimate quiet = moderation.moderated(thirty().get(0));
        assertThat(varianceOfFork(quiet)).isCloseTo(0.00024030923014143113, within(1e-9));
        assertThat(quiet.degrees()).isCloseTo(4 + 4.060691075498512, within(1e-4));
        assertThat(quiet.logMean()).isEqualTo(0.5);
        assertThat(quiet.forks()).isEqualTo(5);
        assertThat(varianceOfFork(moderation.moderated(thirty().get(17))))
                .isCloseTo(0.0003395563036872343, within(1e-9));
        Own loud = thirty().get(29);
        assertThat(moderation.moderated(loud).variance())
                .as("never below its own")
                .isEqualTo(loud.estimate().variance());
        assertThat(moderation.moderated(loud).degrees()).isEqualTo(quiet.degrees());
    }

    @Test
    void howLoudALoudRowIsDoesNotMatterToTheOthers() {
        List<Own> louder = new ArrayList<>(thirty());
        louder.set(29, own(4000, 4));
        assertThat(Moderation.of(louder).moderated(thirty().get(0)))
                .isEqualTo(Moderation.of(thirty()).moderated(thirty().get(0)));
    }

    @Test
    void rowsThatDifferByNoMoreThanChanceShareOneVariance() {
        Moderation moderation = Moderation.of(Collections.nCopies(30, own(0.0004, 4)));
        Estimate moderated = moderation.moderated(own(0.0001, 4));
        assertThat(moderated.degrees()).isGreaterThan(1e5);
        assertThat(varianceOfFork(moderated)).isBetween(0.0004, 0.0006);
        Own loud = own(0.04, 4);
        assertThat(moderation.moderated(loud)).as("keeps its degrees too").isEqualTo(loud.estimate());
    }

    @Test
    void fewerRowsHaveAFixedWeightTowardsTheMedian() {
        double[] variances = {0.0004, 0.0009, 0.0001, 0.0016, 0.0025, 0.0004, 0.0036, 0.09};
        int[] degrees = {1, 1, 1, 1, 2, 2, 3, 1};
        List<Own> rows = IntStream.range(0, 8)
                .mapToObj(n -> own(variances[n], degrees[n]))
                .toList();
        Moderation moderation = Moderation.of(rows);
        assertThat(moderation.prior()).isEqualTo(Prior.FIXED);
        Estimate first = moderation.moderated(rows.get(0));
        assertThat(varianceOfFork(first)).isCloseTo(0.0019650911152647803, within(1e-9));
        assertThat(first.degrees()).isEqualTo(3);
        assertThat(varianceOfFork(moderation.moderated(rows.get(4)))).isCloseTo(0.002623818336448585, within(1e-9));
        Estimate loud = moderation.moderated(rows.get(7));
        assertThat(varianceOfFork(loud)).as("its own").isCloseTo(0.09, within(1e-9));
        assertThat(loud.degrees()).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({"30, 4, FITTED", "30, 3, FITTED", "30, 2, FIXED", "29, 4, FIXED", "4, 4, FIXED", "3, 4, NONE"})
    void rowsAndForksChooseThePrior(int rows, int degrees, Prior prior) {
        assertThat(Moderation.of(Collections.nCopies(rows, own(0.0004, degrees)))
                        .prior())
                .isEqualTo(prior);
    }

    @Test
    void fourRowsHaveHalfOfThatWeight() {
        List<Own> rows = List.of(own(0.0004, 1), own(0.0009, 1), own(0.0001, 1), own(0.09, 1));
        Estimate first = Moderation.of(rows).moderated(rows.get(0));
        // the median of a chi-squared variable with one degree of freedom is 0.45493642
        assertThat(varianceOfFork(first)).isCloseTo((0.00065 / 0.45493642 + 0.0004) / 2, within(1e-9));
        assertThat(first.degrees()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 1e-34})
    void rowsWithoutAnySpreadAreModeratedAndSayNothing(double variance) {
        List<Own> rows = new ArrayList<>(Collections.nCopies(40, own(variance, 1)));
        rows.addAll(Collections.nCopies(8, own(0.0004, 1)));
        Moderation moderation = Moderation.of(rows);
        assertThat(moderation).isEqualTo(Moderation.of(rows.subList(40, 48)));
        assertThat(varianceOfFork(moderation.moderated(rows.get(0)))).isPositive();
    }
}

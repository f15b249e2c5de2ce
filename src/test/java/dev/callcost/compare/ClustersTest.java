package dev.callcost.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ClustersTest {

    private static Clusters of(int size, int... counts) {
        return Clusters.of(
                Arrays.stream(counts).mapToObj(count -> new Share(count, size)).toList());
    }

    /**
     * By hand: p = 3/20; variance 4/3 (1.25^2 + 0.75^2 + 0.25^2 + 0.75^2) / 20^2 = 11/1200, of independent verdicts 0.15 * 0.85 / 19; Student's
     * 0.995 quantiles from tables, 2.861 for 19 and 5.841 for 3 degrees of freedom.
     */
    @Test
    void theEffectiveSizeIsThatOfKornAndGraubard() {
        Clusters clusters = of(5, 2, 0, 1, 0);
        assertThat(clusters.share()).isEqualTo(new Share(3, 20));
        double designEffect = 11.0 / 1200 / (0.15 * 0.85 / 19);
        assertThat(clusters.designEffect()).isCloseTo(designEffect, within(1e-12));
        assertThat(clusters.effectiveSize()).isCloseTo(20 / designEffect * Math.pow(2.861 / 5.841, 2), within(0.002));
        assertThat(clusters.interval()).isEqualTo(ExactInterval.of(0.15, clusters.effectiveSize()));
    }

    @Test
    void clustersOfOneAreIndependent() {
        List<Share> each = Stream.concat(
                        Collections.nCopies(3, new Share(1, 1)).stream(),
                        Collections.nCopies(27, new Share(0, 1)).stream())
                .toList();
        Clusters clusters = Clusters.of(each);
        assertThat(clusters.designEffect()).isCloseTo(1, within(1e-12));
        assertThat(clusters.effectiveSize()).isCloseTo(30, within(1e-9));
        ExactInterval independent = new Share(3, 30).interval();
        assertThat(clusters.interval().low()).isCloseTo(independent.low(), within(1e-8));
        assertThat(clusters.interval().high()).isCloseTo(independent.high(), within(1e-8));
    }

    @Test
    void verdictsThatAreAllOneCountOnce() {
        Clusters clusters = of(4, 4, 0, 0, 0, 0, 0, 0, 4, 0, 0);
        assertThat(clusters.designEffect()).isCloseTo(39.0 / 9, within(1e-12));
        assertThat(clusters.effectiveSize()).isLessThan(10);
        assertThat(clusters.interval().high())
                .isGreaterThan(new Share(2, 10).interval().high());
    }

    @Test
    void clustersMoreAlikeThanByChanceProveNothing() {
        Clusters clusters = of(5, 1, 1, 1, 1);
        assertThat(clusters.designEffect()).isEqualTo(1);
        assertThat(clusters.interval().high())
                .isGreaterThan(clusters.share().interval().high());
    }

    @Test
    void whereNothingVariesAClusterIsAsOne() {
        assertThat(of(5, 5, 5, 5).designEffect()).isEqualTo(5);
        assertThat(of(5, 5, 5, 5).interval().high()).isEqualTo(1);
        assertThat(of(5, 0, 0, 0).interval().low()).isZero();
    }

    @Test
    void clustersMayDifferInSize() {
        Clusters clusters = Clusters.of(List.of(new Share(0, 2), new Share(3, 6), new Share(0, 4)));
        assertThat(clusters.share()).isEqualTo(new Share(3, 12));
        double variance = 1.5 * (0.25 + 2.25 + 1) / 144;
        assertThat(clusters.designEffect()).isCloseTo(variance / (0.25 * 0.75 / 11), within(1e-12));
    }
}

package dev.callcost.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.stats.Robust;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The dynamic program against all sets of cuts. */
class CutsTest {
    @Test
    void noOtherCutsCostLess() {
        Random random = new Random(7);
        for (int trial = 0; trial < 50; trial++) {
            double[] values =
                    DoubleStream.generate(random::nextGaussian).limit(11).toArray();
            int step = random.nextInt(12);
            IntStream.range(step, 11).forEach(n -> values[n] += 3);
            double noise = 0.5;
            double best = IntStream.range(0, 1 << 10)
                    .mapToObj(mask -> IntStream.rangeClosed(1, 10)
                            .filter(cut -> (mask >> (cut - 1) & 1) == 1)
                            .boxed()
                            .toList())
                    .mapToDouble(cuts -> cost(values, cuts, noise))
                    .min()
                    .orElseThrow();
            assertThat(cost(values, Cuts.of(values, noise), noise)).isCloseTo(best, within(1e-9));
        }
    }

    private static double cost(double[] values, List<Integer> cuts, double noise) {
        List<Integer> ends = new ArrayList<>(cuts);
        ends.add(values.length);
        double cost = 2 * Math.log(values.length) * noise * cuts.size();
        int from = 0;
        for (int end : ends) {
            if (end - from < 3) {
                return Double.POSITIVE_INFINITY;
            }
            double[] stretch = Arrays.copyOfRange(values, from, end);
            double median = Robust.median(stretch);
            cost += Arrays.stream(stretch).map(it -> Math.abs(it - median)).sum();
            from = end;
        }
        return cost;
    }
}

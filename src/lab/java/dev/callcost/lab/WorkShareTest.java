package dev.callcost.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The work that follows made-up operations whose cost is known. */
class WorkShareTest {
    private static final double ITERATION = 20_000_000;
    private static final int ITERATIONS = 100;
    private static final int WARM_UP = 50;

    /** Runs made-up iterations, and returns the share that the work had in the measured ones together. */
    private static double run(WorkShare work, double perToken, IntToDoubleFunction nanosPerOperation) {
        double workNanos = 0;
        double operationNanos = 0;
        for (int n = 0; n < ITERATIONS; n++) {
            double nanos = nanosPerOperation.applyAsDouble(n);
            double chunkNanos = work.tokens() * perToken;
            long operations = Math.round(ITERATION / (nanos + chunkNanos / work.period()));
            long chunks = (operations + work.period() - 1) / work.period();
            work.iterationEnded(operations, operations * nanos + chunks * chunkNanos, chunks * work.tokens(), perToken);
            workNanos += n >= WARM_UP ? chunks * chunkNanos : 0;
            operationNanos += n >= WARM_UP ? operations * nanos : 0;
        }
        return workNanos / operationNanos;
    }

    /** Nanoseconds of an operation, and of a token. */
    @ParameterizedTest
    @CsvSource({
        "0.03, 2.4, 2",
        "0.03, 200, 0.5",
        "0.03, 200, 8",
        "0.05, 27000, 2",
        "0.8, 200, 2",
        "0.8, 3000000, 2",
    })
    void theShareIsWhatWasWanted(double wanted, double nanos, double perToken) {
        WorkShare work = new WorkShare(wanted);
        assertThat(run(work, perToken, n -> nanos)).isCloseTo(wanted, within(0.005 * wanted));
        assertThat(work.tokens() * perToken).as("a chunk").isGreaterThan(490);
    }

    @Test
    void theWorkFollowsOperationsThatGetFaster() {
        WorkShare work = new WorkShare(0.03);
        double share = run(work, 2, n -> n < 75 ? 1000 : 700);
        assertThat(share).as("the median of seven follows in the fourth").isCloseTo(0.03, within(0.0011));
        assertThat(work.tokens() * 2.0 / work.period()).isCloseTo(21, within(0.2));
        assertThat(run(new WorkShare(0.05), 2, n -> 1000 / (1 + 0.003 * n))).isCloseTo(0.05, within(0.001));
    }

    @Test
    void aColdStartIsForgotten() {
        assertThat(run(new WorkShare(0.03), 2, n -> n < 20 ? 100_000 : 1000)).isCloseTo(0.03, within(0.0001));
    }

    @Test
    void scatterAndContentionDoNotChangeTheWork() {
        SplittableRandom random = new SplittableRandom(17);
        assertThat(run(new WorkShare(0.03), 2, n -> 1000 * (0.95 + 0.1 * random.nextDouble())))
                .isCloseTo(0.03, within(0.001));
        WorkShare contended = new WorkShare(0.03);
        run(contended, 2, n -> n % 6 == 5 ? 3000 : 1000);
        assertThat(contended.tokens() * 2.0 / contended.period()).isCloseTo(30, within(0.2));
    }
}

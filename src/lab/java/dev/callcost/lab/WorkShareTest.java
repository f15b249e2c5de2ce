package dev.callcost.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** The work that follows made-up operations whose cost is known. */
class WorkShareTest {
    private static final double ITERATION = 20_000_000;
    private static final int ITERATIONS = 100;

    private final SplittableRandom random = new SplittableRandom(17);
    private double perToken = 2;
    private double scatter;
    private int warmUp = 50;

    /** Runs made-up iterations, and returns the share that the work really had in the measured ones together. */
    private double run(WorkShare work, IntToDoubleFunction nanosPerOperation) {
        double workNanos = 0;
        double operationNanos = 0;
        for (int n = 0; n < ITERATIONS; n++) {
            double nanos = nanosPerOperation.applyAsDouble(n) * (1 + scatter * (random.nextDouble() - 0.5));
            double chunkNanos = work.tokens() * perToken;
            long operations = Math.round(ITERATION / (nanos + chunkNanos / work.period()));
            long chunks = (operations + work.period() - 1) / work.period();
            boolean measured = n >= warmUp;
            work.iterationEnded(
                    operations, operations * nanos + chunks * chunkNanos, chunks * work.tokens(), perToken, measured);
            workNanos += measured ? chunks * chunkNanos : 0;
            operationNanos += measured ? operations * nanos : 0;
        }
        return workNanos / operationNanos;
    }

    @Test
    void theShareIsThatOfTheMeasuredIterations() {
        for (double wanted : new double[] {0.03, 0.05, 0.8}) {
            for (double nanos : new double[] {2.4, 200, 27_000, 3_000_000}) {
                WorkShare work = new WorkShare(wanted);
                double really = run(work, n -> nanos);
                assertThat(really).as("%s of %s ns", wanted, nanos).isCloseTo(wanted, within(0.005 * wanted));
                assertThat(work.done()).isCloseTo(really, within(0.001 * wanted));
            }
        }
    }

    @Test
    void operationsThatGetFasterWhileTheyAreMeasuredTakeTheirWorkAlong() {
        WorkShare work = new WorkShare(0.03);
        double really = run(work, n -> n < 75 ? 1000 : 700);
        assertThat(work.tokens() * perToken / work.period()).isCloseTo(21, within(0.2));
        assertThat(really).as("the median of seven follows in the fourth").isCloseTo(0.03, within(0.0011));
        assertThat(work.done()).isCloseTo(0.03, within(0.0003));
    }

    @Test
    void operationsThatGetFasterAllTheTimeDoToo() {
        WorkShare work = new WorkShare(0.05);
        double really = run(work, n -> 1000 / (1 + 0.003 * n));
        assertThat(really).isCloseTo(0.05, within(0.001));
        assertThat(work.done()).isCloseTo(really, within(0.0005));
    }

    @Test
    void aColdStartIsForgotten() {
        WorkShare work = new WorkShare(0.03);
        assertThat(run(work, n -> n < 20 ? 100_000 : 1000)).isCloseTo(0.03, within(0.0001));
    }

    @Test
    void theWorkTakesAsLongWhateverATokenCosts() {
        for (double token : new double[] {0.5, 3, 8}) {
            perToken = token;
            WorkShare work = new WorkShare(0.03);
            assertThat(run(work, n -> 200)).as("%s ns a token", token).isCloseTo(0.03, within(0.0003));
            assertThat(work.tokens() * token).isGreaterThan(490);
        }
    }

    @Test
    void iterationsThatScatterDoNotMoveIt() {
        scatter = 0.1;
        WorkShare work = new WorkShare(0.03);
        double really = run(work, n -> 1000);
        assertThat(really).isCloseTo(0.03, within(0.001));
        assertThat(work.done()).isCloseTo(really, within(0.0005));
    }

    @Test
    void iterationsThatSomethingElseMadeLongerDoNeither() {
        WorkShare work = new WorkShare(0.03);
        run(work, n -> n % 6 == 5 ? 3000 : 1000);
        assertThat(work.tokens() * perToken / work.period()).isCloseTo(30, within(0.2));
        assertThat(work.done()).isCloseTo(0.03, within(0.0002));
    }

    @Test
    void ofNoMeasuredIterationNothingIsKnown() {
        WorkShare work = new WorkShare(0.03);
        warmUp = ITERATIONS;
        run(work, n -> 1000);
        assertThat(work.done()).isNaN();
        work.iterationEnded(0, 100, 0, 2, true);
        assertThat(work.done()).isNaN();
    }

    @Test
    void ofNoWarmUpItLearnsToo() {
        warmUp = 0;
        WorkShare work = new WorkShare(0.03);
        run(work, n -> 1000);
        assertThat(work.done()).isCloseTo(0.03, within(0.0001));
    }
}

package dev.callcost.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.warnings.MadeUpRun;
import dev.callcost.warnings.WarningsTest;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How often made-up runs whose truth is known have warnings, from seeded generators. */
class WarningRatesSimulation {
    private static final int RUNS = 150;
    private static final int ROWS = 8;
    private static final int FORKS = 8;

    @TempDir
    private Path folder;

    /** The share of runs that have any warning, each of some equal rows. */
    private double warned(int rows, Consumer<MadeUpRun.Row> row) {
        long warned = IntStream.range(0, RUNS)
                .filter(seed -> {
                    MadeUpRun run = new MadeUpRun(seed);
                    IntStream.range(0, rows)
                            .forEach(i ->
                                    row.accept(run.row("RmiBenchmark.call" + i).iterations(2, 9, 100)));
                    return !run.warnings(folder, FORKS).isEmpty();
                })
                .count();
        return (double) warned / RUNS;
    }

    private static IntToDoubleFunction forks(double sd, ToDoubleFunction<Random> shape) {
        Random random = new Random(11);
        return round -> Math.exp(sd * shape.applyAsDouble(random));
    }

    @Test
    void quietRunsAreSeldomWarnedOf() {
        assertThat(warned(ROWS, row -> row.fact("cpu", "1"))).isLessThanOrEqualTo(0.04);
    }

    @Test
    void soAreRunsWithSkewedForks() {
        IntToDoubleFunction skewed = forks(0.03, random -> -Math.log1p(-random.nextDouble()));
        assertThat(warned(ROWS, row -> row.fork(skewed))).isLessThanOrEqualTo(0.04);
    }

    @Test
    void aMachineThatDriftsIsNoWarmUpThatHasNotEnded() {
        List<Double> noise = WarningsTest.noise();
        long moving = IntStream.range(0, RUNS)
                .filter(seed -> {
                    AtomicInteger now = new AtomicInteger(3 * seed);
                    MadeUpRun run = new MadeUpRun(seed);
                    for (int i = 0; i < ROWS; i++) {
                        run.row("RmiBenchmark.call" + i)
                                .iterations(2, 9, 100)
                                .trend((round, iteration) -> noise.get(now.getAndIncrement() % noise.size()));
                    }
                    return run.warnings(folder, FORKS).stream()
                            .anyMatch(line -> line.matches("(warm-up not ended|getting slower): .*"));
                })
                .count();
        assertThat((double) moving / RUNS).isLessThanOrEqualTo(0.04);
    }

    @Test
    void movingScoresAreSeen() {
        assertThat(warned(1, row -> row.trend((round, iteration) -> 1 - 0.01 * iteration)))
                .isGreaterThanOrEqualTo(0.8);
    }

    @Test
    void forksOfTwoKindsAreSeen() {
        IntToDoubleFunction modes =
                forks(1, random -> 0.01 * random.nextGaussian() + (random.nextInt(3) == 0 ? 0.2 : 0));
        assertThat(warned(1, row -> row.fork(modes))).isGreaterThanOrEqualTo(0.6);
    }
}

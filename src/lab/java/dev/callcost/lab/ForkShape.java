package dev.callcost.lab;

import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** How made-up forks are spread, with mean 0 and standard deviation 1. */
public enum ForkShape {
    NORMAL(Random::nextGaussian),
    /** Student's t with three degrees of freedom. */
    HEAVY(random -> random.nextGaussian()
            / Math.sqrt(IntStream.range(0, 3)
                    .mapToDouble(i -> random.nextGaussian())
                    .map(x -> x * x)
                    .sum())),
    /** Log-normal with a standard deviation of 0.5 on the log scale: skewness 1.75. */
    SKEWED(random -> {
        double mean = Math.exp(0.125);
        return (Math.exp(0.5 * random.nextGaussian()) - mean) / (mean * Math.sqrt(Math.expm1(0.25)));
    }),
    /** One fork in five in a second mode, with nothing in between and no spread within. */
    BIMODAL(random -> random.nextInt(5) == 0 ? 2 : -0.5),
    /** An exponential, like a few slow forks among many: skewness 2. */
    EXPONENTIAL(random -> -Math.log(1 - random.nextDouble()) - 1);

    /** The shapes for intervals whose degrees of freedom are few. */
    static final List<ForkShape> USUAL = List.of(NORMAL, HEAVY, SKEWED, BIMODAL);

    private final ToDoubleFunction<Random> draw;

    ForkShape(ToDoubleFunction<Random> draw) {
        this.draw = draw;
    }

    /** One fork's deviation. */
    public double draw(Random random) {
        return draw.applyAsDouble(random);
    }

    /** The name in a table. */
    public String label() {
        return Simulated.label(this);
    }
}

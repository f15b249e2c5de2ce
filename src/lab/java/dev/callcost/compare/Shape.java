package dev.callcost.compare;

import java.util.Random;
import java.util.function.ToDoubleFunction;

/** How made-up forks are spread, with mean 0 and standard deviation 1. */
public enum Shape {
    /** The bell. */
    NORMAL(Random::nextGaussian),
    /** An exponential, which a few slow forks look like. */
    SKEWED(random -> -Math.log(1 - random.nextDouble()) - 1),
    /** One fork in five in a second mode, four times as far from the mean as the others. */
    BIMODAL(random -> random.nextInt(5) == 0 ? 2 : -0.5);

    private final ToDoubleFunction<Random> draw;

    Shape(ToDoubleFunction<Random> draw) {
        this.draw = draw;
    }

    /** One fork's deviation. */
    public double draw(Random random) {
        return draw.applyAsDouble(random);
    }
}

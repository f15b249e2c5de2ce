package dev.callcost.report;

import dev.callcost.data.Fork;
import dev.callcost.data.Iteration;
import dev.callcost.data.Metric;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How a fork got warm.
 *
 * @param seconds how long it ran before measuring began
 * @param steps its running in steps of half a second, those in which an iteration began
 */
record WarmUpCurve(double seconds, List<Step> steps) {
    private static final double STEP = 0.5;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MILLI = 1e6;

    /**
     * The iterations that began in a step.
     *
     * @param second the step's middle, in seconds of running
     * @param ratio the median time of an operation over that of the fork's measured iterations; NaN without a positive score
     * @param compiling the share of the time in which the JIT compiler worked; of several threads it may be more than 1
     */
    record Step(double second, double ratio, double compiling) {}

    /** Whether a fork warmed up for as much as a step, and has scores to compare with. */
    static boolean isSeenIn(Fork fork) {
        return seconds(fork.warmUpIterations()) >= STEP && !fork.scores().isEmpty();
    }

    /** Of a fork in which it is seen. */
    static WarmUpCurve of(Fork fork) {
        boolean isThroughput = new Metric(fork.unit(), List.of()).isThroughput();
        double warm = Metric.median(
                fork.scores().stream().mapToDouble(Double::doubleValue).toArray());
        List<Step> steps = new ArrayList<>();
        bySecond(fork).forEach((second, iterations) -> {
            double[] scores = iterations.stream()
                    .mapToDouble(Iteration::score)
                    .filter(score -> score > 0 && Double.isFinite(score))
                    .toArray();
            double ratio = scores.length == 0 ? Double.NaN : Metric.median(scores) / warm;
            steps.add(new Step(second, isThroughput ? 1 / ratio : ratio, compiling(iterations)));
        });
        return new WarmUpCurve(seconds(fork.warmUpIterations()), List.copyOf(steps));
    }

    private static double compiling(List<Iteration> iterations) {
        double millis =
                iterations.stream().mapToDouble(Iteration::compilationMillis).sum();
        return NANOS_PER_MILLI * millis / (NANOS_PER_SECOND * seconds(iterations));
    }

    private static double seconds(List<Iteration> iterations) {
        return iterations.stream().mapToDouble(Iteration::nanos).sum() / NANOS_PER_SECOND;
    }

    /** The iterations by the seconds at the middle of their step. */
    private static Map<Double, List<Iteration>> bySecond(Fork fork) {
        Map<Double, List<Iteration>> steps = new LinkedHashMap<>();
        double running = 0;
        for (Iteration iteration : fork.iterations()) {
            double middle = STEP * (Math.floor(running / STEP) + 0.5);
            steps.computeIfAbsent(middle, key -> new ArrayList<>()).add(iteration);
            running += iteration.nanos() / NANOS_PER_SECOND;
        }
        return steps;
    }

    /** The step in which it began to run. */
    Step first() {
        return steps.get(0);
    }

    /** The last step that was over when measuring began; the first one where none was. */
    Step last() {
        return steps.stream().filter(step -> step.second + STEP / 2 <= seconds).reduce(first(), (one, other) -> other);
    }
}

package dev.callcost.launch;

import dev.callcost.data.OpenLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.options.Options;

/**
 * The measured iterations of the forks of a pair: short, so that neighbours are close, and as many as make a second a side. The user's {@code -i} and {@code
 * -r} replace their number and their length.
 *
 * @param longest how long a side that takes turns is measured at most, however long an operation is; empty where the user chose the number of iterations
 */
public record ShortTurns(int iterations, Duration length, Optional<Duration> longest) {
    /** The measured time of a side. */
    private static final Duration SIDE = Duration.ofSeconds(1);

    private static final Duration LENGTH = Duration.ofMillis(10);

    /** A side whose operations take up to two iterations' length has all iterations. */
    private static final Duration LONGEST = SIDE.multipliedBy(2);

    public static ShortTurns of(Options user) {
        Optional<Integer> count = user.getMeasurementIterations().hasValue()
                ? Optional.of(user.getMeasurementIterations().get())
                : Optional.empty();
        Duration length = user.getMeasurementTime().hasValue()
                ? Duration.ofNanos(user.getMeasurementTime().get().convertTo(TimeUnit.NANOSECONDS))
                : count.map(ShortTurns::length).orElse(LENGTH);
        return count.map(it -> new ShortTurns(it, length, Optional.empty()))
                .orElseGet(() -> new ShortTurns(count(length), length, Optional.of(LONGEST)));
    }

    private static Duration length(int count) {
        Duration each = SIDE.dividedBy(Math.max(1, count));
        return each.compareTo(LENGTH) < 0 ? LENGTH : each;
    }

    private static int count(Duration length) {
        return (int) Math.max(Turns.FEWEST_ITERATIONS, length.isZero() ? 0 : SIDE.dividedBy(length));
    }

    /** Those of a row; empty where its iterations have a meaning of their own: single shots, and calls of this suite at a rate. */
    public static Optional<ShortTurns> of(PlannedRow row, Options user) {
        boolean isOwn = row.mode() == Mode.SingleShotTime
                || row.isOfSuite() && row.params().containsKey(OpenLoop.RATE);
        return isOwn ? Optional.empty() : Optional.of(of(user));
    }

    /** The measured time of a side whose operations are no longer than its iterations. */
    public Duration side() {
        return length.multipliedBy(iterations);
    }

    /** The options that JMH needs in addition to the user's. */
    public List<String> options(Options user) {
        List<String> options = new ArrayList<>();
        if (!user.getMeasurementIterations().hasValue()) {
            options.addAll(List.of("-i", "" + iterations));
        }
        if (!user.getMeasurementTime().hasValue()) {
            options.addAll(List.of("-r", "" + ForkWarmUp.time(length)));
        }
        return options;
    }
}

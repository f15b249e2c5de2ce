package dev.callcost.launch;

import dev.callcost.data.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.options.Options;

/**
 * The measured iterations of the forks of a pair: short, so that neighbours are close. The user's {@code -i} and
 * {@code -r} replace their number and their length.
 *
 * @param longest how long a side that takes turns is measured at most, however long an operation is; empty where the
 *     user chose the number of iterations
 */
public record ShortTurns(int iterations, Duration length, Optional<Duration> longest) {
    /** A side has so many measured iterations, however long they are. */
    static final int FEWEST_ITERATIONS = 5;

    private static final int ITERATIONS = 100;
    private static final Duration LENGTH = Duration.ofMillis(10);

    /** A side whose operations take up to two iterations' length has all iterations. */
    private static final Duration LONGEST = LENGTH.multipliedBy(2 * ITERATIONS);

    static ShortTurns of(Options user) {
        Duration length = user.getMeasurementTime().hasValue()
                ? Duration.ofNanos(user.getMeasurementTime().get().convertTo(TimeUnit.NANOSECONDS))
                : LENGTH;
        return user.getMeasurementIterations().hasValue()
                ? new ShortTurns(user.getMeasurementIterations().get(), length, Optional.empty())
                : new ShortTurns(ITERATIONS, length, Optional.of(LONGEST));
    }

    /**
     * Those of a row; empty where its iterations have a meaning of their own: single shots, and calls of this suite at
     * a rate.
     */
    public static Optional<ShortTurns> of(PlannedRow row, Options user) {
        boolean isOwn = row.mode() == Mode.SingleShotTime
                || row.isOfSuite() && row.params().containsKey(Row.RATE);
        return isOwn ? Optional.empty() : Optional.of(of(user));
    }

    /** The measured time of a side whose operations are no longer than its iterations. */
    public Duration side() {
        Duration all = length.multipliedBy(iterations);
        Duration fewest = length.multipliedBy(FEWEST_ITERATIONS);
        return longest.map(limit -> Collections.min(List.of(all, Collections.max(List.of(limit, fewest)))))
                .orElse(all);
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

package dev.callcost.work;

import dev.callcost.launch.RunArguments;
import java.util.List;

/** The arguments of forks that count in place of those of forks that measure. */
final class CountArguments {
    private static final String PROFILERS = "prof";

    /** An operation of 5 ns reaches so many within the time that {@code agent.Work} gives it. */
    private static final int MOST_OPERATIONS = 1 << 20;

    private static final RunArguments.Group OPERATIONS =
            new RunArguments.Group(List.of("-wi", "0", "-i", "1", "-bs", String.valueOf(MOST_OPERATIONS)), false);

    /** Of a row that keeps its mode; it ends when its operations do. */
    private static final RunArguments.Group ITERATION =
            new RunArguments.Group(List.of("-wi", "0", "-i", "1", "-r", "5s"), false);

    private CountArguments() {}

    /** The arguments of forks that count, in mode SingleShotTime. */
    static RunArguments counting(RunArguments user) {
        return user.without(PROFILERS, OPERATIONS);
    }

    /** Those of a row that keeps its mode. */
    static RunArguments inOwnMode(RunArguments counting) {
        return counting.without("bs", ITERATION);
    }
}

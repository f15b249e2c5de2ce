package dev.callcost.fork;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Puts the exception that ended a fork into a few lines. */
final class Failures {
    private static final int FRAMES = 3;

    private Failures() {}

    /**
     * Names the exception, its causes, and the first frames in the suite's own code.
     *
     * @param lastWords what the JVM wrote before it ended; used when the exception only says that it did
     */
    static ForkOutcome.Failed describe(Throwable failure, List<String> lastWords) {
        List<String> details = new ArrayList<>();
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            details.add("caused by " + firstLine(cause));
        }
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        Arrays.stream(root.getStackTrace())
                .filter(frame -> frame.getClassName().startsWith("dev.callcost.")
                        && !frame.getClassName().contains(".jmh_generated.")
                        && !frame.getClassName().startsWith("dev.callcost.run."))
                .limit(FRAMES)
                .forEach(frame -> details.add("at " + frame));
        boolean jvmEnded = String.valueOf(failure.getMessage()).startsWith("Forked VM failed");
        if (jvmEnded) {
            details.addAll(lastWords);
            return new ForkOutcome.Failed(failure.getMessage(), details);
        }
        return new ForkOutcome.Failed(firstLine(failure), details);
    }

    private static String firstLine(Throwable failure) {
        return failure.toString().lines().findFirst().orElse(failure.getClass().getName());
    }
}

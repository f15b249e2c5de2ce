package dev.callcost.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * How much too late Linux may wake a thread: 50 us in a new process. A thread that sends calls when they are due would
 * add that to each call.
 */
public final class TimerSlack {
    /** The name of the fact with the value {@link #SHORTENED} or {@link #KEPT}. */
    public static final String FACT = "timerSlack";

    public static final String SHORTENED = "1 ns";
    public static final String KEPT = "the system's";

    private static final String NANOS = "1";

    private TimerSlack() {}

    /**
     * Sets the slack of the calling thread to 1 ns until it ends; false where that is impossible: not on Linux, or
     * forbidden by a container.
     */
    public static boolean shorten() {
        try {
            Files.writeString(Path.of("/proc", thread(), "timerslack_ns"), NANOS, StandardOpenOption.WRITE);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** The kernel's id of the calling thread. Throws on systems other than Linux. */
    static String thread() throws IOException {
        Path self = Path.of("/proc/thread-self"); // leads to PID/task/TID
        return Files.readSymbolicLink(self).getFileName().toString();
    }
}

package dev.callcost.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** What proc(5) says of a process. */
final class ProcessState {
    /** Stopped by a signal. */
    static final String STANDS_STILL = "T";

    static final String GONE = "gone";

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private ProcessState() {}

    /**
     * The letter of a process's state in its stat file. As a signal takes a moment to arrive, one that does not stand still is looked at
     * again and again.
     */
    static String afterSignal(long process) {
        Instant deadline = Instant.now().plus(PATIENCE);
        String state = of(process);
        while (!List.of(STANDS_STILL, GONE).contains(state) && Instant.now().isBefore(deadline)) {
            Thread.onSpinWait();
            state = of(process);
        }
        return state;
    }

    /** It follows the process's name in parentheses. */
    private static String of(long process) {
        try {
            String text = Files.readString(Path.of("/proc", Long.toString(process), "stat"));
            return text.substring(text.lastIndexOf(')') + 2, text.lastIndexOf(')') + 3);
        } catch (IOException e) {
            return GONE;
        }
    }
}

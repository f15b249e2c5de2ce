package dev.callcost.text;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What is known of the terminal, as far as Linux tells; elsewhere there is none. */
public final class Terminal {
    /** A width that nothing is as long as, for what is no terminal: other programs read lines. */
    public static final int ENDLESS = Integer.MAX_VALUE;

    private Terminal() {}

    /** Whether standard output is one. */
    public static boolean isOut() {
        return is(1);
    }

    /** Whether standard error is one that can move its cursor. */
    static boolean canRewriteErr() {
        return is(2) && !"dumb".equals(System.getenv("TERM"));
    }

    private static boolean is(int descriptor) {
        try {
            Path device = Path.of("/proc/self/fd/" + descriptor).toRealPath();
            return Stream.of("/dev/pts/", "/dev/tty").anyMatch(device.toString()::startsWith);
        } catch (IOException e) {
            return false;
        }
    }
}

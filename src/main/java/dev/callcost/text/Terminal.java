package dev.callcost.text;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Properties of the terminal, which is recognised on Linux only. */
public final class Terminal {
    /** The width of output that is no terminal: other programs read whole lines. */
    public static final int ENDLESS = Integer.MAX_VALUE;

    private Terminal() {}

    public static boolean isOut() {
        return is(1);
    }

    /** Whether standard error is a terminal that can move its cursor. */
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

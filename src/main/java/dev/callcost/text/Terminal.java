package dev.callcost.text;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** Properties of the terminal, which is recognised on Linux only. */
public final class Terminal {
    /** The width of output that is no terminal: other programs read whole lines. */
    public static final int ENDLESS = Integer.MAX_VALUE;

    /** The width of a terminal that does not tell it. */
    private static final int USUAL = 80;

    private static final int OUT = 1;
    private static final int ERR = 2;

    private Terminal() {}

    public static boolean isOut() {
        return device(OUT).isPresent();
    }

    /** Whether standard error is a terminal that can move its cursor. */
    static boolean canRewriteErr() {
        return device(ERR).isPresent() && !"dumb".equals(System.getenv("TERM"));
    }

    /**
     * How many characters a line of standard output has now: {@link #columns()}, or else the terminal's.
     *
     * @param noTerminal where there is neither
     */
    public static int outWidth(int noTerminal) {
        return columns().orElseGet(() -> device(OUT).map(Terminal::width).orElse(noTerminal));
    }

    /**
     * How many a line of standard error has now: {@link #columns()} or the terminal's; {@link #ENDLESS} where it is no
     * terminal.
     */
    public static int errWidth() {
        return device(ERR)
                .map(device -> columns().orElseGet(() -> width(device)))
                .orElse(ENDLESS);
    }

    /** The variable COLUMNS; empty where it is not set or makes no sense. */
    public static OptionalInt columns() {
        String columns = String.valueOf(System.getenv("COLUMNS"));
        return columns.matches("[1-9]\\d{1,3}") ? OptionalInt.of(Integer.parseInt(columns)) : OptionalInt.empty();
    }

    private static int width(Path device) {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(device.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            return size.matches("\\d+ [1-9]\\d{0,3}\\s*")
                    ? Integer.parseInt(size.strip().split(" ")[1])
                    : USUAL;
        } catch (IOException e) {
            return USUAL;
        }
    }

    /** The terminal behind a file descriptor of this process. */
    private static Optional<Path> device(int descriptor) {
        try {
            return Optional.of(Path.of("/proc/self/fd/" + descriptor).toRealPath())
                    .filter(device -> Stream.of("/dev/pts/", "/dev/tty").anyMatch(device.toString()::startsWith));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** A colour of words on a terminal, as ECMA-48 has them. */
    public enum Colour {
        NONE(""),
        RED("\u001b[31m"),
        GREEN("\u001b[32m");

        private static final String END = "\u001b[0m";

        private final String begin;

        Colour(String begin) {
            this.begin = begin;
        }

        public String of(String words) {
            return this == NONE ? words : begin + words + END;
        }
    }
}

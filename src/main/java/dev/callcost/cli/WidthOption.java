package dev.callcost.cli;

import dev.callcost.text.Terminal;
import picocli.CommandLine.Option;

/** How many characters a line of text may have. */
final class WidthOption {
    /** A pipe or a file. */
    private static final int NO_TERMINAL = 140;

    private static final int WIDEST_HELP = 100;

    /** Picocli refuses less. */
    private static final int NARROWEST_HELP = 55;

    @Option(names = "--wide", description = "print all columns and full names, in lines of any length")
    private boolean wide;

    /** @param isStandard whether the text goes to standard output; else to a file */
    int of(boolean isStandard) {
        return wide ? Terminal.ENDLESS : limit(isStandard && Terminal.isOut());
    }

    static int ofHelp() {
        return Math.min(WIDEST_HELP, Math.max(NARROWEST_HELP, limit(Terminal.isOut())));
    }

    private static int limit(boolean isTerminal) {
        return isTerminal ? Terminal.outWidth() : Terminal.columns().orElse(NO_TERMINAL);
    }
}

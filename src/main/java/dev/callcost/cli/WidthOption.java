package dev.callcost.cli;

import dev.callcost.text.Terminal;
import picocli.CommandLine.Option;

/** How many characters a line of text may have. */
final class WidthOption {
    /** The width of text that goes to a pipe or a file. */
    private static final int NO_TERMINAL = 140;

    @Option(names = "--wide", description = "print all columns and full names, in lines of any length")
    private boolean wide;

    /** @param isStandard whether the text goes to standard output; else to a file */
    int of(boolean isStandard) {
        if (wide) {
            return Terminal.ENDLESS;
        }
        return isStandard ? Terminal.outWidth(NO_TERMINAL) : Terminal.columns().orElse(NO_TERMINAL);
    }
}

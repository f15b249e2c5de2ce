package dev.callcost.cli;

import picocli.CommandLine.Option;

/** The option of every verb that prints how to use it. */
public final class Help {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "print this text")
    private boolean asked;
}

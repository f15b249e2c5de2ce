package dev.callcost.command;

import picocli.CommandLine.Option;

/** The option that prints how to use a verb. */
final class Help {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "print this text")
    private boolean asked;
}

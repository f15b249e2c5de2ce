package dev.callcost;

import dev.callcost.cli.RootCommand;

/** The jar's entry. */
public final class Main {
    private Main() {}

    /** Does what the command line asks for and exits with the code that says how it went. */
    public static void main(String[] args) {
        System.exit(RootCommand.run(args));
    }
}

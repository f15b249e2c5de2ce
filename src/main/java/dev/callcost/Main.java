package dev.callcost;

import dev.callcost.cli.RunCommand;
import dev.callcost.cli.Verbs;
import dev.callcost.text.CommandException;

/** The jar's entry. */
public final class Main {
    private Main() {}

    /** Does what the command line asks for and exits with the code that says how it went. */
    public static void main(String[] args) {
        System.exit(run(args));
    }

    private static int run(String[] args) {
        try {
            return Verbs.run(args).orElseGet(() -> RunCommand.run(args));
        } catch (CommandException e) {
            System.err.println(e.getMessage());
            return e.exitCode();
        }
    }
}

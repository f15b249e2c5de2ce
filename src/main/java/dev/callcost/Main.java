package dev.callcost;

import dev.callcost.command.RunCommand;
import dev.callcost.command.Verbs;
import dev.callcost.run.cli.CommandException;

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

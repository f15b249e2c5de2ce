package dev.callcost.text;

/** Ends the command with a message of one or a few lines for the user and an exit code. */
public class CommandException extends RuntimeException {
    /** The exit code when nothing was measured, though nothing failed. */
    public static final int UNMEASURED = 3;

    /** The exit code when a file or an output cannot be read or written. */
    public static final int BAD_FILE = 65;

    private static final int FAILED_BUILD = 70;

    private static final long serialVersionUID = 1L;

    private final int exitCode;

    protected CommandException(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /** The command line names something that does not exist or is impossible. */
    public static CommandException usage(String message) {
        return new CommandException(64, message);
    }

    /** The run cannot continue. */
    public static CommandException failure(String message) {
        return new CommandException(1, message);
    }

    /** A file named by the user cannot be read or written. */
    public static CommandException badFile(String message) {
        return new CommandException(BAD_FILE, message);
    }

    /** The user's build of what is to be measured fails. */
    public static CommandException build(String message) {
        return new CommandException(FAILED_BUILD, message);
    }

    /** Nothing was measured, though nothing failed. */
    public static CommandException unmeasured(String message) {
        return new CommandException(UNMEASURED, message);
    }

    /** An exception of the same exit code, with more text at the end of its message. */
    public CommandException and(String more) {
        return new CommandException(exitCode, getMessage() + more);
    }

    public int exitCode() {
        return exitCode;
    }
}

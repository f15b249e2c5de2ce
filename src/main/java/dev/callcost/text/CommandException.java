package dev.callcost.text;

/** Ends the command with a message of one or a few lines for the user and an exit code. */
public final class CommandException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int FAILED = 1;
    private static final int USAGE = 64;
    private static final int BAD_FILE = 65;

    private final int exitCode;

    private CommandException(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /** The command line names something that does not exist or is impossible (exit code 64). */
    public static CommandException usage(String message) {
        return new CommandException(USAGE, message);
    }

    /** The run cannot continue (exit code 1). */
    public static CommandException failure(String message) {
        return new CommandException(FAILED, message);
    }

    /** A file named by the user cannot be read or written (exit code 65). */
    public static CommandException badFile(String message) {
        return new CommandException(BAD_FILE, message);
    }

    public int exitCode() {
        return exitCode;
    }
}

package dev.callcost.transport.target;

/** A target cannot be called. The message is one line for the user. */
public final class TargetException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** A message of a server may have any length. */
    private static final int LONGEST = 1000;

    /** What the user has to correct. */
    public enum ErrorKind {
        /** An option's value, a service, a method or a field of the request is wrong. */
        USAGE,
        /** A file cannot be read or is malformed. */
        FILE,
        /** The service cannot be reached, or does not answer as expected. */
        FAILURE
    }

    private final ErrorKind kind;

    TargetException(ErrorKind kind, String message) {
        super(oneLine(message), null, false, false); // a fork prints it, and a stack trace would not help
        this.kind = kind;
    }

    static TargetException usage(String message) {
        return new TargetException(ErrorKind.USAGE, message);
    }

    static TargetException file(String message) {
        return new TargetException(ErrorKind.FILE, message);
    }

    static TargetException failure(String message) {
        return new TargetException(ErrorKind.FAILURE, message);
    }

    private static String oneLine(String message) {
        String line = message.replaceAll("[\\p{Cc}\\u2028\\u2029]+", " ").strip();
        return line.length() > LONGEST ? line.substring(0, LONGEST) + "..." : line;
    }

    public ErrorKind kind() {
        return kind;
    }
}

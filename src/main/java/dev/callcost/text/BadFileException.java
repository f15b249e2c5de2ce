package dev.callcost.text;

import java.nio.file.Path;

/** An input file that cannot be used. The message is one line that names the file and says what is wrong with it. */
public final class BadFileException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Names read from a file can have any length. */
    private static final int LONGEST = 500;

    /**
     * @param file the file or folder as the user named it
     * @param what what is wrong with it; control characters, line breaks among them, become spaces, and a long text is cut
     */
    public BadFileException(Path file, String what) {
        super(oneLine(file + ": ") + oneLine(what.length() > LONGEST ? what.substring(0, LONGEST) + "..." : what));
    }

    private static String oneLine(String text) {
        return Visible.prose(text.replaceAll("[\\p{Cc}\\u2028\\u2029]+", " "));
    }
}

package dev.callcost.results;

import java.nio.file.Path;

/** A results file that cannot be used. The message is one line that names the file and says what is wrong with it. */
public final class BadResultsFileException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * @param file the file or folder as the user named it
     * @param what what is wrong with it; line breaks are turned into spaces
     */
    public BadResultsFileException(Path file, String what) {
        super((file + ": " + what).replaceAll("\\s*\\R\\s*", " "));
    }
}

package dev.callcost.file;

import dev.callcost.text.CommandException;
import dev.callcost.text.Visible;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.ZipException;

/** An input file that cannot be used. The message is one line that names the file and says what is wrong with it. */
public final class BadFileException extends CommandException {
    private static final long serialVersionUID = 1L;

    /** Names read from a file can have any length. */
    private static final int LONGEST = 500;

    /**
     * @param what is wrong with it; control characters, line breaks among them, become spaces, and a long text is cut
     */
    public BadFileException(Path file, String what) {
        super(BAD_FILE, Visible.line(file + ": ", Integer.MAX_VALUE) + Visible.line(what, LONGEST));
    }

    /** A file that cannot be read as text or as what gzip packed. */
    public BadFileException(Path file, IOException cause) {
        this(file, what(cause));
    }

    private static String what(IOException cause) {
        if (cause instanceof NoSuchFileException) {
            return "no such file";
        }
        if (cause instanceof CharacterCodingException) {
            return "is not text in UTF-8";
        }
        if (cause instanceof EOFException) {
            return "is truncated, its packed data break off";
        }
        return (cause instanceof ZipException ? "is damaged or no gzip file: " : "cannot be read: ")
                + cause.getMessage();
    }
}

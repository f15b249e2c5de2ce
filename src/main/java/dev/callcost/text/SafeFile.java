package dev.callcost.text;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;

/** Replaces files atomically: a reader finds the old or the new content, even when the writer is killed meanwhile. */
public final class SafeFile {
    private SafeFile() {}

    /**
     * Writes the new content to a file in the same folder and moves it into place.
     *
     * @param content writes in UTF-8
     * @throws CommandException (bad file) when the file system refuses
     */
    public static void write(Path file, Consumer<PrintStream> content) {
        Path beside = file.resolveSibling("." + file.getFileName() + ".part");
        try {
            try (OutputStream stream = Files.newOutputStream(beside);
                    PrintStream out = new PrintStream(stream, false, StandardCharsets.UTF_8)) {
                content.accept(out);
                if (out.checkError()) {
                    throw new IOException("cannot write " + beside);
                }
            }
            move(beside, file);
        } catch (IOException e) {
            throw CommandException.badFile("cannot write " + file + ": " + e.getMessage());
        }
    }

    /**
     * Appends lines to a file and creates it if necessary. After a kill only the last line may be incomplete.
     *
     * @throws CommandException (bad file) when the file system refuses
     */
    public static void append(Path file, String lines) {
        try {
            Files.writeString(file, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw CommandException.badFile("cannot write " + file + ": " + e.getMessage());
        }
    }

    /**
     * Creates a folder, unless it exists.
     *
     * @param hint how another one is named: {@code -o names another folder}
     * @throws CommandException (bad file) when it cannot be created
     */
    public static void createFolder(Path folder, String hint) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw CommandException.badFile("cannot create " + folder + " (" + hint + "): " + e);
        }
    }

    private static void move(Path beside, Path file) throws IOException {
        try {
            Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /**
     * Checks before a long run that its file can be written.
     *
     * @throws CommandException (bad file) when it cannot
     */
    public static void check(Path file) {
        if (Files.isDirectory(file)) {
            throw CommandException.badFile("cannot write " + file + ": it is a directory");
        }
        Path directory = file.toAbsolutePath().getParent();
        if (!Files.isDirectory(directory)) {
            throw CommandException.badFile("cannot write " + file + ": there is no directory " + directory);
        }
        if (!Files.isWritable(directory)) {
            throw CommandException.badFile("cannot write " + file + ": directory " + directory + " is not writable");
        }
    }
}

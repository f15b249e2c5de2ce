package dev.callcost.file;

import dev.callcost.text.CommandException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;

/**
 * Replaces files atomically: a reader finds the old or the new content, even when the writer is killed meanwhile. All methods throw a
 * {@link CommandException} (bad file) when the file system refuses.
 */
public final class SafeFile {
    private SafeFile() {}

    /**
     * Writes the new content to a file in the same folder and moves it into place.
     *
     * @param content writes in UTF-8
     */
    public static void write(Path file, Consumer<PrintStream> content) {
        Path beside = file.resolveSibling("." + file.getFileName() + ".part");
        try {
            try (PrintStream out = new PrintStream(Files.newOutputStream(beside), false, StandardCharsets.UTF_8)) {
                content.accept(out);
                if (out.checkError()) {
                    throw new IOException("cannot write " + beside);
                }
            }
            Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw refused(file, e.getMessage());
        }
    }

    /** Appends lines to a file and creates it if necessary. After a kill only the last line may be incomplete. */
    public static void append(Path file, String lines) {
        try {
            Files.writeString(file, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw refused(file, e.getMessage());
        }
    }

    /**
     * Creates a folder, unless it exists.
     *
     * @param hint how another one is named: {@code -o names another folder}
     */
    public static void createFolder(Path folder, String hint) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw CommandException.badFile("cannot create " + folder + " (" + hint + "): " + e);
        }
    }

    /** Checks before a long run that its file can be written. */
    public static void check(Path file) {
        Path directory = file.toAbsolutePath().getParent();
        if (Files.isDirectory(file)) {
            throw refused(file, "it is a directory");
        }
        if (!Files.isDirectory(directory)) {
            throw refused(file, "there is no directory " + directory);
        }
        if (!Files.isWritable(directory)) {
            throw refused(file, "directory " + directory + " is not writable");
        }
    }

    private static CommandException refused(Path file, String why) {
        return CommandException.badFile("cannot write " + file + ": " + why);
    }
}

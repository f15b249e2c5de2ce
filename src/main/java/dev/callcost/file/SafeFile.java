package dev.callcost.file;

import dev.callcost.text.CommandException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;

/**
 * Replaces files atomically: a reader finds the old or the new content, even when the writer is killed meanwhile. All
 * methods throw a {@link CommandException} (bad file) when the file system refuses.
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
            Output bytes = new Output(Files.newOutputStream(beside));
            try (PrintStream out = bytes.printer(false)) {
                content.accept(out);
            }
            if (bytes.failure().isPresent()) {
                throw bytes.failure().get();
            }
            Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw refused(file, e);
        } finally {
            drop(beside);
        }
    }

    /** Deletes what a writer that failed has left. */
    private static void drop(Path part) {
        try {
            Files.deleteIfExists(part);
        } catch (IOException e) {
            // it stays, and the next writer replaces it
        }
    }

    /** Appends lines to a file and creates it if necessary. After a kill only the last line may be incomplete. */
    public static void append(Path file, String lines) {
        try {
            Files.writeString(file, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw refused(file, e);
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
            throw CommandException.badFile("cannot create " + folder + " (" + hint + "): " + why(e));
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

    private static CommandException refused(Path file, IOException cause) {
        return refused(file, why(cause));
    }

    /** Without the file's name, which the line has already. */
    private static String why(IOException cause) {
        if (cause instanceof NoSuchFileException) {
            return "there is no such folder";
        }
        if (cause instanceof FileAlreadyExistsException) {
            return "a file has this name";
        }
        if (cause instanceof AccessDeniedException) {
            return "permission denied";
        }
        boolean hasReason = cause instanceof FileSystemException system && system.getReason() != null;
        return hasReason ? ((FileSystemException) cause).getReason() : String.valueOf(cause.getMessage());
    }

    private static CommandException refused(Path file, String why) {
        return CommandException.badFile("cannot write " + file + ": " + why);
    }
}

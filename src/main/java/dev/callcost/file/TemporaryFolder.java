package dev.callcost.file;

import dev.callcost.text.CommandException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A folder that is deleted with its content on close. */
public record TemporaryFolder(Path path) implements AutoCloseable {

    /** Creates a folder with a name that begins with a prefix, in a folder that is temporary itself. */
    public TemporaryFolder(Path within, String prefix) {
        this(created(within, prefix));
    }

    /** Creates a folder where the system has temporary files, after those of killed processes were deleted. */
    public static TemporaryFolder create() {
        return create(Path.of(System.getProperty("java.io.tmpdir")), "callcost-jars-", TemporaryFolder::delete);
    }

    /**
     * Creates a folder with a name that begins with a prefix. First, folders there with the same prefix are removed
     * that ended processes of the same user left.
     *
     * @param removeLeft removes one of them
     */
    public static TemporaryFolder create(Path within, String prefix, Consumer<Path> removeLeft) {
        TemporaryFolder folder = new TemporaryFolder(within.toAbsolutePath(), prefix);
        try {
            FolderOwner.claim(folder.path);
        } catch (IOException e) {
            // it stays when this process is killed
        }
        FolderOwner.removeLeft(folder.path, prefix, removeLeft);
        return folder;
    }

    private static Path created(Path within, String prefix) {
        try {
            return Files.createTempDirectory(within, prefix);
        } catch (IOException e) {
            throw CommandException.badFile("cannot create a folder in " + within + ": " + e.getMessage());
        }
    }

    @Override
    public void close() {
        FolderOwner.release(path);
        delete(path);
    }

    /** Deletes a folder with its content. */
    public static void delete(Path folder) {
        try (Stream<Path> tree = Files.walk(folder)) {
            for (Path file : tree.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException e) {
            folder.toFile().deleteOnExit(); // a process that was killed may still be writing to it
        }
    }
}

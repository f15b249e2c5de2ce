package dev.callcost.file;

import dev.callcost.text.CommandException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A folder that is deleted with its content on close. */
public record TemporaryFolder(Path path) implements AutoCloseable {

    /** Creates a folder with a name that begins with a prefix. */
    public TemporaryFolder(Path within, String prefix) {
        this(create(within, prefix));
    }

    private static Path create(Path within, String prefix) {
        try {
            return Files.createTempDirectory(within, prefix);
        } catch (IOException e) {
            throw CommandException.badFile("cannot create a folder in " + within + ": " + e.getMessage());
        }
    }

    @Override
    public void close() {
        try (Stream<Path> tree = Files.walk(path)) {
            for (Path file : tree.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException e) {
            path.toFile().deleteOnExit(); // a process that was killed may still be writing to it
        }
    }
}

package dev.callcost.transport.target;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads files that the user named. */
final class TargetFiles {
    private TargetFiles() {}

    interface PathReader<T> {
        T of(Path file) throws IOException;
    }

    /** @throws TargetException (file) when it cannot be read */
    static <T> T read(String path, PathReader<T> reading) {
        try {
            return reading.of(Path.of(path));
        } catch (NoSuchFileException e) {
            throw TargetException.file(path + ": no such file");
        } catch (CharacterCodingException e) {
            throw TargetException.file(path + ": is not text in UTF-8");
        } catch (IOException | InvalidPathException e) {
            throw TargetException.file(path + ": cannot be read: " + e.getMessage());
        }
    }
}

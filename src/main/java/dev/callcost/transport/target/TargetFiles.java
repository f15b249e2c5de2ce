package dev.callcost.transport.target;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads files that the user named. */
final class TargetFiles {
    private TargetFiles() {}

    /** @throws TargetException (file) when it cannot be read */
    static byte[] bytes(String path) {
        try {
            return Files.readAllBytes(Path.of(path));
        } catch (NoSuchFileException e) {
            throw new TargetException(TargetException.Kind.FILE, path + ": no such file");
        } catch (IOException | InvalidPathException e) {
            throw new TargetException(TargetException.Kind.FILE, path + ": cannot be read: " + e.getMessage());
        }
    }

    /** @throws TargetException (file) when it cannot be read or is not text in UTF-8 */
    static String text(String path) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes(path)))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new TargetException(TargetException.Kind.FILE, path + ": is not text in UTF-8");
        }
    }
}

package dev.callcost.compare;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A class of this suite that goes into the copy of a jar, in place of its own if it has one. */
final class AddedClass {
    private AddedClass() {}

    /**
     * Puts a class into a jar.
     *
     * @param type the class; it is no inner class and has none
     * @throws IOException when the jar cannot be read or written
     */
    static void into(Path jar, Class<?> type) throws IOException {
        String file = "/" + type.getName().replace('.', '/') + ".class";
        try (FileSystem entries = FileSystems.newFileSystem(jar);
                InputStream content = AddedClass.class.getResourceAsStream(file)) {
            Path entry = entries.getPath(file);
            Files.createDirectories(entry.getParent());
            Files.copy(content, entry, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}

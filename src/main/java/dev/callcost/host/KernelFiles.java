package dev.callcost.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The small files that describe a Linux kernel; other systems have none. What cannot be read is empty. Names have no
 * leading slash.
 *
 * @param root {@code /}, except in tests
 */
public record KernelFiles(Path root) {
    /** The word for what cannot be determined. */
    public static final String UNKNOWN = "unknown";

    public static final KernelFiles HERE = new KernelFiles(Path.of("/"));

    public List<String> lines(String name) {
        try {
            return Files.readAllLines(root.resolve(name));
        } catch (IOException e) {
            return List.of();
        }
    }

    public Optional<String> first(String name) {
        return lines(name).stream().map(String::strip).findFirst();
    }

    /** The text after a name and a colon in a file. */
    public Optional<String> field(String name, String field) {
        return fields(name, field).stream().findFirst();
    }

    /** The text after a name and a colon in each line that has them. */
    List<String> fields(String name, String field) {
        return lines(name).stream()
                .map(line -> line.split(":", 2))
                .filter(parts -> parts.length == 2 && parts[0].strip().equals(field))
                .map(parts -> parts[1].strip())
                .toList();
    }

    public List<String> names(String directory) {
        String[] names = root.resolve(directory).toFile().list();
        return names == null ? List.of() : List.of(names);
    }
}

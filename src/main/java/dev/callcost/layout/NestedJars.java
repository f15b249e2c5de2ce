package dev.callcost.layout;

import dev.callcost.text.CommandException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Spring Boot's jar, or a war: classes in a folder of it, and libraries as jars within the jar. */
final class NestedJars {
    private static final Pattern CLASSES = Pattern.compile("(BOOT-INF|WEB-INF)/classes/(.+)");
    private static final Pattern LIBRARY = Pattern.compile("(BOOT-INF|WEB-INF)/lib[^/]*/([^/]+\\.jar)");

    /** The plugin for Maven leaves JMH's list there; a manifest and signatures are those of the outer jar. */
    private static final Pattern OUTER = Pattern.compile("META-INF/(?!MANIFEST\\.MF|[^/]*\\.(SF|RSA|DSA|EC)$).+");

    private NestedJars() {}

    /** @param top a file which a jar that needs no unpacking has at its top */
    static boolean isIn(Path jar, String top) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            return zip.getEntry(top) == null && zip.stream().anyMatch(NestedJars::isNested);
        }
    }

    private static boolean isNested(ZipEntry entry) {
        return CLASSES.matcher(entry.getName()).matches()
                || LIBRARY.matcher(entry.getName()).matches();
    }

    /** Unpacks it, and returns its class path: a folder, and jars in their order in the jar. */
    static List<Path> unpack(Path jar, Path folder) throws IOException {
        Path classes = Files.createDirectories(folder.resolve("nested-classes"));
        List<Path> parts = new ArrayList<>(List.of(classes));
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : zip.stream().filter(it -> !it.isDirectory()).toList()) {
                Matcher own = CLASSES.matcher(entry.getName());
                Matcher library = LIBRARY.matcher(entry.getName());
                if (own.matches()) {
                    write(zip, entry, within(classes, own.group(2)));
                } else if (library.matches()) {
                    Path path = within(folder.resolve("nested-lib-" + parts.size()), library.group(2));
                    write(zip, entry, path);
                    parts.add(path);
                } else if (OUTER.matcher(entry.getName()).matches()) {
                    write(zip, entry, within(classes, entry.getName()));
                }
            }
        }
        return parts;
    }

    private static Path within(Path folder, String name) {
        Path path = folder.resolve(name).normalize();
        if (!path.startsWith(folder)) {
            throw CommandException.badFile("a jar has the name " + name + ", which leaves its folder");
        }
        return path;
    }

    private static void write(ZipFile zip, ZipEntry entry, Path path) throws IOException {
        Files.createDirectories(path.getParent());
        if (!Files.exists(path)) {
            try (InputStream in = zip.getInputStream(entry)) {
                Files.copy(in, path);
            }
        }
    }
}

package dev.callcost.layout;

import dev.callcost.launch.JmhJar;
import dev.callcost.text.CommandException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Another version of a library on a class path. It takes the place of the library's own jar, or of its classes in a jar
 * that has those of many libraries.
 *
 * @param versions of all sides: files of one that the other lacks must not stay
 * @param folder for jars without the library
 */
record ReplacedDependency(Dependency dependency, List<Dependency> versions, Path folder) {
    private static final String CLASS = ".class";
    private static final String META = "META-INF/";
    private static final String VERSIONS = META + "versions/";
    private static final String SERVICES = META + "services/";

    /**
     * The class path with the dependency.
     *
     * @param name of the class path, for messages
     * @throws CommandException (usage) when no part has classes of the library
     */
    List<Path> in(List<Path> parts, String name, Consumer<String> notes) throws IOException {
        Map<String, List<byte[]>> files = files();
        Pattern jarName = Pattern.compile(Pattern.quote(dependency.artifact()) + "(-\\d.*)?\\.jar");
        List<Path> result = new ArrayList<>();
        List<String> replaced = new ArrayList<>();
        for (Path part : parts) {
            if (Files.isDirectory(part)) {
                result.add(part);
                continue;
            }
            String file = part.getFileName().toString();
            boolean isOfLibrary = hasClassOf(part, files);
            if (isOfLibrary && jarName.matcher(file).matches()) {
                replaced.add(file);
            } else if (isOfLibrary) {
                result.add(without(part, files, result.size()));
                replaced.add("its classes in " + file);
            } else {
                result.add(hasClassPath(part) ? without(part, Map.of(), result.size()) : part);
                continue;
            }
            if (replaced.size() == 1) {
                result.add(dependency.jar());
            }
        }
        if (replaced.isEmpty()) {
            throw CommandException.usage(name + ": has no class of " + dependency.group() + ":" + dependency.artifact()
                    + " under its own name, so " + dependency + " cannot replace it");
        }
        notes.accept(name + ": " + dependency + " replaces " + String.join(", ", replaced)
                + "; libraries that it needs stay as they are.");
        return result;
    }

    /** The files of all versions by their names. */
    private Map<String, List<byte[]>> files() throws IOException {
        Map<String, List<byte[]>> files = new HashMap<>();
        for (Dependency version : versions) {
            if (version.isOf(dependency)) {
                try (ZipFile jar = new ZipFile(version.jar().toFile())) {
                    for (ZipEntry entry : files(jar)) {
                        files.computeIfAbsent(entry.getName(), it -> new ArrayList<>())
                                .add(bytes(jar, entry));
                    }
                }
            }
        }
        return files;
    }

    private static List<ZipEntry> files(ZipFile jar) {
        return jar.stream()
                .filter(entry -> !entry.isDirectory())
                .map(ZipEntry.class::cast)
                .toList();
    }

    private static byte[] bytes(ZipFile jar, ZipEntry entry) throws IOException {
        try (InputStream in = jar.getInputStream(entry)) {
            return in.readAllBytes();
        }
    }

    private static boolean hasClassOf(Path part, Map<String, List<byte[]>> files) throws IOException {
        try (ZipFile jar = new ZipFile(part.toFile())) {
            return files(jar).stream()
                    .map(ZipEntry::getName)
                    .filter(name -> name.endsWith(CLASS) && !name.endsWith("module-info.class"))
                    .anyMatch(files::containsKey);
        }
    }

    private static boolean hasClassPath(Path part) throws IOException {
        try (JarFile jar = new JarFile(part.toFile())) {
            return JmhJar.attributes(jar).containsKey(Attributes.Name.CLASS_PATH);
        }
    }

    /** A copy of a jar without these files, and without the class path of its manifest, which has the old version. */
    private Path without(Path part, Map<String, List<byte[]>> files, int index) throws IOException {
        String pom = META + "maven/" + dependency.group() + "/" + dependency.artifact() + "/";
        Map<String, byte[]> kept = new LinkedHashMap<>();
        try (JarFile jar = new JarFile(part.toFile(), false)) {
            Manifest manifest = jar.getManifest();
            if (manifest != null) {
                manifest.getMainAttributes().remove(Attributes.Name.CLASS_PATH);
                ByteArrayOutputStream content = new ByteArrayOutputStream();
                manifest.write(content);
                kept.put(JarFile.MANIFEST_NAME, content.toByteArray());
            }
            for (ZipEntry entry : files(jar)) {
                String name = entry.getName();
                byte[] content = bytes(jar, entry);
                List<byte[]> others = files.getOrDefault(name, List.of());
                if (name.startsWith(SERVICES)) {
                    kept.putIfAbsent(name, withoutLines(content, others));
                } else if (!name.startsWith(pom) && !isOfLibrary(name, content, others)) {
                    kept.putIfAbsent(name, content);
                }
            }
        }
        Path copy = Files.createDirectories(folder.resolve("without-" + dependency.artifact() + "-" + index))
                .resolve(part.getFileName());
        JmhJar.write(copy, kept);
        return copy;
    }

    /** In META-INF a file of one name may be another library's, or what a build made of the files of many. */
    private static boolean isOfLibrary(String name, byte[] content, List<byte[]> others) {
        boolean isShared = name.startsWith(META) && !(name.startsWith(VERSIONS) && name.endsWith(CLASS));
        return isShared ? others.stream().anyMatch(other -> Arrays.equals(content, other)) : !others.isEmpty();
    }

    /** Builds join the lists of providers. */
    private static byte[] withoutLines(byte[] content, List<byte[]> others) {
        Set<String> lines = new HashSet<>();
        others.forEach(other -> new String(other, StandardCharsets.UTF_8)
                .lines()
                .map(String::strip)
                .forEach(lines::add));
        return new String(content, StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !lines.contains(line.strip()))
                .collect(Collectors.joining("\n", "", "\n"))
                .getBytes(StandardCharsets.UTF_8);
    }
}

package dev.callcost.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A jar that runs benchmarks as an uber-jar does, whose manifest names libraries instead of holding them. */
public final class PlantedJar {
    private PlantedJar() {}

    /** A jar of this suite with the benchmarks of a directory. */
    public static Path ofSuite(Path jar, Path benchmarks) throws IOException {
        return write(jar, "dev.callcost.Main", benchmarks, SpawnedMain.suiteClassPath());
    }

    /** A jar with the benchmarks of a directory that knows nothing of this suite. */
    public static Path ofJmhAlone(Path jar, Path benchmarks) throws IOException {
        String libraries = Arrays.stream(SpawnedMain.suiteClassPath().split(":"))
                .filter(entry -> entry.matches(".*/(jmh-core|jopt-simple|commons-math3)[^/]*[.]jar"))
                .collect(Collectors.joining(":"));
        return write(jar, "org.openjdk.jmh.Main", benchmarks, libraries);
    }

    private static Path write(Path jar, String main, Path benchmarks, String libraries) throws IOException {
        String classPath = Arrays.stream(libraries.split(":"))
                .map(entry -> Path.of(entry).toAbsolutePath().toUri().toString())
                .collect(Collectors.joining(" "));
        return write(
                jar,
                Map.of(Attributes.Name.MAIN_CLASS, main, Attributes.Name.CLASS_PATH, classPath),
                files(benchmarks));
    }

    /** All files of a folder, by their paths in it. */
    static Map<String, byte[]> files(Path folder) throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        try (Stream<Path> tree = Files.walk(folder)) {
            for (Path file : tree.filter(Files::isRegularFile).toList()) {
                files.put(folder.relativize(file).toString(), Files.readAllBytes(file));
            }
        }
        return files;
    }

    /** A jar with attributes in its manifest. */
    public static Path write(Path jar, Map<Attributes.Name, String> attributes, Map<String, byte[]> files)
            throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.forEach(manifest.getMainAttributes()::put);
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                out.putNextEntry(new JarEntry(file.getKey()));
                out.write(file.getValue());
            }
        }
        return jar;
    }
}

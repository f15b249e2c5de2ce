package dev.callcost.launch;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
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
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, main);
        manifest.getMainAttributes()
                .put(
                        Attributes.Name.CLASS_PATH,
                        Arrays.stream(libraries.split(":"))
                                .map(entry ->
                                        Path.of(entry).toAbsolutePath().toUri().toString())
                                .collect(Collectors.joining(" ")));
        try (OutputStream content = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(content, manifest)) {
            for (Path file : filesOf(benchmarks)) {
                out.putNextEntry(new JarEntry(benchmarks.relativize(file).toString()));
                Files.copy(file, out);
            }
        }
        return jar;
    }

    private static List<Path> filesOf(Path tree) throws IOException {
        try (Stream<Path> files = Files.walk(tree)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }
}

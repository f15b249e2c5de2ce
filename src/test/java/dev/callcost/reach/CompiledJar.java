package dev.callcost.reach;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.launch.PlantedJar;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** A jar of classes that a test compiles. */
public final class CompiledJar {
    private static final List<String> JMH = List.of("jmh-core", "jopt-simple", "commons-math3");

    public final Map<String, byte[]> files = new TreeMap<>();
    final Map<Attributes.Name, String> attributes = new HashMap<>();
    private final Path folder;

    /** @param folder does not exist yet */
    public CompiledJar(Path folder) {
        this.folder = folder;
    }

    /** A jar of benchmarks as JMH users build it, with JMH in it. */
    public static CompiledJar ofBenchmarks(Path folder, String source) throws IOException {
        return new CompiledJar(folder).withJmh().compileBenchmarks(source);
    }

    /**
     * Adds the classes of one source file.
     *
     * @param options of javac
     */
    public CompiledJar compile(String source, String... options) throws IOException {
        Matcher open = Pattern.compile("public class (\\w+)").matcher(source);
        Path file = Files.createDirectories(folder).resolve((open.find() ? open.group(1) : "Source") + ".java");
        Path classes = folder.resolve("classes");
        Files.writeString(file, source);
        List<String> words = new ArrayList<>(List.of("-d", classes.toString(), "-Xlint:none"));
        words.addAll(List.of(options));
        words.add(file.toString());
        assertThat(ToolProvider.findFirst("javac")
                        .orElseThrow()
                        .run(System.out, System.err, words.toArray(String[]::new)))
                .isZero();
        try (Stream<Path> tree = Files.walk(classes)) {
            tree.filter(Files::isRegularFile)
                    .forEach(it -> files.put(classes.relativize(it).toString(), read(it)));
        }
        return this;
    }

    /** Adds the classes of one source file with benchmarks, and what JMH generates for these. */
    public CompiledJar compileBenchmarks(String source) throws IOException {
        return compile(
                source,
                "-cp",
                System.getProperty("java.class.path"),
                "-processor",
                "org.openjdk.jmh.generators.BenchmarkProcessor");
    }

    /** Adds JMH and its libraries. */
    public CompiledJar withJmh() throws IOException {
        for (String path : System.getProperty("java.class.path").split(":")) {
            if (JMH.stream().anyMatch(Path.of(path).getFileName().toString()::startsWith)) {
                addAll(Path.of(path));
            }
        }
        attributes.put(Attributes.Name.MAIN_CLASS, "org.openjdk.jmh.Main");
        return this;
    }

    private void addAll(Path jar) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : Collections.list(zip.entries())) {
                if (!entry.isDirectory() && !entry.getName().endsWith("MANIFEST.MF")) {
                    try (InputStream in = zip.getInputStream(entry)) {
                        files.put(entry.getName(), in.readAllBytes());
                    }
                }
            }
        }
    }

    private static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public CompiledJar with(String file, String text) {
        files.put(file, text.getBytes());
        return this;
    }

    public Path write() throws IOException {
        return PlantedJar.write(Path.of(folder + ".jar"), attributes, files);
    }
}

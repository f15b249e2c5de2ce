package dev.callcost.layout;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import jdk.security.jarsigner.JarSigner;

/**
 * A project with a library of two functions and a benchmark of each, which leaves its benchmarks in one of many
 * layouts. Its {@code build.sh} needs the JDK alone.
 */
public record SmallProject(Path folder, Kind kind) {
    /** What its build leaves. */
    public enum Kind {
        SHADED("target/benchmarks.jar"),
        THIN("target/benchmarks.jar"),
        THIN_WITHOUT_CLASS_PATH("target/benchmarks.jar"),
        /** Two jars of benchmarks, with the version in their names. */
        TWO_MODULES("one/target/one-*-jmh.jar"),
        SPRING_BOOT("target/application.jar"),
        WAR("target/application.war"),
        /** Folders, and a file with the class path. */
        EXPLODED("class-path.txt"),
        /** Maven's folders of classes, and libraries in the folder that its dependency plugin copies to. */
        TEST_CLASSES("target/test-classes"),
        MULTI_RELEASE("target/benchmarks.jar"),
        MODULAR("target/benchmarks.jar"),
        SIGNED("target/benchmarks.jar"),
        JAVA_8("target/benchmarks.jar"),
        /** A jar with several entries of one name, as Gradle writes without a rule for duplicates. */
        DUPLICATES("target/benchmarks.jar");

        private final String leaves;

        Kind(String leaves) {
            this.leaves = leaves;
        }

        /** What {@code --jar} names, from the project's folder. */
        public String leaves() {
            return leaves;
        }
    }

    /** A pattern of what {@code compare --plan} says where one function of the library does more. */
    public static final String REACHED = "Run changed methods:\\n  FoldBenchmark.changed: Fold.changed\\n+"
            + "Run no changed code:\\n  FoldBenchmark.steady\\n";

    /** The kinds that a build of a commit leaves in different ways: a jar, archives, a file, folders. */
    public static final String FROM_COMMITS = "THIN|TWO_MODULES|WAR|EXPLODED|TEST_CLASSES";

    private static final String LIBRARY = "lib/src/org/example/lib/Fold.java";
    private static final String VERSION = "version.txt";
    private static final String TURNS = "int turns = 400;";

    private static final String FOLD = """
            package org.example.lib;

            public final class Fold {
                private Fold() {}

                public static long changed(long value) {
                    int turns = 400;
                    long result = value;
                    for (int turn = 0; turn < turns; turn++) {
                        result = result * 31 + (result >>> 7);
                    }
                    return result;
                }

                public static long steady(long value) {
                    long result = value;
                    for (int turn = 0; turn < 300; turn++) {
                        result = result * 37 + (result >>> 9);
                    }
                    return result;
                }
            }
            """;

    private static final String BENCHMARK = """
            package org.example.bench;

            import java.util.concurrent.TimeUnit;
            import org.example.lib.Fold;
            import org.openjdk.jmh.annotations.Benchmark;
            import org.openjdk.jmh.annotations.BenchmarkMode;
            import org.openjdk.jmh.annotations.Mode;
            import org.openjdk.jmh.annotations.OutputTimeUnit;
            import org.openjdk.jmh.annotations.Scope;
            import org.openjdk.jmh.annotations.State;

            @State(Scope.Thread)
            @BenchmarkMode(Mode.AverageTime)
            @OutputTimeUnit(TimeUnit.NANOSECONDS)
            public class FoldBenchmark {
                long value = 42;

                @Benchmark
                public long changed() {
                    return Fold.changed(value);
                }

                @Benchmark
                public long steady() {
                    return Fold.steady(value);
                }
            }
            """;

    private static final String OTHER = BENCHMARK
            .replace("FoldBenchmark", "OtherBenchmark")
            .replaceAll("(?s)    @Benchmark\\s+public long changed.*?\\}\n\n", "");

    /** Writes sources and the script. */
    public static SmallProject write(Path folder, Kind kind) throws IOException {
        SmallProject project = new SmallProject(folder, kind);
        project.write(LIBRARY, FOLD);
        project.write("bench/src/org/example/bench/FoldBenchmark.java", BENCHMARK);
        project.write(VERSION, "1.0");
        project.write(
                "build.sh",
                String.join(
                                " ",
                                "exec",
                                "'" + Path.of(System.getProperty("java.home"), "bin", "java") + "'",
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                "'"
                                        + SmallProject.class
                                                .getProtectionDomain()
                                                .getCodeSource()
                                                .getLocation()
                                                .getPath()
                                        + "'",
                                SmallProject.class.getName(),
                                kind.name(),
                                "'" + jmh() + "'")
                        + "\n");
        return project;
    }

    private void write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    /** Lets the library's one function run twice as many turns, in a new version. */
    public SmallProject plant() throws IOException {
        write(LIBRARY, FOLD.replace(TURNS, TURNS.replace("400", "800")));
        write(VERSION, "1.1");
        return this;
    }

    /** Builds in this JVM what the script builds. */
    void build() throws IOException {
        new Build(folder, kind, jmh()).run();
    }

    /** What {@code --base} names. */
    Path leaves() throws IOException {
        return kind == Kind.TWO_MODULES ? module("one") : folder.resolve(kind.leaves);
    }

    /** The jar of one of two modules. */
    public Path module(String name) throws IOException {
        return folder.resolve(name + "/target/" + name + "-" + Files.readString(folder.resolve(VERSION)) + "-jmh.jar");
    }

    /** The library's jar alone. */
    public Path library() {
        return folder.resolve("target/made/lib.jar");
    }

    /** JMH, its annotation processor and what both need, of the class path of the tests. */
    private static String jmh() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(it -> it.replace('\\', '/').matches(".*/(jmh-|jopt-simple|commons-math3)[^/]*[.]jar"))
                .map(it -> Path.of(it).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** {@code KIND CLASSPATH}, in the project's folder. */
    public static void main(String[] arguments) throws IOException {
        new Build(Path.of("").toAbsolutePath(), Kind.valueOf(arguments[0]), arguments[1]).run();
    }

    /** Compiles, and arranges the layout. */
    private record Build(Path folder, Kind kind, String jmh) {
        void run() throws IOException {
            delete(folder.resolve("target"));
            Path made = Files.createDirectories(folder.resolve("target/made"));
            compile(made.resolve("lib"), "", "lib/src");
            if (kind == Kind.MODULAR) {
                Path module = made.resolve("module/module-info.java");
                Files.createDirectories(module.getParent());
                Files.writeString(module, "module org.example.lib { exports org.example.lib; }");
                javac(
                        "-d",
                        made.resolve("lib").toString(),
                        module.toString(),
                        folder.resolve(LIBRARY).toString());
            }
            if (kind == Kind.MULTI_RELEASE) {
                Path versioned = made.resolve("lib/META-INF/versions/17/org/example/lib");
                Files.createDirectories(versioned);
                Files.move(made.resolve("lib/org/example/lib/Fold.class"), versioned.resolve("Fold.class"));
                Path old = made.resolve("old/org/example/lib/Fold.java");
                Files.createDirectories(old.getParent());
                Files.writeString(old, FOLD);
                javac("-d", made.resolve("lib").toString(), old.toString());
            }
            compile(made.resolve("bench"), made.resolve("lib") + File.pathSeparator + jmh, "bench/src");
            Map<String, byte[]> lib = files(made.resolve("lib"));
            Map<String, byte[]> bench = files(made.resolve("bench"));
            jar(made.resolve("lib.jar"), manifest(""), lib);
            switch (kind) {
                case SHADED, JAVA_8 -> shaded(folder.resolve(kind.leaves), "", List.of(lib, bench));
                case MULTI_RELEASE -> shaded(folder.resolve(kind.leaves), "Multi-Release: true\n", List.of(lib, bench));
                case DUPLICATES -> {
                    Path jar = folder.resolve(kind.leaves);
                    Map<String, byte[]> twice = new TreeMap<>( // each build in the same order
                            Map.of("META-INF/twice.txt", new byte[1], "META-INF/twicf.txt", new byte[2]));
                    shaded(jar, "", List.of(lib, bench, twice));
                    String bytes = Files.readString(jar, StandardCharsets.ISO_8859_1);
                    Files.writeString(jar, bytes.replace("twicf", "twice"), StandardCharsets.ISO_8859_1);
                }
                case THIN, MODULAR -> thin(bench, "libraries", "Class-Path: " + libraries("libraries") + "\n");
                case SIGNED -> {
                    thin(bench, "libraries", "Class-Path: " + libraries("libraries") + "\n");
                    sign(folder.resolve("target/libraries/lib.jar"));
                    sign(folder.resolve(kind.leaves));
                }
                case THIN_WITHOUT_CLASS_PATH -> thin(bench, "lib", "");
                case TWO_MODULES -> twoModules(lib, bench);
                case SPRING_BOOT -> nested(bench, "BOOT-INF/classes/", "BOOT-INF/lib/", false);
                case WAR -> nested(bench, "WEB-INF/classes/", "WEB-INF/lib/", true);
                case EXPLODED ->
                    Files.writeString(
                            folder.resolve(kind.leaves),
                            "target/made/bench" + File.pathSeparator + "target/none" + File.pathSeparator
                                    + "target/made/lib" + File.pathSeparator + jmh + "\n");
                case TEST_CLASSES -> {
                    write(folder.resolve("target/test-classes"), bench);
                    write(folder.resolve("target/classes"), lib);
                    copyJmh(folder.resolve("target/dependency"));
                }
            }
        }

        private static void delete(Path folder) throws IOException {
            if (Files.exists(folder)) {
                try (Stream<Path> tree = Files.walk(folder)) {
                    for (Path file : tree.sorted(Comparator.reverseOrder()).toList()) {
                        Files.delete(file);
                    }
                }
            }
        }

        private void compile(Path target, String classPath, String sources) throws IOException {
            List<String> words = new ArrayList<>(List.of("-d", target.toString(), "-cp", classPath));
            words.addAll(
                    classPath.isEmpty()
                            ? List.of("-proc:none")
                            : List.of("-processor", "org.openjdk.jmh.generators.BenchmarkProcessor"));
            words.addAll(List.of("--release", kind == Kind.JAVA_8 ? "8" : "17"));
            try (Stream<Path> files = Files.walk(folder.resolve(sources))) {
                files.filter(it -> it.toString().endsWith(".java")).forEach(it -> words.add(it.toString()));
            }
            javac(words.toArray(String[]::new));
        }

        private static void javac(String... words) {
            List<String> all = new ArrayList<>(List.of("-nowarn", "-Xlint:-options"));
            all.addAll(List.of(words));
            if (ToolProvider.findFirst("javac").orElseThrow().run(System.err, System.err, all.toArray(String[]::new))
                    != 0) {
                throw new IllegalStateException("javac " + all);
            }
        }

        private static Map<String, byte[]> files(Path folder) throws IOException {
            Map<String, byte[]> files = new LinkedHashMap<>();
            try (Stream<Path> tree = Files.walk(folder)) {
                for (Path file : tree.filter(Files::isRegularFile).sorted().toList()) {
                    files.put(folder.relativize(file).toString().replace('\\', '/'), Files.readAllBytes(file));
                }
            }
            return files;
        }

        private static Map<String, byte[]> manifest(String attributes) {
            // a line has 72 bytes
            String folded = attributes.replaceAll("(.{70})", "$1\n ");
            return Map.of(JarFile.MANIFEST_NAME, ("Manifest-Version: 1.0\n" + folded).getBytes(StandardCharsets.UTF_8));
        }

        @SafeVarargs
        private static void jar(Path jar, Map<String, byte[]>... parts) throws IOException {
            Map<String, byte[]> all = new LinkedHashMap<>();
            for (Map<String, byte[]> part : parts) {
                part.forEach(all::putIfAbsent);
            }
            Files.createDirectories(jar.getParent());
            try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
                out.setLevel(Deflater.BEST_SPEED);
                for (Map.Entry<String, byte[]> file : all.entrySet()) {
                    ZipEntry entry = new ZipEntry(file.getKey());
                    if (file.getKey().endsWith(".jar")) {
                        store(entry, file.getValue());
                    }
                    out.putNextEntry(entry);
                    out.write(file.getValue());
                }
            }
        }

        private static void store(ZipEntry entry, byte[] bytes) {
            CRC32 crc = new CRC32();
            crc.update(bytes);
            entry.setMethod(ZipEntry.STORED);
            entry.setSize(bytes.length);
            entry.setCrc(crc.getValue());
        }

        private List<Path> jmhJars() {
            return Stream.of(jmh.split(File.pathSeparator)).map(Path::of).toList();
        }

        private void shaded(Path jar, String attributes, List<Map<String, byte[]>> own) throws IOException {
            List<Map<String, byte[]>> parts = new ArrayList<>(List.of(manifest(attributes)));
            parts.addAll(own);
            for (Path library : jmhJars()) {
                Map<String, byte[]> content = new LinkedHashMap<>();
                try (ZipFile zip = new ZipFile(library.toFile())) {
                    for (ZipEntry entry :
                            zip.stream().filter(it -> !it.isDirectory()).toList()) {
                        try (InputStream in = zip.getInputStream(entry)) {
                            content.put(entry.getName(), in.readAllBytes());
                        }
                    }
                }
                parts.add(content);
            }
            jar(jar, parts.<Map<String, byte[]>>toArray(Map[]::new));
        }

        private String libraries(String name) {
            return Stream.concat(
                            Stream.of("lib.jar"),
                            jmhJars().stream().map(it -> it.getFileName().toString()))
                    .map(it -> name + "/" + it)
                    .collect(Collectors.joining(" "));
        }

        private void thin(Map<String, byte[]> bench, String libraries, String attributes) throws IOException {
            Path target = folder.resolve("target");
            jar(target.resolve("benchmarks.jar"), manifest(attributes), bench);
            copyJmh(target.resolve(libraries));
            Files.copy(target.resolve("made/lib.jar"), target.resolve(libraries).resolve("lib.jar"));
        }

        private void copyJmh(Path folder) throws IOException {
            Files.createDirectories(folder);
            for (Path jar : jmhJars()) {
                Files.copy(jar, folder.resolve(jar.getFileName()));
            }
        }

        private static void write(Path folder, Map<String, byte[]> files) throws IOException {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                Path path = folder.resolve(file.getKey());
                Files.createDirectories(path.getParent());
                Files.write(path, file.getValue());
            }
        }

        private void twoModules(Map<String, byte[]> lib, Map<String, byte[]> bench) throws IOException {
            String version = Files.readString(folder.resolve(VERSION));
            Path other = folder.resolve("target/made/other-src/OtherBenchmark.java");
            Files.createDirectories(other.getParent());
            Files.writeString(other, OTHER);
            Path classes = folder.resolve("target/made/other");
            compile(classes, folder.resolve("target/made/lib") + File.pathSeparator + jmh, "target/made/other-src");
            delete(folder.resolve("one/target"));
            delete(folder.resolve("two/target"));
            shaded(folder.resolve("one/target/one-" + version + "-jmh.jar"), "", List.of(lib, bench));
            shaded(folder.resolve("two/target/two-" + version + "-jmh.jar"), "", List.of(lib, files(classes)));
        }

        /**
         * @param isListInside else META-INF is at the top of the jar, where Spring Boot's plugin for Maven leaves it
         */
        private void nested(Map<String, byte[]> bench, String classes, String libraries, boolean isListInside)
                throws IOException {
            Map<String, byte[]> files = new LinkedHashMap<>();
            bench.forEach((name, content) ->
                    files.put(!isListInside && name.startsWith("META-INF/") ? name : classes + name, content));
            files.put(libraries + "lib.jar", Files.readAllBytes(folder.resolve("target/made/lib.jar")));
            for (Path jar : jmhJars()) {
                files.put(libraries + jar.getFileName(), Files.readAllBytes(jar));
            }
            jar(folder.resolve(kind.leaves), manifest("Start-Class: org.example.Main\n"), files);
        }

        private void sign(Path jar) throws IOException {
            Path store = folder.resolve("target/made/keys.p12");
            try {
                if (!Files.exists(store)) {
                    Process keys = new ProcessBuilder(
                                    Path.of(System.getProperty("java.home"), "bin", "keytool")
                                            .toString(),
                                    "-genkeypair",
                                    "-alias",
                                    "own",
                                    "-keyalg",
                                    "EC",
                                    "-dname",
                                    "CN=example",
                                    "-storepass",
                                    "changeit",
                                    "-keystore",
                                    store.toString())
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
                    if (keys.waitFor() != 0) {
                        throw new IllegalStateException("keytool fails");
                    }
                }
                KeyStore keys = KeyStore.getInstance(store.toFile(), "changeit".toCharArray());
                Path signed = jar.resolveSibling("signed.jar");
                try (ZipFile zip = new ZipFile(jar.toFile());
                        OutputStream out = Files.newOutputStream(signed)) {
                    new JarSigner.Builder(
                                    (PrivateKey) keys.getKey("own", "changeit".toCharArray()),
                                    CertificateFactory.getInstance("X.509")
                                            .generateCertPath(List.of(keys.getCertificate("own"))))
                            .build()
                            .sign(zip, out);
                }
                Files.move(signed, jar, StandardCopyOption.REPLACE_EXISTING);
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
    }
}

package dev.callcost.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.launch.JmhJar;
import dev.callcost.launch.PlantedJar;
import dev.callcost.text.CommandException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of a layout, and what is said of those that cannot be used; no JVM starts. */
class LayoutTest {
    private static final String LIST = "META-INF/BenchmarkList";
    private static final String JMH = "org/openjdk/jmh/runner/ForkedMain.class";

    @TempDir
    Path directory;

    private final List<String> notes = new ArrayList<>();

    private Path jar(String name, String... files) throws IOException {
        Map<String, byte[]> content = new TreeMap<>();
        Arrays.stream(files).forEach(file -> content.put(file, file.getBytes(StandardCharsets.UTF_8)));
        Path jar = directory.resolve(name);
        Files.createDirectories(jar.getParent());
        return PlantedJar.write(jar, Map.of(), content);
    }

    private Path text(String name, String text) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private JmhJar laidOut(Path named) {
        return new Layout(directory.resolve("made"), notes::add).jar(named, List.of(), List.of());
    }

    private void assertRefused(Path named, String message) {
        assertThatThrownBy(() -> laidOut(named))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining(message)
                .message()
                .doesNotContain("\n");
    }

    @Test
    void aJarWithAllThatItNeedsStaysAsItIs() throws IOException {
        Path jar = jar("shaded.jar", LIST, JMH);
        assertThat(laidOut(jar)).isEqualTo(new JmhJar(jar));
        assertThat(directory.resolve("made")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({"lib", "libs", "dependency", "../lib"})
    void librariesAreFoundInAFolderNextToTheJar(String folder) throws IOException {
        Path thin = jar("target/thin.jar", LIST);
        Path other = jar("target/" + folder + "/a.jar");
        Path jmh = jar("target/" + folder + "/jmh.jar", JMH);
        JmhJar found = laidOut(thin);
        assertThat(found.name()).isEqualTo(thin.toString());
        assertThat(found.classPath()).containsExactly(thin, other.normalize(), jmh.normalize());
        assertThat(notes)
                .containsExactly(thin + " names no class path with JMH. Its libraries are the jars of "
                        + directory.resolve("target").resolve(folder).normalize() + ".");
    }

    @Test
    void aThinJarWithoutLibrariesNeedsItsClassPath() throws IOException {
        assertRefused(jar("thin.jar", LIST), "needs its class path, which has no JMH: name it as ");
    }

    @Test
    void whatIsNoLayoutIsRefused() throws IOException {
        assertRefused(directory.resolve("none.jar"), "none.jar: no such jar");
        assertRefused(text("readme.md", "Some words.\nMore: words."), "readme.md: is neither a jar nor a class path");
        assertRefused(text("module.jmod", "JM"), "module.jmod: a jmod is for a module path");
        assertRefused(Files.createDirectory(directory.resolve("classes")), "classes: has no META-INF/BenchmarkList");
        assertRefused(jar("app.jar", "BOOT-INF/classes/a.txt"), "app.jar: has no META-INF/BenchmarkList");
        assertRefused(text("old.cp", "classes:lib/old.jar"), "old.cp: names lib/old.jar, which does not exist");
    }

    @Test
    void aFileWithAClassPathNamesPartsFromItsOwnFolder() throws IOException {
        Path classes = text("build/classes/" + LIST, "").getParent().getParent();
        Path jmh = jar("build/jmh.jar", JMH);
        text("build/native.so", "");
        JmhJar jar = laidOut(text("build/bench.cp", "classes:none/:jmh.jar:native.so\n"));
        assertThat(jar.classPath())
                .containsExactly(directory.resolve("made/0-classes"), jmh)
                .doesNotContain(classes);
        assertThat(laidOut(text("build/all.cp", "-Xmx1g -cp \"classes:*\" org.openjdk.jmh.Main"))
                        .classPath())
                .contains(jmh);
    }

    @Test
    void separatorsAreThoseOfAnyTool() {
        assertThat(ClassPathFile.words("a.jar:b.jar\n")).containsExactly("a.jar", "b.jar");
        assertThat(ClassPathFile.words("a.jar\r\nb c.jar\r\n")).containsExactly("a.jar", "b c.jar");
        assertThat(ClassPathFile.words("C:\\a.jar;D:\\b.jar")).containsExactly("C:\\a.jar", "D:\\b.jar");
        assertThat(ClassPathFile.words("-cp\n\"C:\\\\a b.jar;c.jar\"\nMain")).containsExactly("C:\\a b.jar", "c.jar");
        assertThat(ClassPathFile.words("--class-path=a.jar:b.jar Main")).containsExactly("a.jar", "b.jar");
        assertThat(ClassPathFile.words("'a.jar'\n\"b.jar\"")).containsExactly("a.jar", "b.jar");
    }

    /** A session that is resumed has other temporary folders, and so has a shard of another machine. */
    @Test
    void theChecksumIsThatOfTheContent() throws IOException {
        jar("jmh.jar", JMH);
        Path list = text("classes/" + LIST, "");
        Path file = text("bench.cp", "classes\njmh.jar");
        Path one = directory.resolve("one");
        Path two = directory.resolve("two");
        String first =
                new Layout(one, notes::add).jar(file, List.of(), List.of()).checksum();
        assertThat(new Layout(two, notes::add).jar(file, List.of(), List.of()).checksum())
                .isEqualTo(first);
        Files.writeString(list.resolveSibling("data.txt"), "a resource");
        assertThat(laidOut(file).checksum()).isNotEqualTo(first);
    }

    @Test
    void aNameInAJarCannotLeaveItsFolder() throws IOException {
        assertRefused(jar("evil.jar", LIST, "BOOT-INF/classes/../../evil.txt"), "which leaves its folder");
        assertThat(directory.resolve("evil.txt")).doesNotExist();
    }

    @Test
    void aDependencyLeavesWhatIsOfOthers() throws IOException {
        String services = "META-INF/services/a.Service";
        Path repository = directory.resolve("m2/org/example/lib/1.0");
        write(
                repository.resolve("lib-1.0.jar"),
                Map.of("lib/A.class", "1.0", services, "lib.A\n", "META-INF/LICENSE", "lib's", "lib/a.txt", "a"));
        Path shaded = directory.resolve("shaded.jar");
        write(
                shaded,
                Map.of(
                        LIST,
                        "",
                        JMH,
                        "",
                        "lib/A.class",
                        "0.9",
                        "lib/a.txt",
                        "b",
                        services,
                        "other.B\nlib.A\n",
                        "META-INF/LICENSE",
                        "all",
                        "META-INF/maven/org.example/lib/pom.properties",
                        "version=0.9"));
        Dependency dependency = Dependency.of("org.example:lib:1.0");
        System.setProperty("maven.repo.local", directory.resolve("m2").toString());
        try {
            JmhJar jar = new Layout(directory.resolve("made"), notes::add)
                    .jar(shaded, List.of(dependency), List.of(dependency));
            assertThat(jar.name()).isEqualTo(shaded + " with org.example:lib:1.0");
            assertThat(jar.classPath()).hasSize(2).contains(repository.resolve("lib-1.0.jar"));
            try (ZipFile left = new ZipFile(jar.classPath().get(0).toFile())) {
                assertThat(left.stream().map(Object::toString))
                        .contains(LIST, JMH, services, "META-INF/LICENSE")
                        .noneMatch(name -> name.startsWith("lib/") || name.contains("/org.example/"));
                assertThat(new String(
                                left.getInputStream(left.getEntry(services)).readAllBytes(), StandardCharsets.UTF_8))
                        .isEqualTo("other.B\n");
            }
        } finally {
            System.clearProperty("maven.repo.local");
        }
    }

    private static void write(Path jar, Map<String, String> texts) throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        texts.forEach((name, text) -> files.put(name, text.getBytes(StandardCharsets.UTF_8)));
        Files.createDirectories(jar.getParent());
        PlantedJar.write(jar, Map.of(Attributes.Name.CLASS_PATH, "lib/old.jar"), files);
    }
}

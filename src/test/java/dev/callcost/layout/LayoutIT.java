package dev.callcost.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.callcost.launch.SpawnedMain;
import dev.callcost.layout.SmallProject.Kind;
import dev.callcost.text.Program;
import dev.callcost.text.Program.Ended;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Each layout that builds leave, with the same code and with a function of the library that does twice the work. */
class LayoutIT {
    private static final String ONE_ROW = "1 of 2 rows runs changed methods, 1 runs no changed code.";

    private static final String BRIEFLY = "compare -d measured --parallel 1 -wi 3 -w 10ms -i 3 -r 10ms";

    /** Jars, reach, rows, work and two pairs, which are too few for a verdict. */
    private static final int LINES = 1 + 1 + 2 + 1 + 2 * 3;

    private static final int JAVA_25 = 69;

    /** One jar of each kind and side, for all tests. */
    private static final Map<String, SmallProject> BUILT = new HashMap<>();

    @TempDir
    static Path shared;

    @TempDir
    Path directory;

    private Ended run(String words) throws Exception {
        Map<String, String> gradle =
                Map.of("GRADLE_USER_HOME", directory.resolve("gradle").toString());
        try (SpawnedMain main = SpawnedMain.start(List.of(), gradle, directory, directory, words.split(" "))) {
            return main.ended();
        }
    }

    @AfterEach
    void nothingIsLeft() throws IOException {
        try (Stream<Path> left = Files.list(directory.resolve("tmp"))) {
            assertThat(left.map(path -> path.getFileName().toString())).noneMatch(name -> name.startsWith("callcost"));
        }
    }

    private static SmallProject base(Kind kind) throws IOException {
        return built("base", kind);
    }

    private static SmallProject head(Kind kind) throws IOException {
        return built("head", kind);
    }

    private static SmallProject built(String side, Kind kind) throws IOException {
        String name = side + "-" + kind;
        SmallProject project = BUILT.get(name);
        if (project == null) {
            project = SmallProject.write(shared.resolve(name), kind);
            if (side.equals("head")) {
                project.plant();
            }
            project.build();
            BUILT.put(name, project);
        }
        return project;
    }

    private void assertSameCode(String sides) throws Exception {
        Ended ended = run("compare -d same " + sides);
        assertThat(ended.exitCode()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.err()).contains(" have the same code\n");
    }

    private Ended assertOneRowIsReached(String sides) throws Exception {
        Ended ended = run("compare --plan -d plan " + sides);
        assertThat(ended.exitCode()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.out()).contains(ONE_ROW).containsPattern(SmallProject.REACHED);
        return ended;
    }

    /** SourceLayoutsIT has the others. */
    @ParameterizedTest
    @EnumSource(mode = Mode.MATCH_NONE, names = SmallProject.FROM_COMMITS)
    void oneMethodDiffersAndScoutsFindItsRow(Kind kind) throws Exception {
        Ended ended = assertOneRowIsReached(
                "--base " + base(kind).leaves() + " --head " + head(kind).leaves());
        assertThat(ended.out()).startsWith("base and head differ in 1 method of 1 class.\n");
    }

    /** Forks that run from what callcost has made of a layout. */
    @Test
    void aPlantedChangeIsNeverOk() throws Exception {
        String words = BRIEFLY + " --base " + base(Kind.SPRING_BOOT).leaves() + " --head "
                + head(Kind.SPRING_BOOT).leaves();
        Path out = Files.createDirectory(directory.resolve("measured"));
        try (SpawnedMain main = SpawnedMain.start(directory, directory, words.split(" "))) {
            SpawnedMain.awaitLines(out.resolve("log.jsonl"), LINES);
            main.terminate();
            Ended ended = main.ended();
            assertThat(ended.err()).as(ended.out()).contains(ONE_ROW).doesNotContain("failed");
            assertThat(ended.out()).matches("(?s)(REGRESSION|INCONCLUSIVE): .*");
        }
    }

    @Test
    void aModuleWithoutTheChangedClassHasTheSameCode() throws Exception {
        Ended ended = run("compare -d out --base " + base(Kind.TWO_MODULES).module("two") + " --head "
                + head(Kind.TWO_MODULES).module("two"));
        assertThat(ended.exitCode()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.out())
                .startsWith("OK: no benchmark runs the changed method Fold.changed.")
                .contains("base two-1.0-jmh.jar", "head two-1.1-jmh.jar");
    }

    private void publish(SmallProject project, String version) throws IOException {
        Path jar = directory.resolve(
                "gradle/caches/modules-2/files-2.1/org.example/lib/" + version + "/0a1b/lib-" + version + ".jar");
        Files.createDirectories(jar.getParent());
        Files.copy(project.library(), jar);
    }

    @ParameterizedTest
    @EnumSource(names = {"SHADED", "THIN", "SPRING_BOOT"})
    void twoVersionsOfALibraryReplaceTheOneInTheJar(Kind kind) throws Exception {
        publish(base(Kind.SHADED), "1.0");
        publish(head(Kind.SHADED), "1.1");
        Path jar = base(kind).leaves();
        String base = "--base " + jar + " --base-dependency org.example:lib:1.0 ";
        Ended ended = assertOneRowIsReached(base + "--head-dependency org.example:lib:1.1");
        assertThat(ended.err())
                .contains(
                        "org.example:lib:1.0 replaces "
                                + (kind == Kind.SHADED ? "its classes in benchmarks.jar" : "lib.jar")
                                + "; libraries that it needs stay as they are.",
                        "with org.example:lib:1.0 and head ");
        assertSameCode("--base " + jar + " --head-dependency org.example:lib:1.0");
    }

    @Test
    void aDependencyThatCannotReplaceAnythingIsRefused() throws Exception {
        Path jar = base(Kind.SHADED).leaves();
        publish(base(Kind.SHADED), "1.0");
        Ended missing = run("compare --base " + jar + " --head-dependency org.example:lib:9.9");
        assertThat(missing.exitCode()).isEqualTo(65);
        assertThat(missing.err()).contains("mvn dependency:get -Dartifact=org.example:lib:9.9");
        Ended other = run("compare --base " + bare() + " --head-dependency org.example:lib:1.0");
        assertThat(other.exitCode()).isEqualTo(64);
        assertThat(other.err()).contains("has no class of org.example:lib under its own name");
    }

    /** A jar of benchmarks without the library. */
    private Path bare() throws IOException {
        Path jar = Files.copy(base(Kind.SHADED).leaves(), directory.resolve("bare.jar"));
        try (FileSystem files = FileSystems.newFileSystem(jar)) {
            Files.delete(files.getPath("org/example/lib/Fold.class"));
        }
        return jar;
    }

    @Test
    void aFolderAndAFileWithTheLibrariesAreOneClassPath() throws Exception {
        String base = folderAndFile(base(Kind.EXPLODED));
        String head = folderAndFile(head(Kind.EXPLODED));
        assertOneRowIsReached("--base " + base + " --head " + head);
    }

    private static String folderAndFile(SmallProject project) throws IOException {
        String bench = "target/made/bench" + File.pathSeparator;
        Path rest = project.folder().resolve("rest.txt");
        Files.writeString(rest, Files.readString(project.leaves()).replace(bench, ""));
        return project.folder().resolve("target/made/bench") + File.pathSeparator + rest;
    }

    /** It depends on which JDKs a machine has whether the forks' is older than the build's. */
    @Test
    void classFilesNeedAJavaOfTheirRelease() throws Exception {
        Path jar = Files.copy(base(Kind.SHADED).leaves(), directory.resolve("newer.jar"));
        try (FileSystem files = FileSystems.newFileSystem(jar);
                Stream<Path> tree = Files.walk(files.getPath("/org/example"))) {
            for (Path file : tree.filter(it -> it.toString().endsWith(".class")).toList()) {
                byte[] content = Files.readAllBytes(file);
                content[7] = JAVA_25;
                Files.write(file, content);
            }
        }
        if (Runtime.version().feature() < 25) {
            Ended refused = run("compare --all-rows --base " + jar);
            assertThat(refused.exitCode()).isEqualTo(64);
            assertThat(refused.err())
                    .contains("class files of Java 25, and forks run JDK 17")
                    .endsWith(": --jvm names a java of 25 or later\n");
        }
        assertOneRowIsReached("--jvm " + java25() + " --base " + jar + " --head "
                + head(Kind.SHADED).leaves());
    }

    private static Path java25() throws IOException {
        Path jdks = Path.of(System.getProperty("java.home")).toRealPath().getParent();
        try (Stream<Path> siblings = Files.list(jdks)) {
            Optional<Path> found = siblings.filter(
                            jdk -> jdk.getFileName().toString().contains("25"))
                    .map(jdk -> jdk.resolve("bin/java"))
                    .filter(Files::isExecutable)
                    .findFirst();
            assumeTrue(found.isPresent(), "no JDK 25 beside this one");
            return found.get();
        }
    }

    @Test
    void theScriptBuildsTheSameCode() throws Exception {
        SmallProject project = SmallProject.write(directory.resolve("scripted"), Kind.DUPLICATES);
        Ended built = Program.run(project.folder(), List.of("sh", "build.sh"));
        assertThat(built.exitCode()).as(built.out() + built.err()).isZero();
        assertSameCode("--base " + project.leaves() + " --head "
                + base(Kind.DUPLICATES).leaves());
    }
}

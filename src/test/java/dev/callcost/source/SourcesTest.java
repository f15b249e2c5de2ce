package dev.callcost.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.launch.JmhJar;
import dev.callcost.launch.JmhJar.JarPair;
import dev.callcost.launch.PlantedJar;
import dev.callcost.text.CommandException;
import dev.callcost.text.Progress;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Both sides of a git repository, whose build copies a jar and counts itself in a file outside. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class SourcesTest {
    private static final String CONTENT = "content.txt";

    @TempDir
    Path directory;

    private GitProject project;
    private Path built;
    private String build;
    private String headBuild;
    private List<String> jars = List.of("target/*.jar");
    private String jdk = "17";
    private long limit = JarCache.LIMIT;
    private boolean usesCache = true;

    @BeforeEach
    void create() throws Exception {
        project = GitProject.create(directory.resolve("project"));
        built = Files.createFile(directory.resolve("built"));
        Files.createDirectory(directory.resolve("made"));
        for (String content :
                List.of("first", "main", "feature", "uncommitted", "below", "changed", "olddeep", "newdeep")) {
            GitProject.jar(made(content), content);
        }
        build = "pwd >> " + built + "; mkdir -p target; cp " + directory + "/made/$(cat " + CONTENT
                + ").jar target/foo-jmh.jar";
        project.write(CONTENT, "first").write(".gitignore", "target/").commit("The project");
    }

    /** The tests' own: processes of the user remove from theirs what seems to be left. */
    private Path temporary() throws IOException {
        return Files.createDirectories(directory.resolve("temporary"));
    }

    /** The jar that is built of a content. */
    private Path made(String content) {
        return directory.resolve("made/" + content + ".jar");
    }

    /** What a comparison has of a side, while its jars are there. */
    private record Built(List<JarPair> pairs, String base, String head, String told) {
        String baseName() {
            return pairs.get(0).base().path().getFileName().toString();
        }

        String headName() {
            return pairs.get(0).head().path().getFileName().toString();
        }
    }

    private Sources sources(Path folder, String base, String head, Progress progress) throws IOException {
        Sources.SourceRequest request = new Sources.SourceRequest(
                folder,
                base,
                Optional.ofNullable(head),
                Optional.of(build),
                Optional.of(headBuild == null ? build : headBuild),
                jars,
                usesCache);
        Optional<JarCache> cache =
                usesCache ? Optional.of(new JarCache(directory.resolve("cache"), limit, jdk)) : Optional.empty();
        return new Sources(request, progress, cache, temporary());
    }

    private Built build(Path folder, String base, String head) throws Exception {
        PrintStream err = System.err;
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        System.setErr(new PrintStream(told, true, StandardCharsets.UTF_8));
        try (Sources sources = sources(folder, base, head, Progress.onError())) {
            List<JarPair> pairs = sources.pairs();
            return new Built(
                    pairs,
                    content(pairs.get(0).base().path()),
                    content(pairs.get(0).head().path()),
                    told.toString(StandardCharsets.UTF_8));
        } finally {
            System.setErr(err);
            assertThat(project.worktrees()).as("no worktree stays").hasSize(1);
            assertThat(left()).as("no temporary folder stays").isEmpty();
        }
    }

    private Built build(String base, String head) throws Exception {
        return build(project.folder(), base, head);
    }

    private List<Path> left() throws IOException {
        try (Stream<Path> folders = Files.list(temporary())) {
            return folders.toList();
        }
    }

    /** What a jar was built of, which is its list of benchmarks. */
    private static String content(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            ZipEntry entry = file.getEntry("META-INF/BenchmarkList");
            return new String(file.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private List<String> builds() throws IOException {
        return Files.readAllLines(built);
    }

    private void assertRefused(String base, String head, int exitCode, String... texts) {
        assertThatThrownBy(() -> build(base, head))
                .isInstanceOfSatisfying(
                        CommandException.class, it -> assertThat(it.exitCode()).isEqualTo(exitCode))
                .hasMessageContainingAll(texts);
    }

    /** Main has moved on since the branch began. */
    private void branch() throws Exception {
        project.git("checkout", "-q", "-b", "feature");
        project.write(CONTENT, "feature").commit("A feature");
        project.git("checkout", "-q", "main");
        project.write(CONTENT, "main").commit("Main moves on");
        project.git("checkout", "-q", "feature");
    }

    @Test
    void baseOfABranchIsWhereHeadLeftIt() throws Exception {
        branch();
        project.git("tag", "v1", "main");
        Built ofBranch = build("main", null);
        assertThat(ofBranch.base()).isEqualTo("first");
        assertThat(ofBranch.head()).isEqualTo("feature");
        assertThat(ofBranch.told())
                .contains(
                        " \"The project\", the merge base of main and head",
                        "head: the working tree as it stands, built in place: ");
        assertThat(ofBranch.baseName())
                .isEqualTo("foo-jmh-" + project.git("rev-parse", "main~1").substring(0, 7) + ".jar");
        assertThat(build("main", "feature").base()).isEqualTo("first");
        assertThat(build("v1", "feature").base()).isEqualTo("main");
        assertThat(build(project.git("rev-parse", "--short", "main"), "feature").base())
                .isEqualTo("main");
    }

    @Test
    void uncommittedAndUntrackedFilesAreBuiltAndNotKept() throws Exception {
        project.write(CONTENT, "uncommitted");
        Built changed = build("main", null);
        assertThat(changed.base()).isEqualTo("first");
        assertThat(changed.head()).isEqualTo("uncommitted");
        assertThat(changed.told()).contains(" with uncommitted changes");
        assertThat(changed.headName()).endsWith("-changed.jar");
        project.git("checkout", "-q", CONTENT);
        project.write("untracked.txt", "");
        assertThat(build("main", null).head()).isEqualTo("first");
        assertThat(builds())
                .hasSize(3)
                .containsOnlyOnceElementsOf(List.of(builds().get(0)))
                .endsWith(project.folder().toString(), project.folder().toString());
    }

    @Test
    void whatCannotBeComparedIsSaid() throws Exception {
        String id = project.git("rev-parse", "--short=7", "HEAD");
        assertRefused("main", null, 64, "nothing differs", id, "no uncommitted change");
        assertRefused("HEAD", "main", 64, "nothing differs: HEAD and head are the same commit " + id);
        assertRefused("nowhere", null, 64, "--base-ref nowhere: ", "no such branch, tag or commit");
        assertRefused("main", "nowhere", 64, "--head-ref nowhere: ");
        assertRefused("--all", null, 64, "--base-ref --all: ");
        branch();
        project.git("checkout", "-q", "--detach", "main~1");
        assertRefused("main", null, 64, "nothing differs: head " + id, "is a part of main");
        project.git("checkout", "-q", "--orphan", "other");
        project.commit("Another history");
        assertRefused("main", null, 64, "main and head", "have no common commit: name base by the id");
        Path outside = Files.createDirectory(directory.resolve("outside"));
        assertThatThrownBy(() -> build(outside, "main", null)).hasMessageContaining("no checkout of a git repository");
        assertThatThrownBy(() -> build(outside.resolve("x"), "main", null)).hasMessageContaining("no such folder");
        assertThat(builds()).isEmpty();
    }

    @Test
    void aShallowCloneWithoutTheMergeBaseIsDeepened() throws Exception {
        branch();
        GitProject clone = new GitProject(directory.resolve("clone"));
        project.git(
                "clone",
                "-q",
                "--depth",
                "1",
                "--no-single-branch",
                "file://" + project.folder(),
                clone.folder().toString());
        assertThatThrownBy(() -> build(clone.folder(), "origin/main", null))
                .hasMessageContaining("no common commit in this clone, which is shallow")
                .hasMessageContaining("fetch-depth: 0");
        assertThatThrownBy(() -> build(clone.folder(), "main~1", null)).hasMessageContaining("fetch-depth: 0");
    }

    @Test
    void aCommitIsBuiltOnce() throws Exception {
        branch();
        build("main", "feature");
        assertThat(builds()).hasSize(2);
        Built again = build("main", "feature");
        assertThat(builds()).hasSize(2);
        assertThat(again.told())
                .containsPattern("base [0-9a-f]{7} \\(\\d+ \\w{3}\\): jar from .*cache, built in \\d s then");
        assertThat(again.base() + again.head()).isEqualTo("firstfeature");
        jdk = "25";
        build("main", "feature");
        assertThat(builds()).as("another JDK").hasSize(4);
        build += "; true";
        build("main", "feature");
        assertThat(builds()).as("another command").hasSize(6);
        jars = List.of("**/*.jar");
        build("main", "feature");
        assertThat(builds()).as("other jars").hasSize(8);
        usesCache = false;
        build("main", "feature");
        assertThat(builds()).as("no cache").hasSize(10);
    }

    private List<Path> entries() throws IOException {
        try (Stream<Path> list = Files.list(directory.resolve("cache"))) {
            return list.toList();
        }
    }

    private void damage(BiConsumer<Path, Path> damaging) throws Exception {
        for (Path entry : entries()) {
            damaging.accept(entry.resolve("entry.json"), entry.resolve("0"));
        }
        int before = builds().size();
        Built again = build("main", "feature");
        assertThat(again.base()).isEqualTo("first");
        assertThat(again.told()).contains("is damaged, so it is built again");
        assertThat(builds()).hasSize(before + 2);
        assertThat(entries()).hasSize(2);
        assertThat(build("main", "feature").told()).doesNotContain("damaged");
        assertThat(builds()).hasSize(before + 2);
    }

    @Test
    void aDamagedEntryIsBuiltAgain() throws Exception {
        branch();
        build("main", "feature");
        damage((description, jars) -> write(description, "{\"jars\": "));
        damage((description, jars) -> write(description, "{}"));
        damage((description, jars) ->
                write(jars.resolve("more").getParent().toFile().listFiles()[0].toPath(), "PK"));
        damage((description, jars) ->
                assertThat(jars.toFile().listFiles()[0].delete()).isTrue());
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void theEntriesUsedLeastRecentlyLeave() throws Exception {
        branch();
        build("main", "feature");
        Path unfinished = Files.createDirectory(directory.resolve("cache/.unfinished-1"));
        Files.createFile(unfinished.resolve(".owner")); // nobody has its lock
        limit = entries().stream().mapToLong(SourcesTest::size).sum();
        project.git("checkout", "-q", "main");
        assertThat(build("main~1", "main").told()).contains("jar from ");
        assertThat(entries()).as("of three commits").hasSize(2).doesNotContain(unfinished);
        assertThat(builds()).hasSize(3);
        build("main~1", "main");
        assertThat(builds()).as("the jars that were used stay").hasSize(3);
        limit = 1;
        jdk = "25";
        build("main~1", "main");
        assertThat(entries()).isEmpty();
    }

    private static long size(Path folder) {
        try (Stream<Path> tree = Files.walk(folder)) {
            return tree.filter(Files::isRegularFile)
                    .mapToLong(it -> it.toFile().length())
                    .sum();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aCacheThatCannotBeWrittenIsNoError() throws Exception {
        branch();
        Files.createFile(directory.resolve("cache"));
        assertThat(build("main", "feature").told()).contains("The jars are not kept, because ");
    }

    @Test
    void aBuildThatFailsShowsItsLastLines() throws Exception {
        branch();
        build = "for i in $(seq 30); do echo line $i; done; grep -q first " + CONTENT + " || exit 3; false";
        String lines = String.join(
                "\n  ", IntStream.rangeClosed(11, 30).mapToObj(i -> "line " + i).toList());
        assertRefused("main", null, 70, "the build of base ", " fails with exit code 1: ", "\n  " + lines);
        assertThatThrownBy(() -> build("main", null)).hasMessageNotContaining("line 10\n");
        build = build.replace("; false", "");
        build += "; mkdir target; cp " + made("first") + " target";
        assertRefused("main", null, 70, "the build of head ", " fails with exit code 3: ");
        assertThat(entries()).as("base is kept").hasSize(1);
    }

    @Test
    void aGlobThatFindsNothingNamesWhatIsThere() throws Exception {
        branch();
        jars = List.of("bench/*.jar");
        assertRefused(
                "main",
                null,
                64,
                "no jar matches --jar bench/*.jar",
                "the newest jars with benchmarks: target/foo-jmh.jar");
        Path empty = PlantedJar.write(directory.resolve("x.jar"), Map.of(), Map.of());
        build = "mkdir -p bench; cp " + empty + " bench";
        assertRefused(
                "main",
                "feature",
                64,
                "finds jars without benchmarks only, such as bench/x.jar",
                "no jar in this folder");
        Path thin = PlantedJar.write(
                directory.resolve("thin.jar"), Map.of(), Map.of("META-INF/BenchmarkList", "a list".getBytes()));
        build = "mkdir -p bench; cp " + thin + " bench";
        assertRefused(
                "main", "feature", 64, "bench/thin.jar has benchmarks, but neither it nor its Class-Path has JMH");
        jars = List.of("/tmp/*.jar");
        assertRefused("main", "feature", 64, "relative to the folder of --project");
        jars = List.of("[a");
        assertRefused("main", "feature", 64, "--jar [a: no glob");
        build = "true";
        jars = List.of();
        assertRefused("main", "feature", 64, "no jar in this folder has benchmarks");
    }

    /** The versions of base and head differ, and head has one module more. */
    @Test
    void jarsOfModulesAreMatchedWithoutTheirVersions() throws Exception {
        build = "for m in $(cat modules); do mkdir -p $m/build/libs; cp " + made("first")
                + " $m/build/libs/$(basename $m)-$(cat version)-jmh.jar; done";
        jars = List.of("**/build/libs/*-jmh.jar");
        project.write("modules", "a\nlib/b\n")
                .write("version", "1.2.3-SNAPSHOT")
                .commit("Two modules");
        project.write("modules", "a\nlib/b\nc").write("version", "1.3.0").commit("A module more");
        Built both = build("main~1", "main");
        assertThat(both.pairs()).extracting(JarPair::name).containsExactly("a", "lib/b");
        assertThat(both.pairs().get(1).base().path()).asString().matches(".*/base/1/b-jmh-[0-9a-f]{7}\\.jar");
        assertThat(both.told()).contains("Only head has the jar c/build/libs/c-jmh: it is not measured.");
        assertThat(build("main~1", "main").told()).contains("2 jars from ", "3 jars from ");
    }

    @Test
    void ofOneModuleTheJarThatRunsAndIsWholeCounts() throws Exception {
        branch();
        Files.createDirectory(directory.resolve("jars"));
        PlantedJar.write(
                directory.resolve("jars/original-foo-1.0.jar"),
                Map.of(),
                Map.of("META-INF/BenchmarkList", "first".getBytes()));
        PlantedJar.write(
                directory.resolve("jars/foo-1.0.jar"),
                Map.of(Attributes.Name.CLASS_PATH, "foo-jmh.jar foo-1.0-jmh.jar"),
                Map.of());
        build += "; cp " + directory + "/jars/* target; mv target/foo-jmh.jar target/foo-1.0-jmh.jar;"
                + " cp target/foo-1.0-jmh.jar target/foo-0.9-jmh.jar; touch -t 200001010000 target/foo-0.9-jmh.jar";
        Built built = build("main", "feature");
        assertThat(built.pairs()).hasSize(1);
        assertThat(built.baseName()).startsWith("foo-jmh-");
    }

    /** The forks read these jars when the worktree is gone. */
    @Test
    void jarsThatTheManifestNamesAreKeptToo() throws Exception {
        branch();
        PlantedJar.write(
                directory.resolve("thin.jar"),
                Map.of(Attributes.Name.CLASS_PATH, "lib/foo-jmh.jar ../classes/"),
                Map.of());
        build += "; mkdir -p target/lib classes/a; mv target/foo-jmh.jar target/lib; cp " + directory
                + "/thin.jar target; echo >classes/a/A.class";
        jars = List.of("target/thin.jar");
        for (int i = 0; i < 2; i++) {
            try (Sources sources = sources(project.folder(), "main", "feature", Progress.onTerminal())) {
                List<Path> seen = new JmhJar(sources.pairs().get(0).base().path()).classPath();
                assertThat(seen).hasSize(2).allMatch(Files::exists);
                assertThat(content(seen.get(0))).isEqualTo("first");
            }
        }
    }

    @Test
    void aFolderBelowTheTopIsTheProjectOfBothSides() throws Exception {
        project.write("sub/" + CONTENT, "below").commit("A folder");
        project.write("sub/" + CONTENT, "changed").commit("A change");
        Built below = build(project.folder().resolve("sub"), "main~1", "main");
        assertThat(below.base() + " " + below.head()).isEqualTo("below changed");
        assertThat(builds()).allMatch(it -> it.endsWith("/sub"));
        assertThatThrownBy(() -> build(project.folder().resolve("sub"), "main~2", "main"))
                .hasMessageContainingAll("base ", " has no folder sub");
    }

    /** Git refuses submodules of local paths, so only the checkout's own objects can have served. */
    @Test
    void submodulesAreCheckedOutFromTheObjectsOfTheCheckout() throws Exception {
        GitProject inner = GitProject.create(directory.resolve("inner"));
        inner.write("inner.txt", "deep").commit("Inner");
        GitProject library = GitProject.create(directory.resolve("library"));
        library.write("lib.txt", "old").commit("Old");
        library.git("submodule", "--quiet", "add", inner.folder().toString(), "in");
        library.commit("With inner");
        project.git("submodule", "--quiet", "add", library.folder().toString(), "my lib");
        project.git("submodule", "--quiet", "update", "--init", "--recursive");
        String before = project.commit("With a library");
        GitProject inside = new GitProject(project.folder().resolve("my lib"));
        inside.write("lib.txt", "new").commit("New");
        project.commit("A newer library");
        build = "cat 'my lib/lib.txt' 'my lib/in/inner.txt' >" + CONTENT + "; " + build;
        Built built = build(before, "main");
        assertThat(built.base() + " " + built.head()).isEqualTo("olddeep newdeep");
        assertThat(inside.worktrees()).hasSize(1);
        assertThat(project.git("status", "--porcelain")).isEmpty();
    }

    @Test
    void whatAKilledProcessLeftIsRemoved() throws Exception {
        branch();
        Path left = Files.createDirectory(temporary().resolve("callcost-source-1"));
        Files.createFile(left.resolve(".owner")); // nobody has its lock
        project.git("worktree", "add", "-q", "--detach", left.resolve("base").toString(), "main");
        assertThat(project.worktrees()).hasSize(2);
        build("main", "feature");
        assertThat(left).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({
        "foo-1.2.3-SNAPSHOT-jmh.jar, foo-jmh",
        "foo-1.2.4-jmh.jar, foo-jmh",
        "build/libs/kafka-jmh-3.9.0-rc1-all.jar, build/libs/kafka-jmh-all",
        "target/scala-2.13/bench-assembly-0.1.0-3-1a2b3c4d.jar, target/scala/bench-assembly",
        "foo-1.0-20240102.030405-6.jar, foo",
        "otel-1-SNAPSHOT.jar, otel",
        "java-8.jar, java-8",
        "benchmarks.jar, benchmarks",
        "log4j2-bench_2.13.jar, log4j2-bench_2.13"
    })
    void aNameHasNoVersion(String name, String without) {
        assertThat(JarPair.withoutVersion(name)).isEqualTo(without);
    }

    @Test
    void theCacheIsWhereTheSystemHasIt() {
        Path home = Path.of("/home/u");
        assertThat(JarCache.usual(Map.of(), home, "Linux")).isEqualTo(Path.of("/home/u/.cache/callcost"));
        assertThat(JarCache.usual(Map.of("XDG_CACHE_HOME", "/x"), home, "Linux"))
                .isEqualTo(Path.of("/x/callcost"));
        assertThat(JarCache.usual(Map.of("XDG_CACHE_HOME", "x"), home, "Linux"))
                .isEqualTo(Path.of("/home/u/.cache/callcost"));
        assertThat(JarCache.usual(Map.of(), home, "Mac OS X")).isEqualTo(Path.of("/home/u/Library/Caches/callcost"));
        assertThat(JarCache.usual(Map.of("LOCALAPPDATA", "/l"), home, "Windows 11"))
                .isEqualTo(Path.of("/l/callcost"));
    }

    @Test
    void oneCommitMayBeBuiltInTwoWays() throws Exception {
        headBuild = build.replace("$(cat " + CONTENT + ")", "changed");
        Built sides = build(project.folder(), "HEAD", "HEAD");
        assertThat(sides.base()).isEqualTo("first");
        assertThat(sides.head()).isEqualTo("changed");
    }
}

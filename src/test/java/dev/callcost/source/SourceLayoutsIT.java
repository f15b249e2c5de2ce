package dev.callcost.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.launch.SpawnedMain;
import dev.callcost.layout.SmallProject;
import dev.callcost.layout.SmallProject.Kind;
import dev.callcost.text.Program.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Small projects from two commits by one command: a jar, two, an archive of another name, a file, folders. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class SourceLayoutsIT {
    /** Twice the work shows in a few short forks. */
    private static final List<String> BRIEFLY = List.of(
            "--parallel", "1", "--margin", "20%", "--budget", "8s", "-wi", "3", "-w", "10ms", "-i", "3", "-r", "10ms");

    @TempDir
    Path directory;

    private GitProject project;
    private SmallProject sources;

    @BeforeEach
    void create() throws Exception {
        project = GitProject.create(directory.resolve("project"));
        project.write(".gitignore", "target\nclass-path.txt\n");
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        assertThat(project.worktrees()).hasSize(1);
        try (Stream<Path> left = Files.list(directory.resolve("tmp"))) {
            assertThat(left.map(path -> path.getFileName().toString())).noneMatch(name -> name.startsWith("callcost"));
        }
    }

    private void write(Kind kind) throws Exception {
        sources = SmallProject.write(project.folder(), kind);
        project.commit("The project");
        project.write("README", "It folds.").commit("A readme");
    }

    private Ended compare(List<String> options, String... more) throws Exception {
        return compareJars(sources.kind().leaves(), options, more);
    }

    private Ended compareJars(String jars, List<String> options, String... more) throws Exception {
        List<String> words =
                new ArrayList<>(List.of("compare", "--project", project.folder().toString()));
        words.addAll(List.of("--build", "sh build.sh", "--jar", jars));
        words.addAll(options);
        words.addAll(List.of(more));
        Map<String, String> cache =
                Map.of("XDG_CACHE_HOME", directory.resolve("cache").toString());
        try (SpawnedMain main =
                SpawnedMain.start(List.of(), cache, directory, directory, words.toArray(String[]::new))) {
            return main.ended();
        }
    }

    private Ended assertOneRowIsReached() throws Exception {
        sources.plant();
        Ended plan = compare(List.of("--plan", "-d", "plan", "--base-ref", "HEAD"));
        assertThat(plan.exitCode()).as(plan.out() + plan.err()).isZero();
        assertThat(plan.err()).contains("built in place: ", " with uncommitted changes");
        assertThat(plan.out())
                .startsWith("base and head differ in 1 method of 1 class.\n")
                .containsPattern(SmallProject.REACHED);
        return plan;
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.MATCH_ANY, names = SmallProject.FROM_COMMITS)
    void oneMethodDiffersAndScoutsFindItsRow(Kind kind) throws Exception {
        write(kind);
        assertThat(assertOneRowIsReached().err()).contains("building base ");
    }

    /** The second comparison takes base, and libraries beside its jar, from the cache. */
    @Test
    void theSameCodeIsTheSame() throws Exception {
        write(Kind.THIN);
        Ended same = compare(List.of("-d", "same", "--base-ref", "HEAD~1", "--head-ref", "HEAD"));
        assertThat(same.exitCode()).as(same.out() + same.err()).isZero();
        assertThat(same.err()).contains(" have the same code\n");
        assertThat(assertOneRowIsReached().err()).contains("jar from ", "head ").doesNotContain("building base");
    }

    @Test
    void twoModulesAreOneSession() throws Exception {
        write(Kind.TWO_MODULES);
        sources.plant();
        Ended plan = compareJars("*/target/*-jmh.jar", List.of("--plan", "-d", "plan", "--base-ref", "HEAD"));
        assertThat(plan.exitCode()).as(plan.out() + plan.err()).isZero();
        assertThat(plan.err()).contains(" 3 rows, forks: ", "differ in 1 method of 1 class\n");
        assertThat(plan.out()).containsPattern(SmallProject.REACHED + "  OtherBenchmark.steady\\n");
    }

    @Test
    void aPlantedChangeIsNeverOk() throws Exception {
        write(Kind.EXPLODED);
        sources.plant();
        Ended ended = compare(BRIEFLY, "-d", "measured", "--base-ref", "HEAD");
        assertThat(ended.err()).as(ended.out()).doesNotContain("failed");
        assertThat(ended.out()).startsWith(ended.exitCode() == 1 ? "REGRESSION: " : "INCONCLUSIVE: ");
    }
}

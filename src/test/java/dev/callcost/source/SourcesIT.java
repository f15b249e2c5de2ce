package dev.callcost.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.launch.SampleProject;
import dev.callcost.launch.SpawnedMain;
import dev.callcost.text.Program;
import dev.callcost.text.Program.Ended;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** callcost.jar in a clone of a project that is not the suite's: from commits to the verdict, and killed in between. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class SourcesIT {
    private static final Path CALLCOST = Path.of("callcost.jar").toAbsolutePath();

    @TempDir
    Path directory;

    private GitProject project;
    private Path temporary;

    /**
     * Main has twice the work of the branch, which shows on a loud machine too. A slower branch would have forks that
     * tell why.
     */
    @BeforeEach
    void commit() throws Exception {
        project = GitProject.create(directory.resolve("project"));
        temporary = Files.createDirectory(directory.resolve("tmp"));
        SampleProject.copy(project.folder());
        SampleProject.plant(project.folder(), 40);
        project.write(".gitignore", "target/").commit("The project");
        project.git("checkout", "-q", "-b", "faster");
        SampleProject.plant(project.folder(), 20);
        project.commit("Half of the orders");
    }

    private List<String> command(String... words) {
        List<String> command = new ArrayList<>(List.of(
                "env",
                "XDG_CACHE_HOME=" + directory.resolve("cache"),
                Program.JAVA,
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + temporary, // JMH's lock is not another run's
                "-jar",
                CALLCOST.toString(),
                "compare",
                "--base-ref",
                "main"));
        command.addAll(List.of(words));
        return command;
    }

    private Ended compare(String... more) throws Exception {
        List<String> words = new ArrayList<>(
                List.of("--build", String.join(" ", SampleProject.maven()), "--jar", "**/target/*.jar"));
        words.addAll(List.of(more));
        words.addAll(List.of("-d", directory.resolve("out").toString()));
        words.addAll(List.of(SampleProject.QUICK
                .replace("-jvmArgsAppend -XX", "-jvmArgsAppend|-XX")
                .split("[ |]")));
        words.add("JsonBenchmark.write");
        return Program.run(project.folder(), command(words.toArray(String[]::new)));
    }

    @Test
    void aBranchIsJudgedAgainstWhereItBegan() throws Exception {
        Ended plan = compare("--plan");
        assertThat(plan.exitCode()).as(plan.out() + plan.err()).isZero();
        assertThat(plan.err())
                .contains("building base ", "building head ")
                .containsPattern("base benchmarks-[0-9a-f]{7}\\.jar and head benchmarks-[0-9a-f]{7}\\.jar differ");
        Ended ended = compare("--budget", "4min");
        assertThat(ended.exitCode()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.err()).doesNotContain("building").contains("base ", ": jar from ", " then");
        assertThat(ended.out())
                .startsWith("OK: no row is slower. 1 faster.\n")
                .contains("\nfaster\n  JsonBenchmark.write ", " (SHA-256 ");
        assertClean();
    }

    private void assertClean() throws Exception {
        assertThat(project.worktrees()).hasSize(1);
        try (Stream<Path> left = Files.list(temporary)) {
            assertThat(left.map(it -> it.getFileName().toString()).filter(it -> it.startsWith("callcost")))
                    .isEmpty();
        }
    }

    /** Starts a build that does not end, of two processes, whose ids it returns. */
    private List<Long> startBuild(List<Process> started) throws Exception {
        Path ids = directory.resolve("ids");
        Files.deleteIfExists(ids);
        started.add(
                new ProcessBuilder(command("--build", "sleep 300 & echo $$ >" + ids + "; echo $! >>" + ids + "; wait"))
                        .directory(project.folder().toFile())
                        .redirectOutput(Redirect.DISCARD)
                        .redirectError(directory.resolve("err").toFile())
                        .start());
        SpawnedMain.awaitLines(ids, 2);
        assertThat(project.worktrees()).hasSize(2);
        return Files.readAllLines(ids).stream().map(Long::parseLong).toList();
    }

    private static Stream<ProcessHandle> alive(List<Long> ids) {
        return ids.stream().flatMap(id -> ProcessHandle.of(id).stream()).filter(ProcessHandle::isAlive);
    }

    @Test
    void aBuildThatIsToldToEndLeavesNothing() throws Exception {
        List<Process> started = new ArrayList<>();
        List<Long> build = startBuild(started);
        started.get(0).toHandle().destroy();
        assertThat(started.get(0).waitFor()).isEqualTo(128 + 15);
        SpawnedMain.assertEnd(alive(build).toList());
        assertThat(directory.resolve("cache")).doesNotExist();
        assertThat(directory.resolve("err")).content().doesNotContain("the build of base", "Exception");
        assertClean();
    }

    @Test
    void whatAKilledBuildLeavesIsRemovedAtTheNextStart() throws Exception {
        List<Process> started = new ArrayList<>();
        List<Long> build = startBuild(started);
        started.get(0).destroyForcibly().waitFor();
        alive(build).forEach(ProcessHandle::destroyForcibly);
        assertThat(project.worktrees()).hasSize(2);
        Ended next = Program.run(project.folder(), command("--head-ref", "nowhere"));
        assertThat(next.exitCode()).isEqualTo(64);
        assertClean();
    }

    @Test
    void optionsThatDoNotFitAreRefused() throws IOException, InterruptedException {
        assertThat(Program.run(project.folder(), command("--base", "old.jar")).err())
                .contains("--base-ref builds both sides");
        List<String> alone = command("--build", "true");
        alone.removeAll(List.of("--base-ref", "main"));
        assertThat(Program.run(project.folder(), alone).err()).contains("--build needs --base-ref");
    }
}

package dev.callcost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.layout.SmallProject;
import dev.callcost.source.GitProject;
import dev.callcost.text.Program;
import dev.callcost.text.Program.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The script of the action compare, outside of GitHub, in a clone of a small project. */
@EnabledOnOs({OS.LINUX, OS.MAC})
@EnabledIf("compareBuilds")
class CompareActionIT {
    private static final Path SCRIPT =
            Path.of(".github/actions/compare/compare.sh").toAbsolutePath();
    private static final String JAR = Path.of("callcost.jar").toAbsolutePath().toString();

    static boolean compareBuilds() {
        return Invocation.knows("compare", "--base-ref");
    }

    @TempDir
    static Path shared;

    @TempDir
    Path directory;

    /**
     * A repository with two commits: the original, and on the branch slower twice the work, which shows on a loud
     * machine too.
     */
    @BeforeAll
    static void commit() throws Exception {
        SmallProject project = SmallProject.write(shared.resolve("origin"), SmallProject.Kind.SHADED);
        GitProject origin = GitProject.create(project.folder());
        origin.write(".gitignore", "target\n").commit("The project");
        origin.git("checkout", "-q", "-b", "slower");
        project.plant();
        origin.commit("Twice the turns");
    }

    private GitProject clone(String branch) throws Exception {
        GitProject clone = new GitProject(directory.resolve("clone"));
        new GitProject(shared)
                .git("clone", "-q", "--branch", branch, "origin", clone.folder().toString());
        return clone;
    }

    private Ended compare(GitProject checkout, Map<String, String> inputs) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                "env",
                "JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=" + directory, // JMH's lock is not another run's
                "GITHUB_OUTPUT=" + directory.resolve("outputs"),
                "GITHUB_STEP_SUMMARY=" + directory.resolve("summary.md"),
                "XDG_CACHE_HOME=" + directory.resolve("cache"),
                "BUILD=sh build.sh",
                "JAR=target/benchmarks.jar",
                "ARGS=-jvmArgsAppend -XX:TieredStopAtLevel=1 -wi 5 -w 20ms -i 10 -r 20ms",
                "BENCHMARKS=FoldBenchmark",
                "OUT=" + directory.resolve("out")));
        inputs.forEach((name, value) -> command.add(name + "=" + value));
        command.addAll(List.of("sh", SCRIPT.toString()));
        return Program.run(checkout.folder(), command);
    }

    private List<String> outputs() throws IOException {
        return Files.readAllLines(directory.resolve("outputs"));
    }

    @Test
    void moreWorkIsRedWithItsRow() throws Exception {
        GitProject checkout = clone("slower");
        Ended ended = compare(checkout, Map.of("CALLCOST", JAR, "TARGET", "origin/main", "BUDGET", "4min"));
        assertThat(ended.exitCode()).as(ended.out() + ended.err()).isEqualTo(1);
        assertThat(outputs()).containsExactly("outcome=regression", "table=" + directory.resolve("out/table.md"));
        assertThat(ended.out())
                .contains(
                        "::notice title=callcost::REGRESSION: FoldBenchmark.changed is slower, +",
                        "::error title=slower%3A FoldBenchmark.changed::slower, +");
        assertThat(directory.resolve("out/table.md"))
                .content()
                .startsWith("**REGRESSION: FoldBenchmark.changed is slower, +")
                .isEqualTo(Files.readString(directory.resolve("summary.md")));
        assertThat(directory.resolve("out/pairs/log.jsonl")).isNotEmptyFile();
        assertThat(checkout.worktrees()).as("the worktree of base is gone").hasSize(1);
    }

    /** What the program refuses, and how it says that a build fails, reaches whoever reads the job's log. */
    @Test
    void whatTheProgramRefusesIsAnError() throws Exception {
        GitProject checkout = clone("slower");
        Ended failed =
                compare(checkout, Map.of("CALLCOST", JAR, "TARGET", "origin/main", "BUILD", "echo building; false"));
        assertThat(failed.exitCode()).as(failed.err()).isEqualTo(70);
        assertThat(failed.err()).contains("building", "base");
        assertThat(outputs()).contains("outcome=error");
        Ended nowhere = compare(checkout, Map.of("CALLCOST", JAR, "TARGET", "nowhere"));
        assertThat(nowhere.exitCode()).as(nowhere.err()).isGreaterThan(3);
        assertThat(nowhere.err()).contains("nowhere");
    }
}

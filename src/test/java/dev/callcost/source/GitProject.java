package dev.callcost.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.launch.PlantedJar;
import dev.callcost.text.Program;
import dev.callcost.text.Program.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A git repository of a test, without the settings of the user. */
public record GitProject(Path folder) {
    public static GitProject create(Path folder) throws Exception {
        GitProject project = new GitProject(Files.createDirectories(folder).toRealPath());
        project.git("init", "-q", "-b", "main");
        return project;
    }

    /** Runs git; returns what it prints. */
    public String git(String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                "git",
                "-c",
                "user.name=A Tester",
                "-c",
                "user.email=tester@example.org",
                "-c",
                "protocol.file.allow=always"));
        command.addAll(List.of(words));
        Ended ended = Program.run(folder, command);
        assertThat(ended.exitCode()).as(ended.err()).isZero();
        return ended.out().strip();
    }

    public GitProject write(String file, String text) throws IOException {
        Path path = folder.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
        return this;
    }

    /** Commits everything; returns the commit's id. */
    public String commit(String subject) throws Exception {
        git("add", ".");
        git("commit", "-q", "--allow-empty", "-m", subject);
        return git("rev-parse", "HEAD");
    }

    public List<String> worktrees() throws Exception {
        return git("worktree", "list", "--porcelain")
                .lines()
                .filter(line -> line.startsWith("worktree "))
                .toList();
    }

    /** Writes a jar that looks like one that JMH made. */
    static Path jar(Path jar, String benchmark) throws IOException {
        return PlantedJar.write(
                jar,
                Map.of(),
                Map.of(
                        "META-INF/BenchmarkList",
                        benchmark.getBytes(),
                        "org/openjdk/jmh/runner/ForkedMain.class",
                        new byte[0]));
    }
}

package dev.callcost.source;

import dev.callcost.file.TemporaryFolder;
import dev.callcost.source.Repository.NamedCommit;
import dev.callcost.text.CommandException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

/**
 * A commit in a folder of its own, with its submodules, until {@link #close}. Submodules whose objects the checkout has
 * are worktrees of these, so that neither a network nor a copy is needed.
 */
final class Worktree implements AutoCloseable {
    private static final int TAIL_LINES = 5;

    /** Where a worktree's file {@code .git} points to, below the folder with the repository's objects. */
    private static final String WORKTREES = "worktrees";

    private static final String POINTER = "gitdir: ";

    private final Path folder;
    private final Path output;
    private final OwnProcesses processes;
    private final Deque<CheckedOut> added = new ArrayDeque<>();

    private record CheckedOut(Path data, Path folder) {
        /** Twice by force: one that was interrupted is locked. */
        void remove() {
            new Git(data).run("worktree", "remove", "--force", "--force", folder.toString());
        }
    }

    private record Submodule(String name, String path) {}

    private Worktree(Path folder, Path output, OwnProcesses processes) {
        this.folder = folder;
        this.output = output;
        this.processes = processes;
    }

    /**
     * Checks a commit out.
     *
     * @param folder does not exist
     * @param output a file for what git prints
     * @throws CommandException (failure) with git's reason, or when this process is ending
     */
    static Worktree add(Repository repository, NamedCommit commit, Path folder, Path output, OwnProcesses processes) {
        Worktree worktree = new Worktree(folder, output, processes);
        try {
            worktree.check(repository.data(), commit.id(), folder);
            worktree.addSubmodules(repository.data(), folder);
            return worktree;
        } catch (CommandException e) {
            worktree.close();
            throw e;
        }
    }

    Path folder() {
        return folder;
    }

    private void check(Path data, String commit, Path at) {
        added.push(new CheckedOut(data, at));
        if (!run(new Git(data), "worktree", "add", "--quiet", "--detach", at.toString(), commit)) {
            throw failure("commit " + commit + " cannot be checked out to " + at);
        }
    }

    private void addSubmodules(Path data, Path checkout) {
        for (Submodule submodule : submodules(checkout)) {
            Path objects = data.resolve("modules").resolve(submodule.name());
            Path at = checkout.resolve(submodule.path());
            String commit = new Git(checkout)
                    .run("rev-parse", "--verify", "--quiet", "HEAD:" + submodule.path())
                    .out();
            if (commit.isEmpty()) {
                continue; // .gitmodules names what the commit does not have
            }
            if (Files.isDirectory(objects)
                    && new Git(objects)
                            .run("cat-file", "-e", commit + "^{commit}")
                            .isOk()) {
                check(objects, commit, at);
                addSubmodules(objects, at);
            } else if (!run(
                    new Git(checkout), "submodule", "--quiet", "update", "--init", "--recursive", submodule.path())) {
                throw failure("submodule " + submodule.path() + " cannot be checked out at " + commit);
            }
        }
    }

    /** The submodules of a checkout by the paths of their folders, with their names; none without. */
    private static List<Submodule> submodules(Path checkout) {
        if (!Files.isRegularFile(checkout.resolve(".gitmodules"))) {
            return List.of();
        }
        return Stream.of(new Git(checkout)
                        .run("config", "-z", "--file", ".gitmodules", "--get-regexp", "^submodule\\..*\\.path$")
                        .out()
                        .split("\0"))
                .map(setting -> setting.split("\n", 2))
                .filter(setting -> setting.length == 2)
                .map(setting -> new Submodule(setting[0].replaceAll("^submodule\\.|\\.path$", ""), setting[1]))
                .toList();
    }

    private boolean run(Git git, String... words) {
        try {
            return processes.run(git.command(Arrays.asList(words)), output) == 0;
        } catch (IOException e) {
            throw CommandException.failure("git cannot be started: " + e.getMessage());
        }
    }

    private CommandException failure(String what) {
        return CommandException.failure(what + ":" + OwnProcesses.tail(output, TAIL_LINES));
    }

    @Override
    public void close() {
        added.forEach(CheckedOut::remove);
        TemporaryFolder.delete(folder); // what git did not remove
    }

    /** Removes the worktrees in a folder that a process left which was killed, and the folder. */
    static void removeLeft(Path left) {
        List<Path> pointers = new ArrayList<>();
        try (Stream<Path> tree = Files.walk(left)) {
            tree.filter(file -> file.endsWith(".git") && Files.isRegularFile(file))
                    .forEach(pointers::add);
        } catch (IOException | UncheckedIOException e) {
            return; // another process removes it
        }
        pointers.stream()
                .sorted((one, other) -> other.getNameCount() - one.getNameCount())
                .forEach(Worktree::removePointed);
        TemporaryFolder.delete(left);
    }

    private static void removePointed(Path pointer) {
        try {
            String line = Files.readString(pointer).strip();
            Path worktrees = line.startsWith(POINTER)
                    ? Path.of(line.substring(POINTER.length())).getParent()
                    : null;
            if (worktrees != null && worktrees.endsWith(WORKTREES) && Files.isDirectory(worktrees)) {
                new CheckedOut(worktrees.getParent(), pointer.getParent()).remove();
            }
        } catch (IOException e) {
            // git prunes what is left of it
        }
    }
}

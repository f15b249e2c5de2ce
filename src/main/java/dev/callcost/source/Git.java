package dev.callcost.source;

import dev.callcost.text.CommandException;
import dev.callcost.text.Visible;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Git commands in a folder. They run as processes: who has a checkout has git, with the credentials and filters that
 * the checkout needs.
 */
record Git(Path folder) {
    private static final int LONGEST = 300;

    /** What git itself sets for its hooks, where it would name another repository than the folder's. */
    private static final List<String> OF_HOOKS = List.of(
            "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY");

    /** What a command printed. */
    record GitOutput(int exitCode, String out, String err) {
        boolean isOk() {
            return exitCode == 0;
        }

        /** The last line of its complaint. */
        String complaint() {
            return Visible.line(err.lines().reduce("", (before, line) -> line), LONGEST);
        }
    }

    /**
     * Runs a command to its end.
     *
     * @throws CommandException (usage) when there is no git
     */
    GitOutput run(String... words) {
        try {
            Process process = command(List.of(words)).start();
            process.getOutputStream().close();
            CompletableFuture<String> err = CompletableFuture.supplyAsync(() -> text(process.getErrorStream()));
            String out = text(process.getInputStream());
            return new GitOutput(process.waitFor(), out.stripTrailing(), err.join());
        } catch (IOException e) {
            throw CommandException.usage("compare: git cannot be started, and --base-ref needs it: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static String text(InputStream bytes) {
        try (bytes) {
            return new String(bytes.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }

    /**
     * What a command prints that must not fail.
     *
     * @throws CommandException (failure) with git's own reason
     */
    String require(String... words) {
        GitOutput output = run(words);
        if (!output.isOk()) {
            throw CommandException.failure("git " + String.join(" ", words) + " fails: " + output.complaint());
        }
        return output.out;
    }

    /** A command that has not begun. Hooks of the user do not run: the folders are callcost's. */
    ProcessBuilder command(List<String> words) {
        List<String> command = new ArrayList<>(List.of(
                "git",
                "-c",
                "core.hooksPath=/dev/null",
                "-C",
                folder.toAbsolutePath().toString()));
        command.addAll(words);
        ProcessBuilder builder = new ProcessBuilder(command);
        forget(builder.environment());
        return builder;
    }

    /** Removes what names a repository: a process that git's hooks start has these variables. */
    static void forget(Map<String, String> environment) {
        environment.keySet().removeAll(OF_HOOKS);
    }
}

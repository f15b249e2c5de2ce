package dev.callcost.cli;

import dev.callcost.file.SafeFile;
import dev.callcost.host.Versions;
import dev.callcost.text.Terminal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Where a verb writes: standard output, or the file of {@code -o}, which is replaced atomically. A file that cannot be
 * written is refused (bad file).
 */
final class OutputOptions {
    /** The help of {@code --format} where a verb has a verdict for CI. */
    static final String FORMATS =
            "${COMPLETION-CANDIDATES}; github is for a step of GitHub Actions" + " (default: ${DEFAULT-VALUE})";

    private static final Path ELSEWHERE = Path.of("callcost-results");

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "write to a file, not to standard output")
    private Path file;

    @Mixin
    private WidthOption width;

    /** How many characters a line of text may have. */
    static final class WidthOption {
        /** The width of text that goes to a pipe or a file. */
        private static final int NO_TERMINAL = 140;

        @Option(names = "--wide", description = "print all columns and full names, in lines of any length")
        private boolean wide;

        /** @param isStandard whether the text goes to standard output; else to a file */
        int of(boolean isStandard) {
            if (wide) {
                return Terminal.ENDLESS;
            }
            return isStandard
                    ? Terminal.outWidth(NO_TERMINAL)
                    : Terminal.columns().orElse(NO_TERMINAL);
        }
    }

    /**
     * The default folder of a command: a prefix and the time. This suite's checkout has results of its own; in any
     * other project the folder's name says whose results these are.
     */
    static Path localFolder(String prefix) {
        String time =
                DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).format(LocalDateTime.now());
        return (Versions.hasBenchmarks() ? Path.of("results", "local") : ELSEWHERE).resolve(prefix + time);
    }

    /** Keeps a default folder in another project's checkout out of its commits. */
    static void ignoreInGit(Path folder) {
        Path ignore = ELSEWHERE.resolve(".gitignore");
        if (ELSEWHERE.equals(folder.getParent()) && Files.isDirectory(ELSEWHERE) && !Files.exists(ignore)) {
            SafeFile.write(ignore, out -> out.println("*"));
        }
    }

    boolean isStandard() {
        return file == null;
    }

    int width() {
        return width.of(isStandard());
    }

    /** Checks that the text can be written, before the work that makes it. */
    void check() {
        if (file != null) {
            SafeFile.check(file);
        }
    }

    /**
     * Writes a report for GitHub Actions: the workflow commands to standard output, where alone they work, and the
     * Markdown to the file of {@code -o} and to the summary of the job; without both to standard output.
     */
    void writeToGithub(String commands, String markdown) {
        writeToGithub(commands, markdown, System.getenv("GITHUB_STEP_SUMMARY"));
    }

    /** @param summary the file that GitHub names in each step; null or empty where it does not */
    void writeToGithub(String commands, String markdown, String summary) {
        boolean isToSummary = summary != null && !summary.isEmpty();
        if (isToSummary) {
            SafeFile.append(Path.of(summary), markdown);
        }
        if (file != null) {
            write(markdown);
        }
        System.out.print(commands + (isToSummary || file != null ? "" : "\n" + markdown));
        System.out.flush();
    }

    void write(String text) {
        check();
        if (file != null) {
            SafeFile.write(file, out -> out.print(text));
            return;
        }
        System.out.print(text);
        System.out.flush();
    }
}

package dev.callcost.cli;

import dev.callcost.text.SafeFile;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import picocli.CommandLine.Option;

/** Where a verb writes: standard output, or the file of {@code -o}, which is replaced atomically. */
final class Output {
    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "write to a file, not to standard output")
    private Path file;

    /**
     * The default folder of a command, named after the time.
     *
     * @param prefix of the folder's name
     */
    static Path localFolder(String prefix) {
        String time =
                DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).format(LocalDateTime.now());
        return Path.of("results", "local", prefix + time);
    }

    boolean isStandard() {
        return file == null;
    }

    /**
     * Checks that the text can be written, before the work that makes it.
     *
     * @throws dev.callcost.text.CommandException (bad file) when the file cannot be written
     */
    void check() {
        if (file != null) {
            SafeFile.check(file);
        }
    }

    /**
     * Writes a text.
     *
     * @throws dev.callcost.text.CommandException (bad file) when the file cannot be written
     */
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

package dev.callcost.cli;

import dev.callcost.text.SafeFile;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Where a verb writes: standard output, or the file of {@code -o}, which is replaced whole or not at all. */
final class Output {
    @Option(names = "-o", paramLabel = "FILE", description = "write to a file, not to standard output")
    private Path file;

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    /**
     * A folder for a command whose user names none, named after the time it is.
     *
     * @param prefix of the folder's name
     */
    static Path localFolder(String prefix) {
        String time =
                DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).format(LocalDateTime.now());
        return Path.of("results", "local", prefix + time);
    }

    /** Whether it is standard output. */
    boolean isStandard() {
        return file == null;
    }

    /**
     * Sees to it that the text can be written, before the work that makes it.
     *
     * @throws dev.callcost.text.CommandException (bad file) when the file cannot be written
     */
    void check() {
        if (file != null) {
            SafeFile.check(file);
        }
    }

    /**
     * Writes a whole text.
     *
     * @throws dev.callcost.text.CommandException (bad file) when the file cannot be written
     */
    void write(String text) {
        check();
        if (file != null) {
            SafeFile.write(file, out -> out.print(text));
            return;
        }
        spec.commandLine().getOut().print(text);
        spec.commandLine().getOut().flush();
    }
}

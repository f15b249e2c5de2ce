package dev.callcost.cli;

import dev.callcost.text.SafeFile;
import dev.callcost.text.Terminal;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Where a verb writes: standard output, or the file of {@code -o}, which is replaced atomically. */
final class Output {
    private static final int USUAL = 100;

    /** Picocli's least. */
    private static final int NARROW = 55;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "write to a file, not to standard output")
    private Path file;

    @Spec(Target.MIXEE)
    private CommandSpec spec;

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

    /**
     * The width of a line: COLUMNS of the environment, else the terminal's, or {@value #USUAL} if unknown; no limit for files and other programs.
     */
    int width() {
        return isStandard() ? widthOfStandard() : Terminal.ENDLESS;
    }

    static int widthOfStandard() {
        String columns = String.valueOf(System.getenv("COLUMNS"));
        if (columns.matches("[1-9]\\d{1,3}")) {
            return Integer.parseInt(columns);
        }
        return Terminal.isOut()
                ? new UsageMessageSpec().width(USUAL).autoWidth(true).width()
                : Terminal.ENDLESS;
    }

    /** As {@link #widthOfStandard}, but no wider than text reads well. */
    static int widthOfHelp() {
        return Math.min(USUAL, Math.max(NARROW, widthOfStandard()));
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
        spec.commandLine().getOut().print(text);
        spec.commandLine().getOut().flush();
    }
}

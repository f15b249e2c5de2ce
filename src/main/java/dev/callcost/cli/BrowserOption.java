package dev.callcost.cli;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/** The program that opens the page of a verb. */
final class BrowserOption {
    /** A program that opens a page may stay until the browser ends. */
    private static final int SECONDS_TO_FAIL = 5;

    @Option(names = "--open", description = "open the page in the browser")
    private boolean open;

    boolean isToOpen() {
        return open;
    }

    /** Prints where a page is, and opens it with {@code --open} or prints why it cannot be opened. */
    void show(Path page, Consumer<String> print) {
        print.accept("Page: " + page);
        if (!open) {
            return;
        }
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String path = page.toAbsolutePath().toString();
        List<String> command = system.startsWith("windows")
                ? List.of("cmd", "/c", "start", "", path)
                : List.of(system.startsWith("mac") ? "open" : "xdg-open", path);
        try {
            Process process = new ProcessBuilder(command)
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD)
                    .start();
            int exitCode = process.onExit()
                    .thenApply(Process::exitValue)
                    .completeOnTimeout(0, SECONDS_TO_FAIL, TimeUnit.SECONDS)
                    .join();
            if (exitCode != 0) {
                print.accept("--open: " + command.get(0) + " cannot open the page, it ended with " + exitCode);
            }
        } catch (IOException e) {
            print.accept("--open: there is no program " + command.get(0) + " to open the page");
        }
    }
}

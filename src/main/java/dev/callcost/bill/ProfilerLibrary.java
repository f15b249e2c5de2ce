package dev.callcost.bill;

import dev.callcost.text.CommandException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** async-profiler's native library, which the suite's jar has for Linux and macOS, from {@code tools.profiler:async-profiler}. */
final class ProfilerLibrary {
    /** The profiler in reports. */
    static final String PROFILER = "async-profiler, ctimer";

    /** The file's name, on macOS as well. */
    private static final String FILE = "libasyncProfiler.so";

    private ProfilerLibrary() {}

    /**
     * Copies the library for this machine to a folder.
     *
     * @return the file, which a fork can load
     * @throws CommandException (usage) when there is no library for this machine; (bad file) when the file cannot be written
     */
    static Path into(Path folder) {
        URL resource = resource(System.getProperty("os.name"), System.getProperty("os.arch"));
        Path library = folder.resolve(FILE);
        try (InputStream in = resource.openStream()) {
            Files.copy(in, library);
        } catch (IOException e) {
            throw CommandException.badFile("cannot write " + library + ": " + e.getMessage());
        }
        return library;
    }

    /** @throws CommandException (usage) when the class path has no library for an operating system and a processor */
    static URL resource(String system, String processor) {
        String folder = switch (system.toLowerCase(Locale.ROOT).split(" ")[0] + " " + processor) {
            case "linux amd64", "linux x86_64" -> "linux-x64";
            case "linux aarch64", "linux arm64" -> "linux-arm64";
            default -> system.startsWith("Mac") ? "macos" : "";
        };
        URL resource = ProfilerLibrary.class.getResource("/" + folder + "/" + FILE);
        if (resource == null) {
            throw CommandException.usage("bill: this jar has no async-profiler for " + system + " on " + processor
                    + "; measure with the suite's jar on Linux (x64, arm64) or macOS: --from reads that folder here");
        }
        return resource;
    }
}

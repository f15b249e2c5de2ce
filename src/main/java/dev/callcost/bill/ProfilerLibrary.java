package dev.callcost.bill;

import dev.callcost.text.CommandException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * async-profiler's native library, which the suite's jar has for Linux and macOS, from
 * {@code tools.profiler:async-profiler}.
 */
final class ProfilerLibrary {
    static final String PROFILER = "async-profiler, ctimer";

    /** The file's name, on macOS as well. */
    private static final String FILE = "libasyncProfiler.so";

    private ProfilerLibrary() {}

    /** Says that this jar has no library for this machine; empty where it has one. */
    static Optional<String> missing() {
        return missing(System.getProperty("os.name"), System.getProperty("os.arch"));
    }

    static Optional<String> missing(String system, String processor) {
        return resource(system, processor).isPresent()
                ? Optional.empty()
                : Optional.of("this jar has no async-profiler for " + system + " on " + processor);
    }

    /**
     * Copies the library for this machine, which must not be {@link #missing}, to a folder.
     *
     * @return the file, which a fork can load
     * @throws CommandException (bad file) when the file cannot be written, or nothing in the folder can be executed
     */
    static Path into(Path folder) {
        URL resource = resource(System.getProperty("os.name"), System.getProperty("os.arch"))
                .orElseThrow();
        Path library = folder.resolve(FILE);
        try (InputStream in = resource.openStream()) {
            Files.copy(in, library);
            if (!library.toFile().setExecutable(true)
                    || !Files.isExecutable(library)) { // so the kernel answers on noexec
                throw CommandException.badFile(
                        folder.getParent() + " is on a file system that runs no programs (noexec), so"
                                + " async-profiler does not load: java -Djava.io.tmpdir=FOLDER names another");
            }
        } catch (IOException e) {
            throw CommandException.badFile("cannot write " + library + ": " + e.getMessage());
        }
        return library;
    }

    /** The library on the class path for an operating system and a processor. */
    static Optional<URL> resource(String system, String processor) {
        String folder = switch (system.toLowerCase(Locale.ROOT).split(" ")[0] + " " + processor) {
            case "linux amd64", "linux x86_64" -> "linux-x64";
            case "linux aarch64", "linux arm64" -> "linux-arm64";
            default -> system.startsWith("Mac") ? "macos" : "";
        };
        return Optional.ofNullable(ProfilerLibrary.class.getResource("/" + folder + "/" + FILE));
    }
}

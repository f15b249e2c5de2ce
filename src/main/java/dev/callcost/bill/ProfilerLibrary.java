package dev.callcost.bill;

import dev.callcost.agent.Sampler;
import dev.callcost.text.CommandException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * async-profiler's native library, which the suite's jar has for Linux and macOS, from {@code tools.profiler:async-profiler}.
 *
 * @param path a file that a fork can load, or {@link Sampler#JFR}
 * @param name of the profiler in reports
 */
record ProfilerLibrary(String path, String name) {
    /** The file's name, on macOS as well. */
    private static final String FILE = "libasyncProfiler.so";

    /**
     * Copies the library for this machine to a folder.
     *
     * @param wanted {@code async}, {@code jfr}, or empty for async-profiler where it has a library
     * @throws CommandException (usage) when {@code async} is wanted and has no library for this machine; (bad file) when the file cannot be written
     */
    static ProfilerLibrary into(Path folder, Optional<String> wanted) {
        String system = System.getProperty("os.name");
        String processor = System.getProperty("os.arch");
        Optional<String> resource = resource(system, processor);
        boolean wantsJfr = wanted.equals(Optional.of(Sampler.JFR));
        if (wantsJfr || wanted.isEmpty() && resource.isEmpty()) {
            String why = wantsJfr ? "" : ", because async-profiler has no library for this machine";
            return new ProfilerLibrary(
                    Sampler.JFR,
                    "JDK Flight Recorder" + why + ": samples of Java code only, none of system calls or the JVM");
        }
        String name = resource.orElseThrow(
                () -> CommandException.usage("bill: async-profiler has no library for " + system + " on " + processor));
        Path library = folder.resolve(FILE);
        try (InputStream in = ProfilerLibrary.class.getResourceAsStream("/" + name)) {
            if (in == null) {
                throw CommandException.failure("bill: " + name + " is missing: start bill from the suite's jar");
            }
            Files.copy(in, library);
        } catch (IOException e) {
            throw CommandException.badFile("cannot write " + library + ": " + e.getMessage());
        }
        return new ProfilerLibrary(library.toString(), "async-profiler, ctimer");
    }

    /** The library's place in the jar for an operating system and a processor; empty when there is none. */
    static Optional<String> resource(String system, String processor) {
        Optional<String> folder = switch (system.toLowerCase(Locale.ROOT).split(" ")[0] + " " + processor) {
            case "linux amd64", "linux x86_64" -> Optional.of("linux-x64/");
            case "linux aarch64", "linux arm64" -> Optional.of("linux-arm64/");
            default -> system.startsWith("Mac") ? Optional.of("macos/") : Optional.empty();
        };
        return folder.map(it -> it + FILE);
    }
}

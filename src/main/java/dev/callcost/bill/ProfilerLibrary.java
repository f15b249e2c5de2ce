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
 * The native library of async-profiler, which the suite's jar has for Linux and macOS, from
 * {@code tools.profiler:async-profiler}.
 *
 * @param path a file that a fork can load, or {@link Sampler#JFR}
 * @param name the profiler, for reports
 */
record ProfilerLibrary(String path, String name) {
    private static final String LINUX = "linux-";
    private static final String FILE = "libasyncProfiler";

    /** On macOS as well. */
    private static final String SUFFIX = ".so";

    /**
     * The library for this machine.
     *
     * @param folder for the file
     * @param wanted {@code async}, {@code jfr}, or empty for the better one that this machine has
     * @throws CommandException (usage) when {@code async} is wanted and has no library for this machine; (bad file) when it cannot be written
     */
    static ProfilerLibrary into(Path folder, Optional<String> wanted) {
        Optional<String> resource = resource(System.getProperty("os.name"), System.getProperty("os.arch"));
        if (wanted.filter(Sampler.JFR::equals).isPresent()) {
            return jfr("");
        }
        if (resource.isEmpty()) {
            if (wanted.isPresent()) {
                throw CommandException.usage("bill: async-profiler has no library for " + System.getProperty("os.name")
                        + " on " + System.getProperty("os.arch"));
            }
            return jfr(", because async-profiler has no library for this machine");
        }
        Path library = folder.resolve(FILE + SUFFIX);
        try (InputStream in = ProfilerLibrary.class.getResourceAsStream("/" + resource.get())) {
            if (in == null) {
                throw CommandException.failure(
                        "bill: " + resource.get() + " is missing: start bill from the suite's jar");
            }
            Files.copy(in, library);
        } catch (IOException e) {
            throw CommandException.badFile("cannot write " + library + ": " + e.getMessage());
        }
        return new ProfilerLibrary(library.toString(), "async-profiler, ctimer");
    }

    private static ProfilerLibrary jfr(String why) {
        return new ProfilerLibrary(
                Sampler.JFR,
                "JDK Flight Recorder" + why + ": samples of Java code only, none of system calls or the JVM");
    }

    /** The library's place in the jar for an operating system and a processor; empty when there is none. */
    static Optional<String> resource(String system, String processor) {
        String name = system.toLowerCase(Locale.ROOT);
        if (name.startsWith("mac")) {
            return Optional.of("macos/" + FILE + SUFFIX);
        }
        Optional<String> architecture = switch (processor) {
            case "amd64", "x86_64" -> Optional.of("x64");
            case "aarch64", "arm64" -> Optional.of("arm64");
            default -> Optional.empty();
        };
        return name.equals("linux") ? architecture.map(it -> LINUX + it + "/" + FILE + SUFFIX) : Optional.empty();
    }
}

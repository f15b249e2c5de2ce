package dev.callcost.bill;

import com.google.gson.JsonObject;
import dev.callcost.data.Fork;
import dev.callcost.launch.ForkPlan.ForkOutcome;
import dev.callcost.launch.HostFolder;
import dev.callcost.launch.JarCopy;
import dev.callcost.launch.RowPair.SideRow;
import dev.callcost.text.CommandException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A fork whose CPU time is sampled.
 *
 * @param side its jar has the agents {@code Sampler} and {@code IterationRecorder}
 * @param library of {@link ProfilerLibrary}
 */
record Sampling(SideRow side, Path library) implements JarCopy.JarFork {
    @Override
    public List<String> first(HostFolder place) {
        return place.options(side.row(), side.jar().arguments(), place.sampler(library), place.recorder());
    }

    /**
     * What the fork measured, with its samples; a failure where these cannot be used.
     *
     * @param log of this and other forks
     * @param samples the file that the fork wrote
     */
    ForkOutcome withSamples(ForkOutcome outcome, Path samples, SampleLog log) {
        if (!(outcome instanceof ForkOutcome.Measured whole)) {
            return outcome;
        }
        ForkOutcome.Measured measured = side.jar().withoutOwn(whole);
        try (Stream<String> lines = Files.lines(samples)) {
            JsonObject line = log.line(measured, lines);
            Fork fork = log.fork(measured.fork().row(), line);
            if (fork.row().logNanos().isEmpty()) {
                return ForkOutcome.failed("its unit is no time per operation: " + fork.unit());
            }
            if (!SampledRow.isEnough(fork)) {
                return ForkOutcome.failed(
                        "it has too few iterations to compare time with samples and time without: -i 40 and more");
            }
            return new ForkOutcome.Measured(fork, line);
        } catch (IOException | IllegalArgumentException | IllegalStateException e) {
            return ForkOutcome.failed("it gave no samples: " + e.getMessage());
        }
    }

    /**
     * async-profiler's native library, which the suite's jar has for Linux and macOS, from
     * {@code tools.profiler:async-profiler}.
     */
    static final class ProfilerLibrary {
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
}

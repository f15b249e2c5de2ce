package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.text.Program;
import dev.callcost.text.Program.Ended;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * {@code dev.callcost.Main} in a JVM of its own, with the suite's benchmarks and the planted ones on its class path. It
 * has a temporary directory of its own, so that JMH's lock is not another run's. It lives too short for the JIT
 * compiler's last tier to pay, and so do its forks, which inherit the argument.
 */
public final class SpawnedMain implements AutoCloseable {
    /** So long that a busy machine does not matter: a process that takes longer hangs. */
    private static final long PATIENCE_SECONDS = 900;

    private static final int WARNS_OF_NATIVE_ACCESS = 24;
    private static final Pattern JMHS_WARNING =
            Pattern.compile("^WARNING: .*(sun\\.misc\\.Unsafe|maintainers of class org\\.openjdk\\.jmh\\.)");
    private static final Path SOURCES = Path.of("src/test/resources/planted");
    private static final Map<String, byte[]> COMPILED = new TreeMap<>();

    private final Process process;
    private final BufferedReader out;
    private final Path err;
    private final StringBuilder read = new StringBuilder();

    private SpawnedMain(Process process, Path err) {
        this.process = process;
        this.out = process.inputReader();
        this.err = err;
        process.onExit().orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).exceptionally(hangs -> {
            close();
            return process;
        });
    }

    /** Puts the planted benchmarks, which this JVM compiles once, into a directory. */
    public static void compilePlanted(Path directory) throws IOException {
        if (COMPILED.isEmpty()) {
            compile(SOURCES, directory);
            COMPILED.putAll(PlantedJar.files(directory));
        } else {
            for (Map.Entry<String, byte[]> file : COMPILED.entrySet()) {
                Path path = directory.resolve(file.getKey());
                Files.createDirectories(path.getParent());
                Files.write(path, file.getValue());
            }
        }
    }

    /** Compiles the benchmarks of a folder, with JMH's annotation processor, into a directory. */
    public static void compile(Path benchmarks, Path directory) throws IOException {
        List<String> words = new ArrayList<>(List.of(
                "-d",
                directory.toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "-processor",
                "org.openjdk.jmh.generators.BenchmarkProcessor"));
        try (Stream<Path> sources = Files.list(benchmarks)) {
            sources.forEach(source -> words.add(source.toString()));
        }
        assertThat(ToolProvider.findFirst("javac")
                        .orElseThrow()
                        .run(System.out, System.err, words.toArray(String[]::new)))
                .isZero();
    }

    /**
     * Starts Main.
     *
     * @param planted where the planted benchmarks are
     * @param directory the working directory, which also takes temporary files
     */
    public static SpawnedMain start(Path planted, Path directory, String... arguments) throws IOException {
        return start(List.of(), Map.of(), planted, directory, arguments);
    }

    /**
     * Starts Main after a program that runs the command after it.
     *
     * @param environment variables in addition to those of this process
     */
    public static SpawnedMain start(
            List<String> prefix, Map<String, String> environment, Path planted, Path directory, String... arguments)
            throws IOException {
        Path temporary = Files.createDirectories(directory.resolve("tmp"));
        Path err = directory.resolve("stderr.txt");
        List<String> command = new ArrayList<>(List.of(
                Program.JAVA,
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + temporary.toAbsolutePath(),
                "-cp",
                planted + File.pathSeparator + suiteClassPath(),
                "dev.callcost.Main"));
        if (Runtime.version().feature() >= WARNS_OF_NATIVE_ACCESS) {
            command.add(1, "--enable-native-access=ALL-UNNAMED"); // as the jar's manifest says
        }
        command.addAll(0, prefix);
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(directory.toFile()).redirectError(err.toFile());
        builder.environment().putAll(environment);
        return new SpawnedMain(builder.start(), err);
    }

    /** The class path of the suite, without what is there for tests. */
    public static String suiteClassPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.replace('\\', '/').replaceAll("/$", "").endsWith("/test-classes"))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Reads standard output up to the first line that contains a text, and returns that. */
    public String awaitLine(String text) throws IOException {
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            read.append(line).append('\n');
            if (line.contains(text)) {
                return line;
            }
        }
        throw new AssertionError("Main ended without a line with " + text + ":\n" + read + Files.readString(err));
    }

    /** Waits until a file that a process appends to has so many lines. */
    public static void awaitLines(Path file, int lines) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!Files.exists(file) || Files.readAllLines(file).size() < lines) {
            assertThat(System.nanoTime()).as("%s lines in time", lines).isLessThan(end);
            Thread.sleep(50);
        }
    }

    public List<ProcessHandle> forks() {
        return process.descendants().toList();
    }

    /** Waits until the condition holds for a fork, and returns all forks. */
    public List<ProcessHandle> awaitFork(Predicate<ProcessHandle> condition) {
        while (process.isAlive()) {
            List<ProcessHandle> forks = forks();
            if (forks.stream().anyMatch(condition)) {
                return forks;
            }
        }
        throw new AssertionError("Main ended before");
    }

    public static void assertEnd(List<ProcessHandle> processes) {
        processes.forEach(it -> assertThat(it.onExit()).succeedsWithin(PATIENCE_SECONDS, TimeUnit.SECONDS));
    }

    /** Tells the process to end, as Ctrl-C does. */
    public void terminate() {
        process.toHandle().destroy(); // the process itself would close the streams that are still to be read
    }

    /** Sends SIGINT to the process and its forks, as Ctrl-C on a terminal does. */
    void interrupt() throws IOException, InterruptedException {
        String ids = Stream.concat(Stream.of(process.toHandle()), forks().stream())
                .map(it -> Long.toString(it.pid()))
                .collect(Collectors.joining(" "));
        new ProcessBuilder("sh", "-c", "kill -s INT " + ids).start().waitFor();
    }

    /** Whether it was started with SIGINT ignored, by proc(5), as shells start jobs in the background. */
    boolean ignoresInterrupt() throws IOException {
        return Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "status")).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .anyMatch(line -> (Long.parseUnsignedLong(line.replaceFirst("SigIgn:\\s*", ""), 16) & 2) != 0);
    }

    /** Ends the process and leaves it no time to do anything. */
    public void kill() {
        process.toHandle().destroyForcibly();
    }

    /** Waits for the end; a process that hangs is killed. */
    public Ended ended() throws IOException, InterruptedException {
        out.lines().forEach(line -> read.append(line).append('\n'));
        return new Ended(process.waitFor(), read.toString(), withoutJmhsWarning(Files.readString(err)));
    }

    /**
     * On JDK 24 and later JMH 1.37 makes the host's JVM warn of sun.misc.Unsafe (JEP 498); a jar cannot allow it, and
     * forks do.
     */
    static String withoutJmhsWarning(String text) {
        return text.lines()
                .filter(line -> !JMHS_WARNING.matcher(line).find())
                .map(line -> line + "\n")
                .collect(Collectors.joining());
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}

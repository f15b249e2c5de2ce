package dev.callcost.launch;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import dev.callcost.agent.ForkGate;
import dev.callcost.data.ResultsFile;
import dev.callcost.text.BadFileException;
import dev.callcost.text.CommandException;
import dev.callcost.text.TemporaryFolder;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * JMH in a process of its own, with a jar and for a row of choice, that starts one fork after the other, each when it is told to. So a fork
 * costs one JVM, not two, and nothing runs while none is wanted. A fork that fails ends its host; the next one takes a new host.
 */
public final class ForkHost implements AutoCloseable {
    /** The share of work that a fork did besides, of the work without it. */
    public static final String EXTRA_WORK = "extraWork";

    private static final int LAST_LINES = 20;

    /** How often is looked, while a fork is waited for, whether it has ended. */
    private static final int LOOK_MILLIS = 1000;

    /** By Ctrl-C, which on a terminal reaches the host as soon as us, and by SIGTERM: 128 and the signal's number. */
    private static final Set<Integer> TOLD_TO_END = Set.of(128 + 2, 128 + 15);

    private static final Pattern EXCEPTION = Pattern.compile("([\\w$]+\\.)+[\\w$]*(Exception|Error)\\b.*");

    private final HostPlace place;
    private final TemporaryFolder folder;
    private final ServerSocket door;
    private final Process process;
    private Socket gate;
    /** Bytes that the host had written before the fork at hand. */
    private long outputBefore;

    /**
     * Starts a host; it gets ready by itself.
     *
     * @param command its command line
     * @param environment added to its own environment and its forks'
     * @param within takes its folder
     * @throws CommandException (failure) when it cannot be started
     */
    public ForkHost(
            Function<HostPlace, List<String>> command,
            Function<HostPlace, Map<String, String>> environment,
            Path within) {
        folder = new TemporaryFolder(within, "host");
        door = door(folder);
        try {
            place = new HostPlace(folder.path(), door.getLocalPort());
            ProcessBuilder builder = new ProcessBuilder(command.apply(place))
                    .redirectErrorStream(true)
                    .redirectOutput(place.output().toFile());
            builder.environment().putAll(environment.apply(place));
            process = builder.start();
        } catch (IOException | RuntimeException e) {
            close(door);
            folder.close();
            throw e instanceof CommandException fault
                    ? fault
                    : CommandException.failure("a fork cannot be started: " + e.getMessage());
        }
        close(process.getOutputStream());
        process.onExit().thenRun(() -> close(door));
    }

    private static ServerSocket door(TemporaryFolder folder) {
        try {
            return new ServerSocket(0, 2, InetAddress.getByName(ForkGate.ADDRESS));
        } catch (IOException e) {
            folder.close();
            throw CommandException.failure("cannot listen for forks: " + e.getMessage());
        }
    }

    /** Closes what is there. */
    private static void close(Closeable closeable) {
        try {
            if (closeable != null) {
                closeable.close();
            }
        } catch (IOException e) {
            // as good as closed
        }
    }

    /** Where its forks write. */
    public HostPlace place() {
        return place;
    }

    /** Whether it can start a fork. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** Waits until the host is ready, and lets it start a fork. Nothing when it has ended: {@link #end} says why. */
    public void begin() {
        try {
            Files.deleteIfExists(place.row());
            Files.deleteIfExists(place.extraWork());
            Files.deleteIfExists(place.samples());
            place.record().clear();
            outputBefore = Files.size(place.output());
            if (gate == null) {
                gate = accept();
            }
            if (gate.getInputStream().read() == ForkGate.READY) {
                gate.getOutputStream().write('g');
            }
        } catch (IOException e) {
            // it has ended
        }
    }

    /**
     * The next one to connect: the gate, and then each fork that takes turns.
     *
     * @throws IOException when the host has ended, or the fork has without a word
     */
    Socket accept() throws IOException {
        door.setSoTimeout(LOOK_MILLIS);
        while (true) {
            try {
                Socket socket = door.accept();
                socket.setTcpNoDelay(true);
                return socket;
            } catch (SocketTimeoutException e) {
                if (gate != null && gate.getInputStream().available() > 0) {
                    throw e;
                }
            }
        }
    }

    /**
     * Waits for the end of the fork. What it did besides its benchmark, as {@code ExtraWork} tells it, is a fact named
     * {@value #EXTRA_WORK}.
     */
    public ForkOutcome end() {
        try {
            int word = gate == null ? -1 : gate.getInputStream().read();
            if (word == ForkGate.READY) {
                close(gate);
                process.onExit().join();
                return new ForkOutcome.Failed("it ended without a result", last(lines()));
            }
            if (word == ForkGate.ENDED) {
                JsonObject jmh = JmhForks.read(place.row());
                ResultsFile.row(jmh, place.row().getFileName());
                Map<String, String> more = Files.exists(place.extraWork())
                        ? Map.of(EXTRA_WORK, Files.readString(place.extraWork()))
                        : Map.of();
                return place.record().measured(jmh, more);
            }
        } catch (JsonParseException | BadFileException | UncheckedIOException e) {
            return new ForkOutcome.Failed("it gave no result: " + e.getMessage(), last(lines()));
        } catch (IOException e) {
            // it has ended, or ends when nobody listens
        }
        return ended();
    }

    private ForkOutcome ended() {
        close(door);
        close(gate);
        int exitCode;
        try {
            exitCode = process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CommandException.failure("interrupted while a fork ran");
        }
        if (TOLD_TO_END.contains(exitCode)) {
            return new ForkOutcome.Stopped();
        }
        Optional<String> skipped = place.record().skipped();
        if (skipped.isPresent()) {
            return new ForkOutcome.Skipped(skipped.get());
        }
        List<String> output = lines();
        String message = output.stream()
                .map(EXCEPTION::matcher)
                .filter(Matcher::find)
                .map(Matcher::group)
                .findFirst()
                .or(() -> output.stream().filter(line -> !line.isBlank()).reduce((line, last) -> last))
                .orElse("it wrote nothing");
        return new ForkOutcome.Failed("exit code " + exitCode + ", " + message.strip(), last(output));
    }

    private static List<String> last(List<String> lines) {
        return lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size());
    }

    /** What the host and the fork at hand have written. */
    private List<String> lines() {
        try (InputStream output = Files.newInputStream(place.output())) {
            output.skipNBytes(outputBefore);
            return new String(output.readAllBytes(), Charset.defaultCharset())
                    .lines()
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    /** Ends the host, and a fork of it that still runs. */
    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        process.onExit().join();
        close(gate);
        folder.close();
    }
}

package dev.callcost.launch;

import dev.callcost.agent.ForkGate;
import dev.callcost.agent.TurnTaking;
import dev.callcost.file.TemporaryFolder;
import dev.callcost.host.KernelFiles;
import dev.callcost.host.Limits;
import dev.callcost.launch.ForkPlan.ForkOutcome;
import dev.callcost.text.CommandException;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A process of {@link ForkGate} that starts forks with one jar, one at a time. */
final class ForkHost implements AutoCloseable {
    private static final int LAST_LINES = 20;

    /** How often the end of a fork is checked while it should connect. */
    private static final int LOOK_MILLIS = 100;

    /**
     * The exit codes after SIGINT, which Ctrl-C on a terminal sends to all processes, and SIGTERM: 128 and the signal's
     * number.
     */
    private static final Set<Integer> TOLD_TO_END = Set.of(128 + 2, 128 + 15);

    /** The exit code after SIGKILL. */
    private static final int KILLED = 128 + 9;

    private static final long MIB = 1 << 20;

    private static final Pattern EXCEPTION = Pattern.compile("([\\w$]+\\.)+[\\w$]*(Exception|Error)\\b.*");

    private static final String CAUSED_BY = "Caused by: ";

    /** A JVM prints so before anything else, and the user's own JVM has printed it. */
    private static final Pattern PICKED_UP = Pattern.compile("(NOTE: )?Picked up \\w+: .*");

    /** Lines that are no reason. A JVM that cannot start announces its reason in a line of its own. */
    private static final Pattern NO_REASON =
            Pattern.compile("\\W*|.*warning.*|Error occurred during initialization of .*", Pattern.CASE_INSENSITIVE);

    /** Lines of a stack trace between exceptions. */
    private static final Pattern FRAME = Pattern.compile("^\\s+(at |\\.\\.\\. ).*");

    private final List<String> command;
    private final ForkPlan.ForkCommand first;
    private final HostFolder place;
    private final TemporaryFolder folder;
    private final ServerSocket door;
    private final Process process;
    private final Optional<Consumer<String>> lines;

    /** One for each fork, and one when the host has ended. */
    private final BlockingQueue<ForkEnd> ends = new LinkedBlockingQueue<>();

    private final Deque<String> last = new ArrayDeque<>();

    /**
     * How a fork or its host ended.
     *
     * @param reasons the reason of a failure and its details; none for a fork that measured
     * @param exitCode of a process that ended with one other than 0
     */
    private record ForkEnd(List<String> reasons, OptionalInt exitCode) {
        static ForkEnd exit(int code) {
            return new ForkEnd(List.of("exit code " + code), OptionalInt.of(code));
        }
    }

    /**
     * @param command its command line
     * @param first the fork that it is started for
     * @param lines takes each line that it and its forks print
     * @param environment variables in addition to those of this process
     */
    ForkHost(
            List<String> command,
            ForkPlan.ForkCommand first,
            Path within,
            Optional<Consumer<String>> lines,
            Map<String, String> environment) {
        this.command = command;
        this.first = first;
        this.lines = lines;
        folder = new TemporaryFolder(within, "host");
        try {
            door = new ServerSocket(0, 2, InetAddress.getByName(ForkGate.ownAddress()));
            place = new HostFolder(folder.path(), TurnTaking.door(door.getInetAddress(), door.getLocalPort()));
            place.clear();
            ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
            builder.environment().putAll(environment);
            builder.environment().putAll(first.environment(place));
            process = builder.start();
        } catch (IOException e) {
            throw CommandException.failure("a fork cannot be started: " + e.getMessage());
        }
        Thread reader = new Thread(this::read, "callcost-host-output");
        reader.setDaemon(true);
        reader.start();
    }

    private void read() {
        List<String> reasons = new ArrayList<>();
        OptionalInt exit = OptionalInt.empty();
        try (ServerSocket closedAtTheEnd = door;
                BufferedReader output = process.inputReader(Charset.defaultCharset())) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                if (!line.startsWith(ForkGate.WORD)) {
                    take(line);
                    continue;
                }
                String word = line.substring(ForkGate.WORD.length());
                if (word.startsWith(ForkGate.EXIT)) {
                    exit = OptionalInt.of(Integer.parseInt(word.substring(ForkGate.EXIT.length())));
                } else if (!word.equals(ForkGate.END)) {
                    reasons.add(word);
                } else {
                    ends.add(
                            exit.isPresent() ? ForkEnd.exit(exit.getAsInt()) : new ForkEnd(List.copyOf(reasons), exit));
                    reasons.clear();
                    exit = OptionalInt.empty();
                }
            }
        } catch (IOException e) {
            // it has ended
        }
        ends.add(ForkEnd.exit(process.onExit().join().exitValue()));
    }

    private void take(String line) {
        if (PICKED_UP.matcher(line).matches()) {
            return;
        }
        synchronized (last) {
            if (!line.isBlank()) {
                last.add(line.stripTrailing());
            }
            if (last.size() > LAST_LINES) {
                last.remove();
            }
        }
        lines.ifPresent(taker -> taker.accept(line));
    }

    List<String> command() {
        return command;
    }

    HostFolder place() {
        return place;
    }

    /** Whether it can start forks, and forks for it to start may come. */
    boolean isOfUse() {
        return process.isAlive() && !first.isHostOver();
    }

    /** Starts a fork. If the host has ended, {@link #end} reports it. */
    void begin(ForkPlan.ForkCommand fork) {
        synchronized (last) {
            last.clear();
        }
        place.clear();
        try {
            ForkGate.order(process.getOutputStream(), fork.result(place), fork.options(place));
        } catch (IOException e) {
            // it has ended
        }
    }

    /** Waits for a fork to connect for its turns. Throws when the host or the fork has ended before. */
    Socket accept() throws IOException {
        door.setSoTimeout(LOOK_MILLIS);
        while (true) {
            try {
                Socket socket = door.accept();
                socket.setTcpNoDelay(true);
                return socket;
            } catch (SocketTimeoutException e) {
                if (!ends.isEmpty()) {
                    throw e;
                }
            }
        }
    }

    ForkOutcome end() {
        try {
            ForkEnd end = ends.take();
            ForkOutcome outcome = place.outcome(end.reasons);
            return outcome instanceof ForkOutcome.Failed failed ? described(failed, end.exitCode) : outcome;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CommandException.failure("interrupted while a fork ran");
        }
    }

    /**
     * Adds what a process that ended with an exit code printed. The last lines are details where they were not shown.
     */
    private ForkOutcome described(ForkOutcome.Failed failed, OptionalInt exitCode) {
        if (exitCode.isPresent() && TOLD_TO_END.contains(exitCode.getAsInt())) {
            return new ForkOutcome.Stopped();
        }
        synchronized (last) {
            String message = failed.message();
            if (exitCode.isPresent()) {
                boolean isKilled = exitCode.getAsInt() == KILLED;
                message += ", " + (isKilled ? killed(Limits.read(KernelFiles.HERE)) : cause(last));
            }
            List<String> details = new ArrayList<>(failed.details());
            details.addAll(lines.isPresent() ? List.of() : last);
            return new ForkOutcome.Failed(message, details);
        }
    }

    /** What ends a process without a word, mostly the kernel when memory runs out. */
    static String killed(Limits limits) {
        return limits.memoryBytes() == null
                ? "killed, perhaps because the system had no memory left"
                : "killed, perhaps because it reached the limit of its control group, " + limits.memoryBytes() / MIB
                        + " MiB of memory (-jvmArgsAppend -Xmx... sets a smaller heap)";
    }

    /**
     * Why a fork or its host failed: the first exception that it printed, with its innermost cause, else the first line
     * that may be a reason.
     */
    static String cause(Collection<String> printed) {
        Stream<String> lines =
                printed.stream().filter(line -> !NO_REASON.matcher(line.strip()).matches());
        return Stream.concat(exceptions(printed), lines)
                .findFirst()
                .orElse("it wrote no reason")
                .strip();
    }

    /** The first exception of what was printed, as {@link ForkGate#reason} has it; none when there is none. */
    private static Stream<String> exceptions(Collection<String> printed) {
        List<String> chain = new ArrayList<>();
        for (String line : printed) {
            Stream<String> exception =
                    EXCEPTION.matcher(line).results().map(MatchResult::group).limit(1);
            if (chain.isEmpty() || line.startsWith(CAUSED_BY)) {
                exception.forEach(chain::add);
            } else if (!FRAME.matcher(line).matches()) {
                break;
            }
        }
        return chain.isEmpty() ? Stream.empty() : Stream.of(ForkGate.reason(chain));
    }

    /** Ends the host, and a fork of it that still runs. */
    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        process.onExit().join();
        folder.close();
    }
}

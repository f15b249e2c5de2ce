package dev.callcost.launch;

import dev.callcost.agent.BusyThreads;
import dev.callcost.agent.TurnTaking;
import dev.callcost.launch.ForkPlan.ForkOutcome;
import dev.callcost.launch.PlannedRow.ShortTurns;
import dev.callcost.text.CommandException;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Two forks that warm up at once and are then measured in turns, iteration by iteration, in the order A B, B A, A B:
 * drift affects both equally, and each runs after itself as often as after the other. A fork that is warm is stopped
 * until the other is warm too. While one runs a measured iteration, the other is stopped, so its collector, compiler
 * and busy threads work in its own iterations. Both JVMs start, set up (in the first iteration if that is warm-up) and
 * end at the same time, when nothing is measured.
 *
 * <p>Forks that are pinned to one CPU share it while they warm up. On CPUs of their own they would be measured on
 * different CPUs too.
 */
final class Turns implements AutoCloseable {
    /** The measured time after which the busy threads are counted. */
    private static final long LOOK_NANOS = 200_000_000;

    private final Freezer freezer = new Freezer();
    private final Player one;
    private final Player other;

    /** After this time no more measured iterations are begun, see {@link ForkPlan.ForkCommand#longest}. */
    private final Optional<Duration> longest;

    private Turns(List<ForkHost> hosts, List<ForkPlan.ForkCommand> forks) {
        one = new Player(hosts.get(0), forks.get(0));
        other = new Player(hosts.get(1), forks.get(1));
        // with the same number of iterations on both sides
        longest = forks.stream().allMatch(fork -> fork.longest().isPresent())
                ? forks.stream().flatMap(fork -> fork.longest().stream()).min(Duration::compareTo)
                : Optional.empty();
    }

    /**
     * Runs a fork on each of two hosts. When one has measured all its iterations, or failed, the other runs alone.
     *
     * @return how they ended; a fork that measured outside of its turns has failed
     */
    static List<ForkOutcome> run(List<ForkHost> hosts, List<ForkPlan.ForkCommand> forks) {
        try (Turns turns = new Turns(hosts, forks)) {
            turns.one.start();
            turns.other.start();
            turns.play();
            turns.close();
            return List.of(turns.one.outcome(), turns.other.outcome());
        }
    }

    private void play() {
        Thread beside = new Thread(() -> warmUp(other), "callcost-warm-up");
        beside.start();
        warmUp(one);
        try {
            beside.join();
            takeTurns();
        } catch (IOException e) {
            leaveAlone();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            leaveAlone();
        }
    }

    /** The forks continue without turns. */
    private void leaveAlone() {
        one.close();
        other.close();
    }

    private void warmUp(Player player) {
        try {
            player.await();
            while (player.isWarmingUp()) {
                player.run(TurnTaking.GO);
            }
            freezer.swap(player.processes, List.of());
            player.look();
        } catch (IOException e) {
            leaveAlone();
        }
    }

    private void takeTurns() throws IOException {
        Player running = null;
        for (int round = 1; !one.over || !other.over; round++) {
            int word = isLastButOne(round) ? TurnTaking.LAST_BUT_ONE : TurnTaking.GO;
            for (Player player : round % 2 == 1 ? List.of(one, other) : List.of(other, one)) {
                if (!player.over) {
                    if (running != player) {
                        freezer.swap(running == null ? List.of() : running.processes, player.processes);
                        running = player;
                    }
                    player.run(word);
                }
            }
        }
    }

    /** Whether the time is enough for this round and one more, but not for two. */
    private boolean isLastButOne(int round) {
        long spent = Math.max(one.nanos, other.nanos);
        return longest.isPresent()
                && round >= ShortTurns.FEWEST_ITERATIONS - 1
                && spent + 3 * spent / (round - 1) > longest.get().toNanos();
    }

    @Override
    public void close() {
        freezer.close();
        leaveAlone();
    }

    /** The host's side of a fork: the fork begins an iteration on a byte from here, and reports its end. */
    private static final class Player {
        private final ForkHost host;
        private final ForkPlan.ForkCommand fork;
        private Socket socket;
        private BufferedReader words;

        /**
         * The ids of the fork's process and of those that it started in its set-up, such as a server in a JVM of its
         * own.
         */
        private List<Long> processes = List.of();

        private boolean hasRun;
        private int next;

        /** How many measured iterations were in its turns, and how long they took. */
        private int measured;

        private long nanos;

        /** Null until the measured iterations, and when the busy threads have been counted. */
        private BusyThreads before;

        private OptionalInt busyThreads = OptionalInt.empty();

        /** Whether it has no more turns. */
        private volatile boolean over;

        Player(ForkHost host, ForkPlan.ForkCommand fork) {
            this.host = host;
            this.fork = fork;
        }

        void start() {
            host.begin(fork);
        }

        /** Waits until the fork is ready for its first iteration, or has ended. */
        void await() {
            try {
                Socket connected = host.accept();
                synchronized (this) {
                    socket = connected;
                    if (over) {
                        throw new EOFException("it has no turns");
                    }
                }
                words = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
                long process = Long.parseLong(words.readLine());
                if (!isOurs(process)) {
                    throw new IOException("a stranger");
                }
                processes = List.of(process);
                next = read();
            } catch (IOException | NumberFormatException e) {
                close();
            }
        }

        /** Only descendants of this process are ever stopped. */
        private static boolean isOurs(long pid) {
            return Stream.iterate(ProcessHandle.of(pid), Optional::isPresent, it -> it.flatMap(ProcessHandle::parent))
                    .anyMatch(it -> it.get().equals(ProcessHandle.current()));
        }

        boolean isWarmingUp() {
            return !over && next == TurnTaking.WARM_UP;
        }

        /**
         * Lets it run an iteration, and waits until the next can begin.
         *
         * @param word {@link TurnTaking#GO} or {@link TurnTaking#LAST_BUT_ONE}
         */
        void run(int word) {
            try {
                long begin = System.nanoTime();
                boolean isMeasured = next == TurnTaking.MEASURED;
                socket.getOutputStream().write(word);
                int ended = read();
                if (!hasRun) {
                    hasRun = true;
                    processes = processes.stream()
                            .flatMap(id -> ProcessHandle.of(id).stream())
                            .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()))
                            .map(ProcessHandle::pid)
                            .toList();
                }
                measured += isMeasured ? 1 : 0;
                if (ended == TurnTaking.LAST) {
                    over = true;
                } else {
                    next = read();
                }
                nanos += isMeasured ? System.nanoTime() - begin : 0;
                countBusyThreads();
            } catch (IOException e) {
                close();
            }
        }

        /** Remembers what the fork's threads did before its measured iterations. */
        void look() {
            before = readThreads();
        }

        private BusyThreads readThreads() {
            return new BusyThreads(processes.stream().map(String::valueOf).toList());
        }

        /**
         * Counts from outside, so that the fork does not measure the counting. Few iterations of the user may be
         * shorter.
         */
        private void countBusyThreads() {
            boolean isEnough =
                    fork.longest().isPresent() ? nanos >= LOOK_NANOS : measured == ShortTurns.FEWEST_ITERATIONS - 1;
            if (before != null && isEnough) {
                busyThreads = OptionalInt.of(readThreads().since(before, nanos));
                before = null;
            }
        }

        private int read() throws IOException {
            int word = words.read();
            if (word < 0) {
                throw new EOFException("the fork has ended");
            }
            return word;
        }

        ForkOutcome outcome() {
            ForkOutcome outcome = host.end();
            if (outcome instanceof ForkOutcome.Measured it) {
                busyThreads.ifPresent(number -> it.line().addProperty(ForkOutcome.BUSY_THREADS, number));
            }
            int iterations = outcome instanceof ForkOutcome.Measured it
                    ? it.fork().row().primary().forks().get(0).size()
                    : measured;
            return iterations == measured
                    ? outcome
                    : ForkOutcome.failed(
                            "only " + measured + " of its " + iterations + " iterations were in its turns");
        }

        /** Ends its turns: a fork that still runs continues alone. */
        synchronized void close() {
            over = true;
            try {
                if (socket != null) {
                    socket.close();
                }
            } catch (IOException e) {
                // the fork has ended
            }
        }
    }

    /**
     * Stops and continues processes with SIGSTOP and SIGCONT, by a shell. When this process ends, even by SIGKILL, the
     * shell continues all before it ends.
     */
    private static final class Freezer implements AutoCloseable {
        /** Reads lines of signals and process ids, and answers each with an empty line. */
        private static final String SCRIPT = """
                trap '' INT TERM HUP
                while read -r line; do
                    set -- $line
                    while [ $# -gt 1 ]; do
                        kill -s "$1" "$2" 2>/dev/null
                        case " $seen " in
                            *" $2 "*) ;;
                            *) seen="$seen $2" ;;
                        esac
                        shift 2
                    done
                    echo
                done
                for process in $seen; do
                    kill -s CONT "$process" 2>/dev/null
                done
                """;

        private final Process shell;

        /** @throws CommandException (failure) when there is no shell */
        Freezer() {
            try {
                shell = new ProcessBuilder("sh", "-c", SCRIPT)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
            } catch (IOException e) {
                throw CommandException.failure("compare: forks cannot be made to take turns here: " + e.getMessage());
            }
        }

        /**
         * @param stopped ids of processes, none of them 0, which stands for the group of this process
         * @throws IOException when the shell has ended, for example on Ctrl-C
         */
        synchronized void swap(List<Long> stopped, List<Long> continued) throws IOException {
            shell.outputWriter().write(orders("STOP", stopped) + orders("CONT", continued) + "\n");
            shell.outputWriter().flush();
            if (shell.inputReader().readLine() == null) {
                throw new EOFException("the shell that stops forks is gone");
            }
        }

        private static String orders(String signal, List<Long> processes) {
            return processes.stream()
                    .map(process -> signal + " " + process + " ")
                    .collect(Collectors.joining());
        }

        @Override
        public void close() {
            try {
                shell.outputWriter().close();
                shell.waitFor();
            } catch (IOException e) {
                shell.destroyForcibly();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}

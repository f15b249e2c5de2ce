package dev.callcost.launch;

import dev.callcost.agent.TurnTaking;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Two forks that alternate by iterations, in the order A B, B A, A B: drift affects both equally, and each runs after itself as often as after the other. While
 * one runs an iteration, the other is stopped, so its collector, compiler and busy threads work in its own iterations. Both JVMs start, set up (in the first
 * iteration if that is warm-up) and end at the same time, when nothing is measured.
 */
final class Turns implements AutoCloseable {
    private final Freezer freezer = new Freezer();
    private final Player one;
    private final Player other;
    private Player running;

    private Turns(ForkHost first, ForkHost second) {
        one = new Player(first);
        other = new Player(second);
    }

    /**
     * Runs a fork of each host. When one ends, the other runs alone.
     *
     * @return how they ended; a fork that measured outside of its turns has failed
     */
    static List<ForkOutcome> run(ForkHost first, ForkHost second) {
        try (Turns turns = new Turns(first, second)) {
            first.begin();
            second.begin();
            turns.play();
            turns.close();
            return List.of(turns.one.outcome(), turns.other.outcome());
        }
    }

    private void play() {
        one.await();
        other.await();
        try {
            if (one.isWarmingUp() && other.isWarmingUp()) {
                one.begin();
                other.begin();
                one.end();
                other.end();
            }
            freezer.swap(other.processes, List.of());
            running = one;
            inTurns(Player::isWarmingUp); // a warm fork is stopped until the other is warm
            inTurns(player -> !player.over);
        } catch (IOException e) {
            one.close();
            other.close();
        }
    }

    private void inTurns(Predicate<Player> isToHaveOne) throws IOException {
        while (isToHaveOne.test(one) || isToHaveOne.test(other)) {
            for (Player player : List.of(one, other, other, one)) {
                if (isToHaveOne.test(player)) {
                    if (running != player) {
                        freezer.swap(running.processes, player.processes);
                        running = player;
                    }
                    player.begin();
                    player.end();
                }
            }
        }
    }

    @Override
    public void close() {
        freezer.close();
        one.close();
        other.close();
    }

    /** The host's side of a fork: the fork begins an iteration on a byte from here, and reports its end. */
    private static final class Player {
        private final ForkHost host;
        private Socket socket;
        private BufferedReader words;

        /** The ids of the fork's process and of those that it started in its set-up, such as a server in a JVM of its own. */
        private List<Long> processes = List.of();

        private boolean hasRun;
        private int next;

        /** How many measured iterations were in its turns. */
        private int measured;

        /** Whether it has no more iterations. */
        private boolean over;

        Player(ForkHost host) {
            this.host = host;
        }

        /** Waits until the fork is ready for its first iteration, or has ended. */
        void await() {
            try {
                socket = host.accept();
                words = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
                long process = Long.parseLong(words.readLine());
                if (!isOurs(process)) {
                    throw new IOException("a stranger");
                }
                processes = List.of(process);
                next = words.read();
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

        void begin() {
            try {
                socket.getOutputStream().write('g');
            } catch (IOException e) {
                close();
            }
        }

        /** Waits for the end of the iteration, and until the next can begin. */
        void end() {
            try {
                int ended = words.read();
                if (!hasRun) {
                    hasRun = true;
                    processes = processes.stream()
                            .flatMap(id -> ProcessHandle.of(id).stream())
                            .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()))
                            .map(ProcessHandle::pid)
                            .toList();
                }
                measured += next == TurnTaking.MEASURED && ended >= 0 ? 1 : 0;
                over = ended != TurnTaking.DONE;
                next = over ? ended : words.read();
            } catch (IOException e) {
                close();
            }
        }

        private ForkOutcome outcome() {
            ForkOutcome outcome = host.end();
            int iterations = outcome instanceof ForkOutcome.Measured fork
                    ? fork.fork().row().primary().forks().get(0).size()
                    : measured;
            return iterations == measured
                    ? outcome
                    : ForkOutcome.failed(
                            "only " + measured + " of its " + iterations + " iterations were in its turns");
        }

        /** Ends its turns: a fork that still runs continues alone. */
        void close() {
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
}

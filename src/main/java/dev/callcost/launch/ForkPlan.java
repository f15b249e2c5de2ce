package dev.callcost.launch;

import com.google.gson.JsonObject;
import dev.callcost.data.Fork;
import dev.callcost.data.ForkLine;
import dev.callcost.data.Metric;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What is measured, in which order and until when. {@link ForkHosts} follows it, and calls one method at a time. */
public interface ForkPlan<R> {
    /**
     * The rows of the next round, in their order. It is called when the last row of a round has begun. While forks run,
     * an empty list means that nothing can begin before one of them ends; with no forks it means that the plan is over.
     */
    List<R> nextRound();

    /** Whether the rest of the round is left out, for example because the budget ended. */
    default boolean isOver() {
        return false;
    }

    void begins(R row);

    /** The row's next forks: one, or two that belong together. */
    List<ForkCommand> forks(R row);

    /** How many rows have forks at the same time. */
    default int atOnce() {
        return 1;
    }

    /** The CPUs that rows with forks at the same time share out; none where forks are not confined to CPUs. */
    default List<Integer> cpus() {
        return List.of();
    }

    /**
     * How many of {@link #cpus} a row's forks are confined to. A row that gets all of them runs alone, and is not
     * confined.
     */
    default int cpus(R row) {
        return 0;
    }

    /**
     * Whether two forks that belong together warm up at once and are measured in turns; else the second begins when the
     * first has measured.
     */
    default boolean inTurns() {
        return false;
    }

    /** Notes that the first fork is about to start, and where it writes. */
    default void starts(R row, HostFolder place) {}

    /** @param outcomes in the order of the forks, none stopped; only the first one's when the second did not begin */
    void ended(R row, List<ForkOutcome> outcomes);

    /** How a fork is started. */
    interface ForkCommand {
        /**
         * The command line of its host. Forks whose hosts have equal command lines and CPUs share a {@link ForkHost},
         * except those that run at once.
         *
         * @param temporary takes JMH's own files
         */
        List<String> host(Path temporary);

        /** Whether the host that was started for this fork serves no other fork. */
        default boolean isHostOver() {
            return false;
        }

        /**
         * Variables of its host and thus of the fork and of the processes that this starts, in addition to those of
         * this process.
         */
        default Map<String, String> environment(HostFolder place) {
            return Map.of();
        }

        /** The file that takes the fork's result. */
        Path result(HostFolder place);

        /** JMH's options. */
        List<String> options(HostFolder place);

        /**
         * How long a fork that takes turns is measured at most, whatever number of iterations it has; empty when it
         * runs all of them.
         */
        default Optional<Duration> longest() {
            return Optional.empty();
        }
    }

    /** How a fork ended. */
    sealed interface ForkOutcome {
        /** The member of a fork's line for the number of its threads that were busy in its measured iterations. */
        String BUSY_THREADS = "busyThreads";

        /** Why it did not measure, in one line; empty where there is nothing to say. */
        default String message() {
            return "";
        }

        /**
         * What follows a row's name where its fork did not measure: that it was skipped or failed, why, and the details
         * in further lines.
         */
        default String text() {
            return "skipped, " + message();
        }

        /**
         * @param line members of its line of the log, see {@link ForkLine#of}; JMH's alone when it was read from the
         *     log
         */
        record Measured(Fork fork, JsonObject line) implements ForkOutcome {
            /** Its row in JMH's JSON, as the log has it. */
            JsonObject jmh() {
                return line.getAsJsonObject(Fork.JMH);
            }

            /** The fork with metrics of another fork of the row: those whose names begin with a word. */
            Measured withMetrics(String prefix, Measured other) {
                SortedMap<String, Metric> metrics =
                        new TreeMap<>(other.fork.row().secondary());
                metrics.keySet().removeIf(name -> !name.startsWith(prefix));
                JsonObject with = line.deepCopy();
                JsonObject secondary = with.getAsJsonObject(Fork.JMH).getAsJsonObject(Fork.SECONDARY);
                JsonObject others = other.jmh().getAsJsonObject(Fork.SECONDARY);
                metrics.keySet().forEach(name -> secondary.add(name, others.get(name)));
                ForkJson.texts(other.jmh()).forEach((label, text) -> {
                    if (label.startsWith(prefix)) {
                        ForkJson.add(with.getAsJsonObject(Fork.JMH), ForkJson.TEXTS, label, text);
                    }
                });
                return new Measured(fork.with(fork.row().withMetrics(metrics)), with);
            }

            /** The number of threads that were busy in its measured iterations; 0 where nobody counted them. */
            public int busyThreads() {
                return line.has(BUSY_THREADS) ? line.get(BUSY_THREADS).getAsInt() : 0;
            }
        }

        /** The cell cannot run on this JVM, kernel or machine. */
        record Skipped(String message) implements ForkOutcome {}

        /** @param details further lines: where in the suite's code it failed, or the last lines of the JVM */
        record Failed(String message, List<String> details) implements ForkOutcome {
            @Override
            public String text() {
                return "FAILED, " + message
                        + details.stream().map(line -> "\n    " + line).collect(Collectors.joining());
            }
        }

        static Failed failed(String message) {
            return new Failed(message, List.of());
        }

        /** This process is ending; the fork was ended or not begun. */
        record Stopped() implements ForkOutcome {}
    }
}

package dev.callcost.launch;

import com.google.gson.JsonObject;
import dev.callcost.data.Fork;
import dev.callcost.data.Metric;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

public sealed interface ForkOutcome {
    /** The member of a fork's line for the number of its threads that were busy in its measured iterations. */
    String BUSY_THREADS = "busyThreads";

    /** Why it did not measure, in one line; empty where there is nothing to say. */
    default String message() {
        return "";
    }

    /**
     * What follows a row's name where its fork did not measure: that it was skipped or failed, why, and the details in
     * further lines.
     */
    default String text() {
        return "skipped, " + message();
    }

    /** @param line members of its line of the log, see {@link Fork#line}; JMH's alone when it was read from the log */
    record Measured(Fork fork, JsonObject line) implements ForkOutcome {
        /** Its row in JMH's JSON, as the log has it. */
        JsonObject jmh() {
            return line.getAsJsonObject(Fork.JMH);
        }

        /** The fork with metrics of another fork of the row: those whose names begin with a word. */
        Measured withMetrics(String prefix, Measured other) {
            SortedMap<String, Metric> metrics = new TreeMap<>(other.fork.row().secondary());
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

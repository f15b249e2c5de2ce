package dev.callcost.launch;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.callcost.data.Fork;
import dev.callcost.data.Log;
import dev.callcost.host.Hiccups;
import dev.callcost.text.PathTails;
import dev.callcost.text.SafeFile;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatType;

/**
 * All files of a run, updated after every fork: first the log, then the results file, which JMH's own writer makes from the rows in the log, and the
 * environment. A run that is killed leaves all forks that have ended.
 */
public final class RunFiles {
    private final RunLog log;
    private final ResultFormatType format;
    private final Environment environment;
    private final Map<PlannedRow, SortedMap<Integer, Fork>> rows = new LinkedHashMap<>();
    private Instant start;
    private Hiccups hiccups;

    /**
     * An earlier run's log stays until the first fork starts, and its results file until a fork has a result.
     *
     * @param rows in the order of the results file
     */
    public RunFiles(RunLog log, ResultFormatType format, Collection<PlannedRow> rows) {
        this.log = log;
        this.format = format;
        this.environment = new Environment(log, rows);
        rows.forEach(row -> this.rows.put(row, new TreeMap<>()));
    }

    RunLog log() {
        return log;
    }

    /** The forks of each row that measured, by round. */
    Map<PlannedRow, SortedMap<Integer, Fork>> forks() {
        return rows;
    }

    /** Notes that the watch over the host begins, for the line of the next fork. */
    void begins() {
        start = Instant.now();
        hiccups = new Hiccups();
    }

    /** Notes that a fork is about to start, by its name in its JVM's arguments. */
    void starts(String named) {
        log.starts(named, environment.ofRun());
    }

    /**
     * Notes the outcome of a fork, and writes all files.
     *
     * @param place the fork's place in its round, from 1
     * @param printed the number of lines that forks have printed so far
     */
    void ended(PlannedRow row, int round, int place, ForkJvm jvm, ForkOutcome outcome, int printed) {
        log.add(line(row, round, place, outcome));
        note(row, round, jvm, outcome);
        environment.printed(printed);
        writeResults();
        environment.write();
    }

    private String line(PlannedRow row, int round, int place, ForkOutcome outcome) {
        Instant end = Instant.now();
        hiccups.close();
        JsonObject line = new JsonObject();
        line.addProperty("round", round);
        line.addProperty("place", place);
        line.addProperty("start", start.toString());
        line.addProperty("end", end.toString());
        line.addProperty("worstHiccupNanos", hiccups.worstNanos(start.toEpochMilli(), end.toEpochMilli()));
        if (outcome instanceof ForkOutcome.Measured measured) {
            measured.line().asMap().forEach(line::add);
            JmhForks.texts(line.getAsJsonObject("jmh"))
                    .replaceAll((label, text) -> new JsonPrimitive(PathTails.cut(text.getAsString())));
            addHiccups(line.getAsJsonObject("iterations"));
            return Log.line(Log.FORK, line);
        }
        boolean skipped = outcome instanceof ForkOutcome.Skipped;
        String message =
                outcome instanceof ForkOutcome.Skipped skip ? skip.reason() : ((ForkOutcome.Failed) outcome).message();
        line.add("row", new Gson().toJsonTree(row.key()));
        line.addProperty("message", PathTails.cut(message));
        return Log.line(skipped ? RunLog.SKIPPED : RunLog.FAILED, line);
    }

    private void addHiccups(JsonObject iterations) {
        if (iterations != null) {
            JsonArray column = new JsonArray();
            JsonArray starts = iterations.getAsJsonArray("startMillis");
            JsonArray nanos = iterations.getAsJsonArray("nanos");
            for (int i = 0; i < starts.size(); i++) {
                long from = starts.get(i).getAsLong();
                long millis = TimeUnit.NANOSECONDS.toMillis(nanos.get(i).getAsLong());
                column.add(hiccups.worstNanos(from, from + millis));
            }
            iterations.add("hiccupNanos", column);
        }
    }

    /** Adopts the outcome of a fork, which the log has. */
    void note(PlannedRow row, int round, ForkJvm jvm, ForkOutcome outcome) {
        environment.note(row, jvm, outcome);
        if (outcome instanceof ForkOutcome.Measured fork) {
            rows.get(row).put(round, fork.fork());
        }
    }

    private void writeResults() {
        if (hasResults()) {
            List<RunResult> results = rows.values().stream()
                    .filter(forks -> !forks.isEmpty())
                    .map(forks -> JmhForks.merged(forks.values()))
                    .toList();
            SafeFile.write(log.results(), out -> JmhForks.write(results, format, out));
        }
    }

    /** Closes the files. A run that is not complete can be resumed. */
    public void end(boolean complete) {
        if (complete) {
            environment.end();
            writeResults();
            log.end(environment.ofRun());
        }
        environment.write();
    }

    /** Whether a fork measured. */
    public boolean hasResults() {
        return rows.values().stream().anyMatch(forks -> !forks.isEmpty());
    }

    /** Reports of profilers as text, such as perfasm's, of all forks of each row. */
    public List<String> texts() {
        List<String> texts = new ArrayList<>();
        rows.forEach((row, forks) -> {
            Map<String, String> joined = new TreeMap<>();
            forks.values()
                    .forEach(fork -> JmhForks.texts(fork.jmh())
                            .forEach((label, text) -> joined.merge(label, text.getAsString(), String::concat)));
            joined.values().removeIf(String::isBlank);
            joined.forEach(
                    (label, text) -> texts.add(row.label() + ", " + label + ":\n" + text.stripTrailing() + "\n"));
        });
        return texts;
    }
}

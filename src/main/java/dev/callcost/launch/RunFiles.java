package dev.callcost.launch;

import dev.callcost.data.Fork;
import dev.callcost.text.SafeFile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
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

    /**
     * The files of a run. An earlier run's log stays until the first fork starts, and its results file until a fork has a result.
     *
     * @param log a new log, or the log of the run that is resumed
     * @param format the format of the results file
     * @param rows the rows of the run, in the order of the results file
     */
    public RunFiles(RunLog log, ResultFormatType format, Collection<PlannedRow> rows) {
        this.log = log;
        this.format = format;
        this.environment = new Environment(log.results(), log.settings(), log.isResumed(), rows);
        rows.forEach(row -> this.rows.put(row, new TreeMap<>()));
    }

    /** Whether the run is resumed and had a row's fork of a round. */
    boolean has(PlannedRow row, int round) {
        return log.kept(row, round).isPresent();
    }

    /** The last round in which a row had a fork when the run was resumed; 0 if none. */
    int lastRound() {
        return rows.keySet().stream().mapToInt(log::lastRound).max().orElse(0);
    }

    /** The time that the forks before the run was resumed took. */
    Duration keptTime() {
        return log.keptTime();
    }

    /** The forks of each row that measured, by round. */
    Map<PlannedRow, SortedMap<Integer, Fork>> forks() {
        return rows;
    }

    /** Adopts a row's fork of a round if the run is resumed and had it. */
    Optional<ForkOutcome> keep(PlannedRow row, int round, ForkJvm jvm) {
        Optional<ForkOutcome> kept = log.kept(row, round);
        kept.ifPresent(outcome -> note(row, round, jvm, outcome));
        return kept;
    }

    /**
     * Notes that a fork is about to start.
     *
     * @param named its name, as in its JVM's arguments
     */
    void starts(String named) {
        log.starts(named, environment.ofRun());
    }

    /**
     * Notes the outcome of a fork.
     *
     * @param line its line of the log
     * @param printed the number of lines that forks have printed so far
     */
    void ended(PlannedRow row, int round, ForkJvm jvm, ForkOutcome outcome, String line, int printed) {
        log.add(line);
        note(row, round, jvm, outcome);
        environment.printed(printed);
        writeResults();
        environment.write();
    }

    private void note(PlannedRow row, int round, ForkJvm jvm, ForkOutcome outcome) {
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

    /**
     * Closes the files.
     *
     * @param complete whether the run has ended; if not, it can be resumed
     */
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

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
 * All files of a run, brought up to date after every fork: the log first, then the results file, which JMH's own writer makes of
 * the rows in the log, and the environment. A run that is killed leaves all forks that ended before.
 */
public final class RunFiles {
    private final RunLog log;
    private final ResultFormatType format;
    private final Environment environment;
    private final Map<PlannedRow, SortedMap<Integer, Fork>> rows = new LinkedHashMap<>();

    /**
     * The files of a run. The log of an earlier one stays until the first fork starts, and its results until a fork has one.
     *
     * @param log new, or that of the run which is gone on with
     * @param format of the results file
     * @param rows the rows of the run, in the order of the results file
     */
    public RunFiles(RunLog log, ResultFormatType format, Collection<PlannedRow> rows) {
        this.log = log;
        this.format = format;
        this.environment = new Environment(log.results(), log.settings(), log.isResumed(), rows);
        rows.forEach(row -> this.rows.put(row, new TreeMap<>()));
    }

    /** Whether the run is gone on with and had a row's fork of a round. */
    boolean has(PlannedRow row, int round) {
        return log.kept(row, round).isPresent();
    }

    /** The last round of which a row had a fork when the run is gone on with; 0 if none. */
    int lastRound() {
        return rows.keySet().stream().mapToInt(log::lastRound).max().orElse(0);
    }

    /** How long the forks took that the run had before it is gone on with. */
    Duration keptTime() {
        return log.keptTime();
    }

    /** What each row of the run has measured, by round. */
    Map<PlannedRow, SortedMap<Integer, Fork>> forks() {
        return rows;
    }

    /** Takes over a row's fork of a round, when the run is gone on with and had it. */
    Optional<ForkOutcome> keep(PlannedRow row, int round, ForkJvm jvm) {
        Optional<ForkOutcome> kept = log.kept(row, round);
        kept.ifPresent(outcome -> note(row, round, jvm, outcome));
        return kept;
    }

    /**
     * Notes that a fork is about to start.
     *
     * @param named what names it in its JVM's arguments
     */
    void starts(String named) {
        log.starts(named, environment.ofRun());
    }

    /**
     * Notes how a fork ended.
     *
     * @param line its line of the log
     * @param printed lines that forks have printed of their own so far
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
     * @param complete whether the run came to its end; else it can be gone on with
     */
    public void end(boolean complete) {
        if (complete) {
            environment.end();
            writeResults();
            log.end(environment.ofRun());
        }
        environment.write();
    }

    /** Whether a fork has had a result. */
    public boolean hasResults() {
        return rows.values().stream().anyMatch(forks -> !forks.isEmpty());
    }

    /** Reports that profilers wrote as text, such as perfasm's, over all forks of each row. */
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

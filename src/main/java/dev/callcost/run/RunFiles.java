package dev.callcost.run;

import com.google.gson.JsonObject;
import dev.callcost.fork.ForkJvm;
import dev.callcost.fork.ForkOutcome;
import dev.callcost.fork.PlannedRow;
import java.nio.file.Path;
import java.util.Optional;

/** All files of a run, brought up to date after every fork: results, environment, record, journal. */
public final class RunFiles {
    private final ResultsStore results;
    private final Environment environment;
    private final Recorder recorder;
    private final Journal journal;

    /**
     * The files of a run. Those of a new run are not touched before its first fork has ended, but for the journal.
     *
     * @param journal new, or that of the run which is gone on with
     */
    public RunFiles(ResultsStore results, Environment environment, Journal journal) {
        this.results = results;
        this.environment = environment;
        this.journal = journal;
        this.recorder = new Recorder(results.file(), environment);
        if (!journal.forks().isEmpty()) {
            recorder.begin(journal.forks().stream().map(KeptFork::line).toList());
        }
    }

    /** A row's fork of a round, when the run is gone on with and had it. */
    public Optional<KeptFork> kept(PlannedRow row, int round) {
        return journal.fork(row, round);
    }

    /** Takes over a fork that was kept. */
    public void keep(PlannedRow row, ForkJvm jvm, KeptFork fork) {
        note(row, jvm, fork.outcome());
    }

    /**
     * Notes that a fork is about to start.
     *
     * @param named what names it in its JVM's arguments
     */
    public void starts(String named) {
        journal.starts(named);
    }

    /**
     * Notes how a fork ended.
     *
     * @param line what its watch saw
     * @param printed lines that forks have printed of their own so far
     */
    public void ended(PlannedRow row, int round, ForkJvm jvm, ForkOutcome outcome, JsonObject line, int printed) {
        journal.ended(row, round, outcome, line);
        note(row, jvm, outcome);
        recorder.add(line);
        environment.printed(printed);
        results.write();
        environment.write();
    }

    private void note(PlannedRow row, ForkJvm jvm, ForkOutcome outcome) {
        environment.note(row, jvm, outcome);
        if (outcome instanceof ForkOutcome.Measured fork) {
            results.add(row, fork);
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
            results.write();
            journal.delete();
        }
        environment.write();
    }

    /** The record beside the results file. */
    public Path record() {
        return recorder.file();
    }
}

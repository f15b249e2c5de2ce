package dev.callcost.run;

import com.google.gson.JsonObject;
import dev.callcost.fork.ForkJvm;
import dev.callcost.fork.ForkOutcome;
import dev.callcost.fork.PlannedRow;
import java.util.Collection;
import java.util.Optional;

/** All files of a run, brought up to date after every fork: the log first, then the results and the environment that follow from it. */
public final class RunFiles {
    private final RunLog log;
    private final ResultsStore results;
    private final Environment environment;

    /**
     * The files of a run. Those of an earlier one stay until the first fork starts, and results until the first fork has one.
     *
     * @param log new, or that of the run which is gone on with
     */
    public RunFiles(RunLog log, ResultsStore results, Collection<PlannedRow> rows) {
        this.log = log;
        this.results = results;
        this.environment = new Environment(log.results(), log.settings(), log.isResumed(), rows);
    }

    /** Takes over a row's fork of a round, when the run is gone on with and had it. */
    Optional<ForkOutcome> keep(PlannedRow row, int round, ForkJvm jvm) {
        Optional<ForkOutcome> kept = log.kept(row, round);
        kept.ifPresent(outcome -> note(row, jvm, outcome));
        return kept;
    }

    /**
     * Notes that a fork is about to start.
     *
     * @param named what names it in its JVM's arguments
     */
    void starts(String named) {
        log.starts(named, environment.json());
    }

    /**
     * Notes how a fork ended.
     *
     * @param line its line of the log
     * @param printed lines that forks have printed of their own so far
     */
    void ended(PlannedRow row, ForkJvm jvm, ForkOutcome outcome, JsonObject line, int printed) {
        log.add(line);
        note(row, jvm, outcome);
        environment.printed(printed);
        results.write();
        environment.write();
    }

    private void note(PlannedRow row, ForkJvm jvm, ForkOutcome outcome) {
        environment.note(row, jvm, outcome);
        if (outcome instanceof ForkOutcome.Measured fork) {
            results.add(row, fork.row());
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
            log.end(environment.json());
        }
        environment.write();
    }
}

package dev.callcost.compare.measure;

import dev.callcost.compare.session.ReachedRows.CountedRow;
import dev.callcost.compare.session.Session;
import dev.callcost.compare.session.SessionEvent;
import dev.callcost.compare.session.SessionEvent.Pair;
import dev.callcost.compare.session.SessionFile;
import dev.callcost.file.SafeFile;
import dev.callcost.launch.ForkPlan.ForkOutcome;
import dev.callcost.reach.Reach;
import dev.callcost.reach.RowReach;
import java.nio.file.Path;
import java.util.Optional;

/** A session while it is measured: what happens is appended to its log. */
final class LiveSession {
    private final Path log;
    private Session session;

    /** @param session what the log holds so far */
    LiveSession(Path log, Session session) {
        this.log = log;
        this.session = session;
    }

    Session session() {
        return session;
    }

    void add(Reach reach) {
        session = session.with(reach);
        SafeFile.append(log, SessionFile.line(reach));
    }

    void add(RowReach row) {
        session.add(row);
        SafeFile.append(log, SessionFile.line(row));
    }

    void add(CountedRow row) {
        session.add(row.published());
        SafeFile.append(log, SessionFile.line(row));
    }

    /** Adds an event that is no pair. */
    void add(SessionEvent event) {
        session.add(event.published());
        SafeFile.append(log, SessionFile.line(event));
    }

    void add(Pair pair, int round, ForkOutcome.Measured base, ForkOutcome.Measured head) {
        session.add(pair);
        SafeFile.append(log, SessionFile.lines(pair, round, base.line(), head.line()));
    }

    /** Notes how many pairs run at once from now on. */
    void add(int pairs, Optional<TrialPairs> trial) {
        SafeFile.append(log, SessionFile.line(pairs, trial.orElse(null)));
    }
}

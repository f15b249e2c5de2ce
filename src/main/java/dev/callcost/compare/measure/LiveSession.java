package dev.callcost.compare.measure;

import dev.callcost.compare.measure.SideBySide.TrialPairs;
import dev.callcost.compare.session.ReachedRows.CountedRow;
import dev.callcost.compare.session.Session;
import dev.callcost.compare.session.Session.SessionRows;
import dev.callcost.compare.session.Session.SideDescription;
import dev.callcost.compare.session.SessionEvent;
import dev.callcost.compare.session.SessionEvent.Pair;
import dev.callcost.compare.session.SessionFile;
import dev.callcost.data.Log;
import dev.callcost.file.SafeFile;
import dev.callcost.host.Machine;
import dev.callcost.launch.ForkPlan.ForkOutcome;
import dev.callcost.launch.RowPair;
import dev.callcost.reach.Reach;
import dev.callcost.reach.RowReach;
import dev.callcost.text.CommandException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A session while it is measured: what happens is appended to its log. */
final class LiveSession {
    private final Path log;
    private Session session;

    /**
     * The session that a folder holds, or a new one.
     *
     * @throws CommandException when the folder cannot be written, or holds another comparison
     */
    static LiveSession open(Path folder, ComparisonRequest request, MatchedSides sides) {
        Session.Header header = header(request, sides);
        Optional<Path> earlier = Files.isDirectory(folder) ? Log.in(folder) : Optional.empty();
        if (earlier.isEmpty()) {
            List<SideDescription> described = Stream.of(sides.base(), sides.head())
                    .flatMap(side -> side.describe().stream())
                    .toList();
            return new LiveSession(
                    Log.begin(folder, Log.Command.COMPARE, SessionFile.first(header, described)), new Session(header));
        }
        Path log = Log.resume(earlier.get());
        Session session = SessionFile.read(log);
        List<String> unlike = session.header().unlike(header);
        if (!unlike.isEmpty()) {
            throw CommandException.usage("compare: " + folder + " holds another comparison (not the same: "
                    + String.join(", ", unlike) + "): -d names another folder");
        }
        return new LiveSession(log, session);
    }

    private static Session.Header header(ComparisonRequest request, MatchedSides sides) {
        List<String> modules = request.modules();
        return new Session.Header(
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                Machine.describe().toString(),
                sides.base().text(modules, sides.head()),
                sides.head().text(modules, sides.base())
                        + (request.extent().benchmarksOfBase() ? ", benchmarks of base" : ""),
                new SessionRows(
                        sides.rows().stream().map(RowPair::key).toList(), sides.onlyInBase(), sides.onlyInHead()),
                request.settings());
    }

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

package dev.callcost.compare.report;

import dev.callcost.compare.session.Pair;
import dev.callcost.compare.session.ReachedRows;
import dev.callcost.compare.session.Session;
import dev.callcost.text.Sections;

/**
 * Sentences that tell a user how to resume a session.
 *
 * @param stopped where the session was stopped, a sentence; empty for one that has ended by itself
 * @param command how the user resumes it where rows are open, a sentence; empty for nothing
 */
public record NextStep(String stopped, String command) {
    public static final NextStep NONE = new NextStep("", "");

    /** For a session that has ended by itself. */
    public static NextStep of(String command) {
        return new NextStep("", command);
    }

    /**
     * For a session that was told to end.
     *
     * @param isWorkAlone whether no pair would have followed
     */
    public static NextStep ofStopped(Session session, boolean isWorkAlone, String command) {
        return new NextStep("Stopped " + when(session, isWorkAlone) + ".", command);
    }

    private static String when(Session session, boolean isWorkAlone) {
        ReachedRows changed = session.changed();
        int rows = session.header().rows().size();
        if (changed.rows().size() < rows) {
            return "after the scouts of " + changed.rows().size() + " of " + Sections.count(rows, "row");
        }
        int pairs = session.all(Pair.class).size();
        if (pairs > 0) {
            return "after " + Sections.count(pairs, "pair");
        }
        String counted =
                changed.counted().isEmpty() ? "" : "after the work of " + WorkTable.counted(changed) + " was counted";
        return isWorkAlone
                ? counted.isEmpty() ? "before the work of a row was counted" : counted
                : (counted.isEmpty() ? "" : counted + ", ") + "before the first pair ended";
    }
}

package dev.callcost.compare.judge;

import dev.callcost.compare.session.Session;

/** A session and the verdicts on it. */
public record JudgedSession(Session session, Verdicts verdicts) {
    public static JudgedSession of(Session session) {
        return of(session, new PairJudge(session));
    }

    public static JudgedSession of(Session session, PairJudge judge) {
        return new JudgedSession(session, PairVerdicts.of(session, judge));
    }
}

package dev.callcost.lab;

import static dev.callcost.compare.MadeUpSession.SAME;
import static dev.callcost.compare.MadeUpSession.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.compare.MadeUpSession;
import dev.callcost.compare.SelfRates;
import dev.callcost.compare.SelfSession;
import dev.callcost.compare.Session;
import dev.callcost.results.Fixtures;
import dev.callcost.results.RowKey;
import dev.callcost.text.ForeignLocale;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What is said of made-up sessions of code with itself, against the files that say what it must look like. */
@ExtendWith(ForeignLocale.class)
class SelfTableTest {
    private static final RowKey[] ROWS = {key("steady"), key("noisy")};
    private static final RowKey GONE = key("gone");

    @TempDir
    Path directory;

    private Session read(MadeUpSession session) throws IOException {
        return Session.read(Files.writeString(directory.resolve("pairs.jsonl"), session.text()));
    }

    private static double[] more(double shift, double factor) {
        return Arrays.stream(SAME).map(d -> shift + factor * d).toArray();
    }

    /** Three of identical code, of which the second blames a row, and one with more work in head; not in their order. */
    private List<Session> sessions() throws IOException {
        List<Session> sessions = new ArrayList<>();
        for (int day = 3; day > 0; day--) {
            sessions.add(read(MadeUpSession.ofItself("2026-01-0" + day + "T10:00:00Z", null, ROWS)
                    .pairs(ROWS[0], SAME)
                    .pairs(ROWS[1], day == 2 ? more(0.06, 1) : more(0, 10))));
        }
        sessions.add(read(MadeUpSession.ofItself("2026-01-04T10:00:00Z", 0.03, ROWS[0], ROWS[1], GONE)
                .pairs(ROWS[0], more(0.03, 1))
                .pairs(ROWS[1], 0.1)
                .failed(GONE, 1)));
        return sessions;
    }

    private static String rates(List<Session> sessions) {
        return SelfRates.text(sessions.stream().map(SelfSession::of).toList());
    }

    @Test
    void table() throws IOException {
        assertThat(SelfTable.markdown(sessions())).isEqualTo(Fixtures.text("report/compare/self.md"));
    }

    @Test
    void rates() throws IOException {
        assertThat(rates(sessions())).isEqualTo(Fixtures.text("report/compare/self.txt"));
    }

    @Test
    void oneSessionSaysNothingOfSessions() throws IOException {
        assertThat(rates(sessions().subList(1, 2)))
                .contains("Compared with itself: 2 verdicts in 1 session of 2 rows, 1 SAME, 1 SLOWER:\n")
                .contains(
                        "what verdicts of a row or of a session have in common cannot be told from 1 session of 2 rows.");
    }

    @Test
    void noneOfManyExcludesTwoRates() throws IOException {
        List<Session> sessions = sessions();
        assertThat(rates(List.of(sessions.get(0), sessions.get(2))))
                .contains(
                        "0 of 4, which excludes a rate above 68.4% at 99% if verdicts are independent, and one above 90.0% if all"
                                + " verdicts of a row, or all of a session, were but one.");
    }

    @Test
    void forksOneAfterTheOtherAreCountedApart() throws IOException {
        SelfSession older = SelfSession.of(sessions().get(2));
        SelfSession newer = SelfSession.of(sessions().get(1));
        assertThat(SelfRates.text(List.of(
                        new SelfSession(older.start(), older.machine(), older.inject(), older.rows(), false), newer)))
                .containsSubsequence(
                        "Compared with itself: 2 verdicts in 1 session of 2 rows, 1 SAME, 1 SLOWER:\n",
                        "Compared with itself, forks one after the other: 2 verdicts in 1 session of 2 rows, 1 SAME,"
                                + " 1 UNDECIDED:\n");
    }

    @Test
    void nothingJudgedIsSaidToo() throws IOException {
        Session failed =
                read(MadeUpSession.ofItself("2026-01-01T10:00:00Z", null, GONE).failed(GONE, 1));
        assertThat(rates(List.of(failed))).isEqualTo("No row was judged.\n");
    }

    @Test
    void replays() throws IOException {
        List<Session> identical = sessions().subList(0, 3);
        Session few =
                read(MadeUpSession.ofItself("2026-01-05T10:00:00Z", null, GONE).pairs(GONE, 0.01));
        assertThat(ReplayTable.markdown(List.of(identical.get(0), identical.get(1), identical.get(2), few)))
                .isEqualTo(Fixtures.text("report/compare/replay.md"));
        assertThat(ReplayTable.markdown(List.of(few)))
                .contains("Left out, as fewer than 6 pairs count:\n\n- B.gone size=1\n")
                .doesNotContain("|");
    }
}

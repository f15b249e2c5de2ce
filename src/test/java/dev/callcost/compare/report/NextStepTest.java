package dev.callcost.compare.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.compare.MadeUpSession;
import dev.callcost.compare.MadeUpWork;
import dev.callcost.compare.judge.PairVerdicts;
import dev.callcost.compare.report.VerdictReport.NextStep;
import dev.callcost.compare.report.VerdictTable.View;
import dev.callcost.compare.session.Session;
import dev.callcost.data.RowKey;
import dev.callcost.reach.Reach;
import dev.callcost.reach.RowReach.Kind;
import dev.callcost.text.Terminal;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a session says that was stopped by Ctrl-C. */
class NextStepTest {
    private static final RowKey ONE = MadeUpSession.key("one");
    private static final RowKey TWO = MadeUpSession.key("two");
    private static final String RESUME = "To resume, use the same command with -d out";

    private final MadeUpSession session = MadeUpSession.ofItself(ONE, TWO)
            .reach(new Reach(List.of(), List.of(), "a test"))
            .reached(ONE, Kind.REACHED, List.of());

    private static String stopped(Session session, boolean isWorkAlone) {
        return NextStep.ofStopped(session, isWorkAlone, RESUME).stopped();
    }

    @Test
    void whatIsKnownDependsOnWhenItWasStopped() {
        assertThat(stopped(session.read(), false)).isEqualTo("Stopped after the scouts of 1 of 2 rows.");
        session.reached(TWO, Kind.REACHED, List.of());
        assertThat(stopped(session.read(), false)).isEqualTo("Stopped before the first pair ended.");
        assertThat(stopped(session.read(), true)).isEqualTo("Stopped before the work of a row was counted.");
        session.counted(ONE, MadeUpWork.same());
        assertThat(stopped(session.read(), true)).isEqualTo("Stopped after the work of 1 of 2 rows was counted.");
        session.counted(TWO, MadeUpWork.same());
        assertThat(stopped(session.read(), false))
                .isEqualTo("Stopped after the work of 2 rows was counted, before the first pair ended.");
        session.first(ONE, 0);
        assertThat(stopped(session.read(), false)).isEqualTo("Stopped after 1 pair.");
    }

    private static String text(Session session, NextStep next) {
        return new VerdictReport(PairVerdicts.of(List.of(session)), false)
                .text(new View(Terminal.ENDLESS, false), next);
    }

    @Test
    void itStandsBelowTheAnswerWithTheCommandOnce() {
        session.reached(TWO, Kind.REACHED, List.of()).counted(ONE, MadeUpWork.same());
        assertThat(text(session.read(), NextStep.ofStopped(session.read(), false, RESUME)))
                .startsWith("WORK ONLY: 0 of 1 row executes other work; time was not measured.\n\n"
                        + "Stopped after the work of 1 of 2 rows was counted, before the first pair ended. " + RESUME
                        + "\n\n")
                .containsOnlyOnce(RESUME);
        assertThat(text(session.read(), NextStep.of(RESUME)))
                .doesNotContain("Stopped")
                .containsOnlyOnce("\n" + RESUME + "\n");
    }

    @Test
    void nothingIsToResumeWhereAllRowsAreDecided() {
        session.reached(TWO, Kind.SAME_CODE, List.of()).chosen(List.of(ONE)).pairs(ONE, MadeUpSession.pairsAround(0.3));
        assertThat(text(session.read(), NextStep.ofStopped(session.read(), false, RESUME)))
                .startsWith("REGRESSION: B.one is slower, ")
                .contains("\n\nStopped after ")
                .doesNotContain(RESUME);
    }
}

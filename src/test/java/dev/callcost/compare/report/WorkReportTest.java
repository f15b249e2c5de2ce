package dev.callcost.compare.report;

import static dev.callcost.compare.MadeUpSession.key;
import static dev.callcost.compare.MadeUpSession.pairsAround;
import static dev.callcost.compare.Rows.answer;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.callcost.compare.MadeUpSession;
import dev.callcost.compare.MadeUpWork;
import dev.callcost.compare.judge.Verdicts;
import dev.callcost.compare.judge.Verdicts.Outcome;
import dev.callcost.compare.report.VerdictTable.View;
import dev.callcost.data.RowKey;
import dev.callcost.reach.Reach;
import dev.callcost.reach.Reach.ChangedMethod;
import dev.callcost.reach.RowReach.Kind;
import dev.callcost.text.ForeignLocale;
import dev.callcost.text.Terminal;
import dev.callcost.work.WorkDelta;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What rows execute, in reports of sessions. */
@ExtendWith(ForeignLocale.class)
class WorkReportTest {
    private static final RowKey SLOWER = key("slower");
    private static final RowKey SAME = key("same");
    private static final RowKey MIXED = key("mixed");
    private static final RowKey FAILING = key("failing");

    private static final Reach REACH =
            new Reach(List.of(new ChangedMethod("a/Text$Loop", "run", "()V")), List.of(), null);

    /** Scouts saw that each row runs the changed method. */
    private static MadeUpSession reached(RowKey... rows) {
        MadeUpSession session = MadeUpSession.ofItself(rows).reach(REACH);
        List.of(rows).forEach(row -> session.reached(row, Kind.REACHED, List.of(0)));
        return session;
    }

    private static MadeUpSession measured(WorkDelta ofSlower) {
        return reached(SLOWER, SAME, MIXED, FAILING)
                .counted(SLOWER, ofSlower)
                .counted(SAME, MadeUpWork.chance())
                .counted(MIXED, MadeUpWork.mixed())
                .counted(FAILING, WorkDelta.notCounted("head: exit code 1"))
                .pairs(SLOWER, pairsAround(0.3))
                .pairs(SAME, MadeUpSession.SAME)
                .pairs(MIXED, MadeUpSession.SAME)
                .pairs(FAILING, MadeUpSession.SAME);
    }

    private static VerdictReport report(MadeUpSession session) {
        return new VerdictReport(MadeUpSession.judged(session), false);
    }

    private static String text(MadeUpSession session, int width) {
        return report(session).text(new View(width, false));
    }

    private static String text(MadeUpSession session) {
        return text(session, Terminal.ENDLESS);
    }

    @Test
    void workStandsBesideTimeWhereTheTerminalIsWideEnough() {
        String wide = text(measured(MadeUpWork.more(4, 96)), 140);
        assertThat(wide)
                .startsWith("REGRESSION: 1 of 4 rows is slower, B.slower ")
                .containsPattern("row +change +interval +base -> head +pairs +work +alloc\n")
                .containsPattern("B\\.slower .* \\+0\\.0400% +\\+96 B\n")
                .containsPattern("B\\.same .* chance -0\\.400\\.\\.\\+0\\.400% +chance\n")
                .containsPattern("B\\.mixed .* mixed +\\+96 B\n")
                .containsPattern("B\\.failing .* - +-\n")
                .contains(
                        "Counted 4 rows: 1 does more work, 1 does more of some work and less of other, 1 differs by chance, 1 could not be counted.\n",
                        "work not counted, head: exit code 1: B.failing\n");
        String narrow = text(measured(MadeUpWork.more(4, 96)), 80);
        assertThat(narrow)
                .containsPattern("row +change +interval +base -> head +pairs\n")
                .contains("executes 4 bytecodes more per call (10,000 -> 10,004, +0.0400%)")
                .doesNotContain(" alloc\n");
        assertThat(narrow.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
        assertThat(text(measured(MadeUpWork.more(4, 96)), 92)).containsPattern("pairs +work\n");
    }

    @Test
    void aSlowerRowNamesTheMethodOnceAndThePairsBytes() {
        assertThat(text(measured(MadeUpWork.more(4, 96))))
                .contains("\n    executes 4 bytecodes more per call (10,000 -> 10,004, +0.0400%), all of them in"
                        + " Text.Loop.run; allocates 96 bytes more per call, before the JIT removes what it can; pairs"
                        + " measured 64.0 -> 64.0 B\n")
                .doesNotContain("changed and run");
        assertThat(text(measured(MadeUpWork.same())))
                .contains("\n    does the same work to the last digit: look at the JIT, the layout, the collector or"
                        + " what the JDK does; changed and run: Text.Loop.run\n");
    }

    @Test
    void lessTimeInSpiteOfMoreWorkHasAHint() {
        assertThat(text(reached(SAME).counted(SAME, MadeUpWork.more(4, 0)).pairs(SAME, pairsAround(-0.3))))
                .contains(
                        "all of them in Text.Loop.run; faster all the same: look at the JIT, the layout, the collector"
                                + " or what the JDK does\n");
        MadeUpSession ofKinds = reached(SAME)
                .counted(SAME, MadeUpWork.more(4, 0))
                .pairs(SAME, -0.3, -0.05, -0.301, -0.051, -0.299, -0.049, -0.3, -0.05);
        assertThat(text(ofKinds))
                .contains("; head has 4 of 8 forks 35.4% slower than the others: the faster kind is mostly the JIT's"
                        + " choice, which -Xbatch removes\n")
                .doesNotContain("all the same");
    }

    @Test
    void bytesOfPairsThatTheWorkDoesNotExplainAreExplained() {
        MadeUpSession session =
                reached(SAME).counted(SAME, MadeUpWork.same()).headBytes(160).pairs(SAME, MadeUpSession.SAME);
        assertThat(text(session))
                .contains(
                        "\n    allocates as much before the JIT removes what it can: the JIT may remove fewer of head's"
                                + " objects\n");
        MadeUpSession more = reached(SAME)
                .counted(SAME, MadeUpWork.more(4, 96))
                .headBytes(160)
                .pairs(SAME, MadeUpSession.SAME);
        assertThat(text(more)).doesNotContain("the JIT may remove");
    }

    @Test
    void mixedWorkNamesTheCallsOfTheJdk() {
        assertThat(text(measured(MadeUpWork.same())))
                .contains("\n    executes 500 bytecodes less per call (10,000 -> 9,500, -5.00%), all of them in"
                        + " Text.Loop.run; calls IntStream.range once more per call, and 1 more method of the JDK: their"
                        + " work is not counted\n");
    }

    @Test
    void theJdksOwnWorkIsPartOfTheNumbers() {
        MadeUpSession session =
                reached(SAME).counted(SAME, MadeUpWork.withJdk()).pairs(SAME, MadeUpSession.SAME);
        assertThat(text(session))
                .contains(
                        "\n    executes 8 bytecodes more per call in the application, all of them in Text.Loop.run, and"
                                + " 62 more in the JDK, all of them in HashMap.getNode: 70 more in all (10,400 -> 10,470,"
                                + " +0.673%)\n")
                .contains("work: bytecodes that the application's and the JDK's classes execute per call; manual:"
                        + " \"Work per operation\"\n");
        assertThat(text(measured(MadeUpWork.same()))).contains("execute per call, without the JDK's; manual: \"Work");
    }

    private static Verdicts failing(MadeUpSession session, double share) {
        return MadeUpSession.judged(session).failingOnWork(OptionalDouble.of(share));
    }

    @Test
    void workFailsOnlyWhereTheUserWantsItAndWhereItIsExact() {
        MadeUpSession same = reached(SAME, MIXED)
                .counted(SAME, MadeUpWork.more(200, 0))
                .counted(MIXED, MadeUpWork.chance())
                .pairs(SAME, MadeUpSession.SAME)
                .pairs(MIXED, MadeUpSession.SAME);
        assertThat(MadeUpSession.judged(same).outcome(false)).isEqualTo(Outcome.OK);
        Verdicts one = failing(same, 0.01);
        assertThat(one.outcome(false)).isEqualTo(Outcome.WORK);
        assertThat(answer(one, false))
                .isEqualTo("WORK: 1 row executes over 1% more bytecodes per call, B.same +2.00%. 2 same.");
        assertThat(failing(same, 0.02).outcome(false)).as("not over 2%").isEqualTo(Outcome.OK);
        assertThat(failing(same, 0.001).failingByWork()).containsExactly(SAME);
        assertThat(new VerdictReport(one, false).annotations())
                .contains("::error title=executes more%3A B.same::executes 200 bytecodes more per call");
        MadeUpSession slower = measured(MadeUpWork.more(300, 0));
        assertThat(failing(slower, 0.01).outcome(false)).isEqualTo(Outcome.REGRESSION);
        assertThat(answer(failing(slower, 0.01), false))
                .startsWith("REGRESSION: 1 of 4 rows is slower, B.slower ")
                .contains("; 1 row executes over 1% more bytecodes per call, B.slower +3.00%.");
    }

    @Test
    void workAloneSaysThatNoTimeWasMeasured() {
        MadeUpSession session = reached(SLOWER, SAME, FAILING)
                .counted(SAME, MadeUpWork.same())
                .counted(SLOWER, MadeUpWork.more(4, 96))
                .chosen(List.of());
        VerdictReport report = report(session);
        assertThat(report.outcome()).isEqualTo(Outcome.OK);
        String text = report.text(new View(80, false));
        assertThat(text)
                .startsWith("WORK ONLY: 1 of 2 rows executes other work, B.slower +0.0400%; time was not\nmeasured.\n")
                .containsPattern("\nrow +work +bytecodes +alloc\n"
                        + "B\\.slower +\\+0\\.0400% +10,000 -> 10,004 +\\+96 B\n"
                        + "  executes 4 bytecodes more per call [^\\n]*\n(    .*\n)*"
                        + "B\\.same +same +10,000 -> 10,000 +same\n")
                .contains(
                        "Counted 2 of 3 rows: 1 does the same work, 1 does more work.",
                        "work not counted yet (the same command with -d counts it): B.failing\n")
                .doesNotContain("INCONCLUSIVE", "without a pair", "intervals of", "margin");
        assertThat(report.markdown())
                .startsWith("**WORK ONLY: 1 of 2 rows ")
                .contains(
                        "| B.slower | +0.0400% | 10,000 -> 10,004 | +96 B |", "Other work:\n\n- B.slower: executes 4");
        assertThat(report.headline())
                .isEqualTo("1 of 2 rows executes other work, B.slower +0.0400%; time was not measured");
        assertThat(answer(failing(session, 0.0001), false))
                .isEqualTo("WORK: 1 row executes over 0.01% more bytecodes per call, B.slower +0.0400%; time was not"
                        + " measured.");
    }

    @Test
    void otherThreadsAndOtherCompilersAreNamed() {
        MadeUpSession session =
                reached(SLOWER).counted(SLOWER, MadeUpWork.ofOtherThreads(40)).chosen(List.of());
        assertThat(text(session))
                .contains(
                        "B.slower  +0.400%  ",
                        "\n  its other threads execute 40 bytecodes more per call\n",
                        "\n  class files of Java 17 and 25: compilers make other code of some constructs: B.slower\n");
    }

    @Test
    void whereNoRowCouldBeCountedTheReasonIsTheAnswer() {
        MadeUpSession session = reached(SAME)
                .counted(SAME, WorkDelta.notCounted("head: exit code 1"))
                .chosen(List.of());
        assertThat(text(session))
                .startsWith("WORK ONLY: no row could be counted, head: exit code 1; time was not measured.\n");
    }

    @Test
    void ofManyRowsThoseWithTheLargestOtherWorkAreShown() {
        RowKey[] rows = MadeUpSession.keys(12).toArray(RowKey[]::new);
        MadeUpSession session = reached(rows);
        for (int row = 0; row < rows.length; row++) {
            session.counted(rows[row], row % 2 == 0 ? MadeUpWork.same() : MadeUpWork.more(row, 0))
                    .pairs(rows[row], MadeUpSession.SAME);
        }
        assertThat(text(session))
                .contains("B.row3 ", "B.row5 ", "B.row7 ", "B.row9 ", "B.row11 ", "--all lists all rows.")
                .doesNotContain("B.row1 ", "B.row2 ");
    }

    @Test
    void programsReadTheWorkOfRows() {
        JsonObject json = JsonParser.parseString(new VerdictReport(
                                failing(measured(MadeUpWork.more(4, 96)), 0.5), false)
                        .json())
                .getAsJsonObject();
        assertThat(json.get("failOnWork").getAsDouble()).isEqualTo(0.5);
        JsonObject work = json.getAsJsonArray("rows").get(0).getAsJsonObject().getAsJsonObject("work");
        assertThat(work.get("kind").getAsString()).isEqualTo("MORE");
        assertThat(work.getAsJsonObject("head").get("bytecodes").getAsInt()).isEqualTo(10_004);
    }

    @Test
    void sessionsWithoutCountsSayNothingOfWork() {
        MadeUpSession session = reached(SLOWER).pairs(SLOWER, pairsAround(0.3));
        assertThat(text(session)).doesNotContain("work", "alloc", "Counted");
        assertThat(report(session).json()).doesNotContain("work", "failOnWork");
    }
}

package dev.callcost.compare.report;

import static dev.callcost.compare.MadeUpSession.judged;
import static dev.callcost.compare.MadeUpSession.key;
import static dev.callcost.compare.MadeUpSession.keys;
import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.compare.MadeUpSession;
import dev.callcost.compare.judge.Verdicts;
import dev.callcost.compare.report.VerdictTable.View;
import dev.callcost.data.RowKey;
import dev.callcost.reach.Reach;
import dev.callcost.reach.Reach.ChangedMethod;
import dev.callcost.reach.RowReach.Kind;
import dev.callcost.text.Sections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rows of which too little is known to call them fine. */
class OnePairTest {
    private static final double[] DECIDING = {0.5, 0.51, 0.49, 0.5};

    /** Twelve rows, the first of which is chosen, by these changes of their first pairs. */
    private static MadeUpSession session(double... changes) {
        List<RowKey> rows = keys(changes.length);
        MadeUpSession session = MadeUpSession.ofItself(rows).chosen(rows.subList(0, 1));
        rows.forEach(row -> session.first(row, changes[rows.indexOf(row)]));
        for (double change : DECIDING) {
            session.deciding(rows.get(0), change);
        }
        return session;
    }

    private static VerdictReport report(MadeUpSession session) {
        return new VerdictReport(judged(session), false);
    }

    @Test
    void aRowWhoseOnePairIsMuchSlowerIsInconclusiveAndListed() {
        VerdictReport report =
                report(session(0.12, 0.115, 0.11, 0.001, 0.002, -0.001, -0.002, 0.003, -0.003, 0.004, -0.004, 0.0));
        assertThat(report.text(new View(100, false)))
                .startsWith(
                        "REGRESSION: 1 of 12 rows is slower, B.row0 +50.0%. 9 without a large slowdown, 2 inconclusive.\n")
                .containsPattern("inconclusive\\n +B.row1 +\\+11.5% +one pair +95.0 -> 106 us +1")
                .containsPattern("\\n +B.row2 +\\+11.0% +one pair +")
                .contains("2 rows are inconclusive and need about 4 more pairs.")
                .doesNotContain("B.row3 ");
        assertThat(report.markdown()).contains("| inconclusive | B.row1 | +11.5% | one pair |");
        assertThat(report.json()).contains("\"onePair\": 1.115", "\"reason\": \"one pair: +11.5%\"");
        assertThat(report.addRows(Sections.html()).text()).contains("B.row1", "one pair");
        assertThat(judged(session(0.12, 0.115)).isComplete()).isFalse();
    }

    /** The rows that were chosen are so slow that a slowdown of 25 % would not have been seen in the others. */
    @Test
    void nothingIsClearWhereALargeSlowdownWouldNotHaveBeenSeen() {
        VerdictReport report = report(session(1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.05, 0.01, 0.0, -0.01, 0.02));
        assertThat(report.text(new View(100, false)))
                .startsWith("INCONCLUSIVE: no row is decided; the largest change is B.row1 +90.0%. 12 inconclusive.\n")
                .contains("B.row6")
                .doesNotContain("large slowdown");
    }

    @Test
    void rowsThatLoadWhatChangedAndHaveNoPairAreNamedFirst() {
        MadeUpSession session = MadeUpSession.ofItself(key("a"), key("b"), key("c"))
                .reach(new Reach(List.of(new ChangedMethod("a/B", "run", "()V")), List.of(), null))
                .chosen(List.of(key("a")))
                .reached(key("a"), Kind.REACHED, List.of(0))
                .reached(key("b"), Kind.LOADED, List.of())
                .reached(key("c"), Kind.REACHED_IN_SETUP, List.of())
                .pairs(key("a"), MadeUpSession.SAME);
        VerdictReport report = report(session);
        assertThat(report.text(View.EVERYTHING))
                .startsWith("No regression found in 1 row. 1 same. 1 row loads classes that changed shape,"
                        + " 1 runs changed methods only in set-up: not measured yet.\n");
        assertThat(report.kind()).isEqualTo("inconclusive");
        assertThat(new VerdictReport(judged(session), true).outcome()).isEqualTo(Verdicts.Outcome.NOT_SHOWN);
    }

    @Test
    void nothingMeasuredIsNotOkWhereRowsMayRunSomethingElse() {
        MadeUpSession session = MadeUpSession.ofItself(key("a"))
                .reach(new Reach(List.of(new ChangedMethod("a/B", "run", "()V")), List.of(), null))
                .chosen(List.of())
                .reached(key("a"), Kind.LOADED, List.of());
        assertThat(report(session).text(View.EVERYTHING))
                .startsWith("INCONCLUSIVE: 1 row loads classes that changed shape: not measured yet.\n");
    }
}

package dev.callcost.compare.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.compare.MadeUpSession;
import dev.callcost.compare.judge.PairVerdicts;
import dev.callcost.compare.measure.Comparison.ComparisonPlan;
import dev.callcost.compare.measure.ComparisonListener.Estimated;
import dev.callcost.compare.measure.ComparisonListener.PlannedCounts;
import dev.callcost.compare.measure.ComparisonListener.PlannedTime;
import dev.callcost.compare.measure.ComparisonListener.PlannedWork;
import dev.callcost.compare.report.VerdictReport.NextStep;
import dev.callcost.compare.report.VerdictTable.View;
import dev.callcost.compare.session.ReachedRows;
import dev.callcost.compare.session.Session;
import dev.callcost.compare.session.SessionFile;
import dev.callcost.data.RowKey;
import dev.callcost.reach.Reach;
import dev.callcost.reach.Reach.ChangedClass;
import dev.callcost.reach.Reach.ChangedMethod;
import dev.callcost.reach.Reach.Why;
import dev.callcost.reach.RowReach;
import dev.callcost.reach.RowReach.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of rows that are not known to be unchanged. */
class ReachTextTest {
    private static final Reach REACH = new Reach(
            List.of(new ChangedMethod("own/T", "k", "()V"), new ChangedMethod("own/T", "l", "()V")),
            List.of(
                    new ChangedClass("own/T", Why.METHODS),
                    new ChangedClass("own/S", Why.SHAPE),
                    new ChangedClass("own/U$V", Why.ONLY_IN_BASE)),
            null);

    private static RowKey key(String name) {
        return new RowKey("own.Bench." + name, "avgt", Map.of());
    }

    private static RowReach row(String name, Kind kind) {
        return new RowReach(
                key(name),
                kind,
                kind == Kind.REACHED ? List.of(0) : List.of(),
                kind == Kind.REACHED_IN_SETUP ? List.of(1) : List.of(),
                kind == Kind.LOADED ? List.of(1, 2) : List.of(),
                kind == Kind.SAME_CODE ? List.of(0, 1) : List.of(),
                null,
                1);
    }

    private static MadeUpSession session(RowReach... rows) {
        MadeUpSession session = MadeUpSession.ofItself(
                        Stream.of(rows).map(RowReach::row).toList())
                .reach(REACH)
                .chosen(List.of());
        List.of(rows).forEach(session::reached);
        return session;
    }

    private static String text(MadeUpSession session) {
        return new VerdictReport(PairVerdicts.of(List.of(session.read())), false)
                .text(View.EVERYTHING, NextStep.of("To measure for 10 min more, add --budget 20min"));
    }

    private static ReachedRows of(RowReach... rows) {
        Map<RowKey, RowReach> byKey = new LinkedHashMap<>();
        List.of(rows).forEach(row -> byKey.put(row.row(), row));
        return new ReachedRows(REACH, byKey, Map.of());
    }

    private static final RowReach HIT = row("hit", Kind.REACHED);
    private static final RowReach SHAPED = row("shaped", Kind.LOADED);
    private static final RowReach MADE = row("made", Kind.REACHED_IN_SETUP);
    private static final RowReach SAME = row("same", Kind.SAME_CODE);

    @Test
    void theFirstLinesCountRowsByWhatTheyDo() {
        ReachText rows = new ReachText(of(
                HIT,
                SHAPED,
                row("other", Kind.LOADED),
                MADE,
                SAME,
                row("failing", Kind.FAILED),
                row("skipped", Kind.SKIPPED)));
        assertThat(rows.difference()).isEqualTo("differ in 2 methods of 1 class and in the shape of 2 classes");
        assertThat(rows.plan())
                .isEqualTo("1 of 7 rows runs changed methods, 2 load classes that changed shape,"
                        + " 1 runs changed methods only in set-up, 1 runs no changed code, 2 cannot run.");
    }

    @Test
    void aRowThatMayRunSomethingElseIsNotSaidToBeUnchanged() {
        String text = text(session(SHAPED, row("other", Kind.LOADED), MADE, SAME));
        assertThat(text)
                .startsWith(
                        "INCONCLUSIVE: 2 rows load classes that changed shape, 1 runs changed methods only in set-up:"
                                + " not measured yet.\n\n1 row was not measured: its short fork ran no changed code.\n")
                .contains(
                        "\nTo measure for 10 min more, add --budget 20min\n",
                        "\nChanged classes:\n  S (another shape), U.V (only in base)\n",
                        "\n  run no changed code: Bench.same\n  load changed classes: Bench.shaped, Bench.other\n"
                                + "  only in set-up: Bench.made\n",
                        "did not run:\n  Bench.same: T.k, T.l\n");
        assertThat(text(session(SAME)))
                .startsWith(
                        "OK: no benchmark runs the changed methods T.k, T.l or loads the changed classes S, U.V.\n");
    }

    @Test
    void rowsWithoutAPairAreCountedInTheFirstLineAndTheReport() {
        String text = text(session(HIT, SHAPED, MADE, SAME)
                .chosen(List.of(HIT.row()))
                .pairs(HIT.row(), 0.001, -0.001, 0.001, -0.001));
        assertThat(text.lines().findFirst().orElseThrow())
                .endsWith(
                        ". 1 row loads classes that changed shape, 1 runs changed methods only in set-up: not measured yet.");
        assertThat(text).contains("\n1 row was not measured: its short fork ran no changed code.\n");
    }

    private static PlanReport plan(Session session, int rows, int minutes) {
        Estimated usual = new Estimated(Duration.ofMinutes(minutes), false);
        Estimated most = new Estimated(Duration.ofMinutes(30), true);
        PlannedTime time = new PlannedTime(Duration.ZERO, usual, most, rows, rows);
        return new PlanReport(new ComparisonPlan(
                session,
                Optional.of(new PlannedWork(true, Optional.of(time))),
                Optional.of(
                        new PlannedCounts(rows, Duration.ofSeconds(5L * rows), Optional.of(Duration.ofSeconds(20))))));
    }

    @Test
    void aPlanHasTheReasonOfEachRow() {
        RowReach started = new RowReach(
                key("started"), Kind.REACHED, List.of(), List.of(), List.of(), List.of(), "it starts processes", 1);
        PlanReport plan = plan(session(HIT, started, SHAPED, MADE, SAME).read(), 5, 3);
        assertThat(plan.text(100)).isEqualTo("""
                        base and head differ in 2 methods of 1 class and in the shape of 2 classes.
                        1 of 5 rows runs changed methods, 1 is measured for another reason, 1 loads classes that changed
                          shape, 1 runs changed methods only in set-up, 1 runs no changed code. Pairs take about 3 min, at
                          most the whole budget.
                        Before the pairs the work of 5 rows is counted: at most 20 s of the budget.

                        Run changed methods:
                          Bench.hit: T.k

                        Measured for another reason:
                          Bench.started: it starts processes

                        Load classes that changed shape:
                          Bench.shaped: S (another shape), U.V (only in base)

                        Run changed methods only in set-up:
                          Bench.made: T.l

                        Run no changed code:
                          Bench.same

                        Changed methods of classes that these rows load and did not run:
                          Bench.same: T.k, T.l
                        """);
        assertThat(plan.markdown()).contains("- Bench.hit: T.k\n");
        assertThat(plan.json()).contains("\"seconds\": 180", "\"kind\": \"LOADED\"");
    }

    @Test
    void aPlanOfAllRowsHasNoReasons() {
        Session session = MadeUpSession.ofItself(key("hit"), key("same"))
                .reach(new Reach(List.of(), List.of(), "the sides have different JVMs"))
                .reached(new RowReach(key("hit"), Kind.REACHED, List.of(), 0))
                .reached(new RowReach(key("same"), Kind.REACHED, List.of(), 0))
                .read();
        assertThat(plan(session, 2, 10).text(100)).isEqualTo("""
                        all rows are measured: the sides have different JVMs.
                        2 rows. Pairs take about 10 min, at most the whole budget.
                        Before the pairs the work of 2 rows is counted: about 10 s, at most 20 s of the budget.

                          Bench.hit
                          Bench.same
                        """);
    }

    /** Logs of earlier versions. */
    @Test
    void aLogThatKnowsNoClassesIsRead(@TempDir Path directory) throws IOException {
        String text = session(HIT, MADE).text();
        String earlier = text.replaceAll(",\"(changedClasses|runInSetUp|loaded|notRun)\":\\[[^]]*]", "");
        assertThat(earlier).hasSizeLessThan(text.length());
        Session read = SessionFile.read(Files.writeString(directory.resolve("log.jsonl"), earlier));
        assertThat(new ReachText(read.changed()).plan())
                .isEqualTo("1 of 2 rows runs changed methods, 1 runs changed methods only in set-up.");
        assertThat(new ReachText(read.changed()).difference()).isEqualTo("differ in 2 methods of 1 class");
    }
}

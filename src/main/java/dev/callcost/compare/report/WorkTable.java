package dev.callcost.compare.report;

import dev.callcost.compare.judge.Verdicts;
import dev.callcost.compare.report.VerdictTable.View;
import dev.callcost.compare.session.ReachedRows;
import dev.callcost.compare.session.ReachedRows.CountedRow;
import dev.callcost.data.RowKey.RowNames;
import dev.callcost.reach.RowReach.Kind;
import dev.callcost.text.Sections;
import dev.callcost.text.Table;
import dev.callcost.text.Table.Grid;
import dev.callcost.work.WorkDelta;
import dev.callcost.work.WorkDelta.WorkKind;
import dev.callcost.work.WorkText;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The work of rows where time was not measured. */
record WorkTable(Verdicts verdicts, RowNames names) {
    static final String NOT_TIMED = "; time was not measured";

    /** All rows, those that do other work first, the largest change first. */
    List<CountedRow> rows() {
        return verdicts.changed().stream()
                .flatMap(it -> it.counted().values().stream())
                .sorted(Comparator.comparing((CountedRow row) -> !row.work().isOther())
                        .thenComparingDouble(row -> -Math.abs(row.work().share())))
                .toList();
    }

    private List<CountedRow> shown(View view) {
        List<CountedRow> all = rows();
        return view.all() || !View.areMany(all)
                ? all
                : all.stream().filter(row -> row.work().isOther()).toList();
    }

    boolean isAnyHidden(View view) {
        return shown(view).size() < rows().size();
    }

    /** {@code 5 of 41 rows execute other work, the most B.sort +0.03%; time was not measured}. */
    String sentence() {
        List<CountedRow> all = rows();
        List<CountedRow> other =
                all.stream().filter(row -> row.work().isOther()).toList();
        Optional<String> reason = all.stream()
                .filter(row -> all.stream().allMatch(it -> it.work().kind() == WorkKind.NOT_COUNTED))
                .map(row -> row.work().reason())
                .findFirst();
        String most = other.isEmpty()
                ? ""
                : (other.size() == 1 ? ", " : ", the most ")
                        + names.of(other.get(0).row()) + " "
                        + WorkText.work(other.get(0).work());
        return reason.map(why -> "no row could be counted, " + why)
                        .orElse(other.size() + " of " + Sections.count(all.size(), "row")
                                + (other.size() == 1 || all.size() == 1 ? " executes" : " execute") + " other work"
                                + most)
                + NOT_TIMED;
    }

    /** {@code Counted 41 rows: 36 do the same work, 5 do more work}. */
    static String summary(ReachedRows changed) {
        return "Counted " + counted(changed) + ": " + WorkText.summary(changed.works());
    }

    /** {@code 41 rows}, or {@code 3 of 41 rows}. */
    static String counted(ReachedRows changed) {
        long late = changed.of(Kind.REACHED).stream()
                .filter(row -> changed.work(row).isEmpty())
                .count();
        int counted = changed.counted().size();
        return (late == 0 ? "" : counted + " of ") + Sections.count(counted + late, "row");
    }

    /** Adds what rows do otherwise, which text has below each row, and the rows that do other work, or all. */
    Sections addTo(Sections report, View view) {
        List<CountedRow> shown = shown(view);
        List<String> facts = report.isText()
                ? List.of()
                : shown.stream()
                        .flatMap(row -> facts(row.work()).map(it -> names.of(row.row()) + ": " + it).stream())
                        .toList();
        return report.list("Other work:", facts).table(grid(shown));
    }

    private Grid grid(List<CountedRow> rows) {
        return new Table<CountedRow>()
                .shortening(RowNames::shortened)
                .left("row", row -> names.of(row.row()))
                .right("work", row -> WorkText.work(row.work()))
                .right("bytecodes", 1, row -> row.work().counted() == null ? "" : WorkText.fromTo(row.work()))
                .right("alloc", row -> WorkText.allocation(row.work()))
                .below(row -> facts(row.work()))
                .of(rows);
    }

    private static Optional<String> facts(WorkDelta work) {
        String facts = CauseText.facts(work).collect(Collectors.joining("; "));
        return Optional.of(facts).filter(it -> !it.isEmpty());
    }
}

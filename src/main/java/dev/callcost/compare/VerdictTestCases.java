package dev.callcost.compare;

import dev.callcost.ci.CiCase;
import dev.callcost.ci.CiCase.Result;
import dev.callcost.compare.VerdictTable.Line;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Verdict;
import dev.callcost.text.Terminal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The rows of a comparison as test cases. A row fails when the run fails for it: it is slower or allocates more, by {@code --fail-at}, or failed, and with {@code --strict} also when
 * it is inconclusive, missing on a side, measured differently or slower by its mean alone. Without {@code --strict} a row that is not decided or missing on a side is skipped.
 */
record VerdictTestCases(VerdictReport report) {
    /** The table's column of the change, after those that name a row. */
    private static final int CHANGE = 2;

    /** The column with the number of forks or pairs. */
    private static final int FORKS = 5;

    /** Those that fail first, each result with the largest change first. */
    static List<CiCase> of(VerdictReport report) {
        VerdictTestCases cases = new VerdictTestCases(report);
        Verdicts verdicts = report.verdicts();
        List<CiCase> all = new ArrayList<>();
        verdicts.gate()
                .missing(verdicts)
                .forEach(text -> all.add(new CiCase("", text, text, Result.FAILED, "required", text)));
        report.lineTable().lines().stream()
                .collect(Collectors.groupingBy(line -> line.row().key(), LinkedHashMap::new, Collectors.toList()))
                .values()
                .forEach(lines -> all.add(cases.ofRow(lines)));
        Result oneSided = report.strict() ? Result.FAILED : Result.SKIPPED;
        verdicts.onlyInBase()
                .forEach(
                        row -> all.add(cases.testCase(row, oneSided, "missing in head", "removed, renamed or failed")));
        verdicts.onlyInHead().forEach(row -> all.add(cases.testCase(row, oneSided, "only in head", "not compared")));
        all.sort(Comparator.comparing(CiCase::result));
        return all;
    }

    private CiCase ofRow(List<Line> lines) {
        RowVerdict row = lines.get(0).row();
        boolean fails = report.verdicts().gate().fails(row)
                || row.verdict() == Verdict.FAILED
                || row.verdict() == Verdict.NOT_MEASURED;
        boolean isSlowerByMean = row.meanBeyond() == Verdict.SLOWER;
        Result result;
        if (fails || report.strict() && (!row.isComplete() || isSlowerByMean)) {
            result = Result.FAILED;
        } else if (row.isRegression() || isSlowerByMean) {
            result = Result.WARNED;
        } else if (!row.verdict().isDecided()) {
            result = Result.SKIPPED;
        } else {
            result = lines.stream().anyMatch(Line::isImproved) ? Result.IMPROVED : Result.PASSED;
        }
        List<String> told = new ArrayList<>();
        lines.forEach(line -> told.add(line.prose() + ": "
                + report.lineTable()
                        .grid(List.of(line), false, Terminal.ENDLESS)
                        .sentence(CHANGE, FORKS)
                        .replace(ScoreChange.TOO_WIDE, "interval too wide")));
        row.reason().ifPresent(told::add);
        row.remarks().forEach(remark -> told.add(remark));
        if (!row.isMeasuredAlike()) {
            row.differences().forEach(difference -> told.add("measured differently, " + difference));
        }
        String kind = fails || result != Result.FAILED ? lines.get(0).group().prose : "not shown";
        return testCase(row.key(), result, kind, String.join("; ", told));
    }

    private CiCase testCase(RowKey row, Result result, String kind, String line) {
        return new CiCase(row.className(), row.nameInClass(), report.names().of(row), result, kind, line);
    }
}

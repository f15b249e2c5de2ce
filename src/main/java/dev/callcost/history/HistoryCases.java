package dev.callcost.history;

import dev.callcost.ci.CiCase;
import dev.callcost.ci.CiCase.Result;
import dev.callcost.data.RowKey;
import dev.callcost.history.HistoryLine.Group;
import dev.callcost.history.RowHistory.Presence;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The rows of a history as test cases. A row fails when the run fails for it. A row that the newest run does not decide is skipped, a suspect one is a warning;
 * with {@code --strict} they fail. A row that was slower before passes: its build was red already.
 */
final class HistoryCases {
    private HistoryCases() {}

    /** Those that fail first; without rows that have ended. */
    static List<CiCase> of(HistoryReport report) {
        Map<RowKey, List<HistoryLine>> rows = report.lines().stream()
                .filter(line -> line.row().presence() != Presence.ENDED)
                .collect(Collectors.groupingBy(HistoryLine::key, LinkedHashMap::new, Collectors.toList()));
        return rows.entrySet().stream()
                .map(row -> of(report, row.getKey(), row.getValue()))
                .sorted(Comparator.comparing(CiCase::result))
                .toList();
    }

    private static CiCase of(HistoryReport report, RowKey row, List<HistoryLine> lines) {
        Optional<String> leftOut = report.judgement().newest().leftOut();
        List<HistoryLine> failing = lines.stream().filter(report::fails).toList();
        List<HistoryLine> open = lines.stream().filter(HistoryLine::isOpen).toList();
        Result result = Result.PASSED;
        if (!failing.isEmpty()) {
            result = Result.FAILED;
        } else if (leftOut.isPresent() || !open.isEmpty()) {
            boolean isSuspect = open.stream().anyMatch(line -> line.group() == Group.SUSPECT);
            result = report.strict() ? Result.FAILED : isSuspect ? Result.WARNED : Result.SKIPPED;
        } else if (lines.stream().anyMatch(HistoryCases::isImproved)) {
            result = Result.IMPROVED;
        }
        String kind = Stream.of(failing, open, lines)
                .flatMap(List::stream)
                .map(line -> line.group().prose())
                .findFirst()
                .orElseThrow();
        Stream<String> sentences = Stream.concat(
                leftOut.map(why -> "the newest run is not judged: " + why).stream(),
                lines.stream().map(report::sentence));
        return new CiCase(
                row.className(),
                row.nameInClass(),
                report.names().of(row),
                result,
                failing.isEmpty() && leftOut.isPresent() ? "not judged" : kind,
                sentences.collect(Collectors.joining("; ")));
    }

    private static boolean isImproved(HistoryLine line) {
        return (line.group() == Group.FASTER || line.group() == Group.LESS)
                && line.any().filter(Change::isNew).isPresent();
    }
}

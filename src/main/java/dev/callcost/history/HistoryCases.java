package dev.callcost.history;

import dev.callcost.data.RowKey;
import dev.callcost.history.HistoryLine.Group;
import dev.callcost.history.RowHistory.Presence;
import dev.callcost.text.GithubCommands.Annotation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The rows of a history for which the run fails, and suspect ones, as annotations. With {@code --strict} all rows that the newest run does not decide fail. */
final class HistoryCases {
    private HistoryCases() {}

    /** Without rows that have ended. */
    static List<Annotation> of(HistoryReport report) {
        Map<RowKey, List<HistoryLine>> rows = report.lines().stream()
                .filter(line -> line.row().presence() != Presence.ENDED)
                .collect(Collectors.groupingBy(HistoryLine::key, LinkedHashMap::new, Collectors.toList()));
        return rows.entrySet().stream()
                .flatMap(row -> of(report, row.getKey(), row.getValue()).stream())
                .toList();
    }

    private static Optional<Annotation> of(HistoryReport report, RowKey row, List<HistoryLine> lines) {
        Optional<String> leftOut = report.judgement().newest().leftOut();
        List<HistoryLine> failing = lines.stream().filter(report::fails).toList();
        List<HistoryLine> open = lines.stream().filter(HistoryLine::isOpen).toList();
        boolean fails = !failing.isEmpty() || report.strict() && (leftOut.isPresent() || !open.isEmpty());
        if (!fails && open.stream().noneMatch(line -> line.group() == Group.SUSPECT)) {
            return Optional.empty();
        }
        String kind = Stream.of(failing, open, lines)
                .flatMap(List::stream)
                .map(line -> line.group().prose())
                .findFirst()
                .orElseThrow();
        Stream<String> sentences = Stream.concat(
                leftOut.map(why -> "the newest run is not judged: " + why).stream(),
                lines.stream().map(report::sentence));
        return Optional.of(new Annotation(
                fails,
                (failing.isEmpty() && leftOut.isPresent() ? "not judged" : kind) + ": "
                        + report.names().of(row),
                sentences.collect(Collectors.joining("; "))));
    }
}

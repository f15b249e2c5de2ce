package dev.callcost.compare;

import dev.callcost.data.RowNames;
import dev.callcost.stats.EstimateText;
import dev.callcost.stats.Rule;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is said of pairs. */
public final class CompareReport {
    /** Nanoseconds below which the call that carries more work is no small part of an operation. */
    private static final double SHORTEST_INJECTED = 20;

    /** Rows on a screen. */
    private static final int MOST_ROWS = 20;

    private CompareReport() {}

    /**
     * The report.
     *
     * @param strict whether everything must be shown for the outcome OK
     */
    public static VerdictReport<PairedRow> of(SessionComparison comparison, boolean strict) {
        List<Session.Header> headers =
                comparison.sessions().stream().map(Session::header).toList();
        Rule rule = comparison.rule().rule();
        boolean injected = headers.stream().anyMatch(header -> header.inject() != null);
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("schema", "callcost compare 2");
        json.put("runs", headers.stream().map(RunJson::of).toList());
        json.put("rule", rule);
        json.put("looks", PairedRule.LOOKS);
        return new VerdictReport<>(
                comparison,
                rule,
                strict,
                new VerdictReport.Words<>(
                        report -> report.list(headers.stream()
                                        .flatMap(it -> Stream.of("base " + it.base(), "head " + it.head()))
                                        .distinct()
                                        .toList())
                                .list(
                                        "Measured:",
                                        comparison.sessions().stream()
                                                .map(CompareReport::run)
                                                .toList())
                                .paragraph(
                                        comparison.sessions().stream()
                                                        .allMatch(session ->
                                                                session.pairs().isEmpty())
                                                ? ""
                                                : method(comparison.sessions(), rule)),
                        "Differs between base and head:",
                        grid -> grid.right("pairs"),
                        row -> remarks(row, injected),
                        report -> {},
                        json,
                        Map.of()));
    }

    private record RunJson(String start, String machine, String base, String head, long seed) {
        static RunJson of(Session.Header header) {
            return new RunJson(header.start(), header.machine(), header.base(), header.head(), header.seed());
        }
    }

    private static String run(Session session) {
        long counting = session.pairs().stream().filter(Pair::counts).count();
        return session.header().start() + " on " + session.header().machine() + ": "
                + Sections.count(counting, "pair") + " that count, seed "
                + session.header().seed();
    }

    private static String method(List<Session> sessions, Rule rule) {
        return "Forks of base and head " + either(sessions, "took turns by iterations", "ran next to each other")
                + ", in random order. A row's value is the mean over pairs of "
                + either(
                        sessions,
                        "the median difference of neighbouring iterations",
                        "the difference of the forks' medians")
                + " on the log scale; it was judged at "
                + PairedRule.LOOKS.stream().map(String::valueOf).collect(Collectors.joining(", "))
                + " pairs, by the interval shown, at " + Numbers.percent(rule.confidence(), 4) + " a look; margin "
                + Numbers.percent(rule.margin(), 1)
                + ". The resolution is what could be told from no difference.";
    }

    /** What is true of the pairs: one thing of those that took turns, another of the others, or now this and now that. */
    private static String either(List<Session> sessions, String inTurns, String others) {
        return sessions.stream()
                .flatMap(session -> session.pairs().stream())
                .map(pair -> pair.inTurns() ? inTurns : others)
                .distinct()
                .sorted()
                .collect(Collectors.joining(" or "));
    }

    private static List<String> remarks(PairedRow row, boolean injected) {
        List<String> remarks = new ArrayList<>();
        if (injected && isShort(row)) {
            remarks.add("below " + Numbers.plainTime(SHORTEST_INJECTED)
                    + ": the call that carries more work is part of both times");
        }
        row.paired()
                .filter(PairedComparison::isMoving)
                .flatMap(PairedComparison::movement)
                .ifPresent(it -> remarks.add("moves while measured, " + EstimateText.change(Math.exp(it.first()))
                        + " first and " + EstimateText.change(Math.exp(it.last())) + " last"));
        if (row.dropped() > 0) {
            remarks.add(Sections.count(row.dropped(), "pair") + " dropped, too short a warm-up");
        }
        row.unlike().forEach(difference -> remarks.add("its pairs are not alike: " + difference));
        row.extraWork().map(CompareReport::more).ifPresent(remarks::add);
        if (row.setAside() > 0) {
            remarks.add(row.setAside() + " set aside");
        }
        if (row.failedForks() > 0) {
            remarks.add(Sections.count(row.failedForks(), "fork") + " failed");
        }
        return remarks;
    }

    private static String more(MoreWork work) {
        return "head did " + work.text() + " more work"
                + (work.isShared()
                        ? ", other threads than the benchmark's take part: its time may grow by more or less"
                        : "");
    }

    private static boolean isShort(PairedRow row) {
        return row.sides()
                .flatMap(sides -> sides.base().nanosPerOperation(sides.baseScore()))
                .filter(time -> time.value() < SHORTEST_INJECTED)
                .isPresent();
    }

    /** How a comparison stands while it goes on, for a screen: short, the rows that are still open first; lines end in a line feed. */
    public static String state(List<PairedRow> rows) {
        RowNames names = new RowNames(rows.stream().map(PairedRow::key).toList());
        Grid grid = new Grid().right("change").left("interval").right("pairs").left("verdict", "row");
        rows.stream()
                .sorted((row, other) -> Boolean.compare(row.isFinished(), other.isFinished()))
                .limit(MOST_ROWS)
                .forEach(row -> grid.row(
                        row.score()
                                .map(it -> EstimateText.change(it.slowdown()))
                                .orElse(""),
                        row.paired()
                                .map(it -> EstimateText.changes(it.low(), it.high()))
                                .orElse(""),
                        String.valueOf(row.pairs()),
                        row.word(),
                        names.of(row.key())));
        int more = rows.size() - MOST_ROWS;
        return grid.text() + (more > 0 ? "and " + Sections.count(more, "more row") + "\n" : "");
    }
}

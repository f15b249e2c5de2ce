package dev.callcost.compare;

import dev.callcost.results.EstimateText;
import dev.callcost.results.verdict.VerdictReport;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is said of pairs. */
public final class CompareReport extends VerdictReport<PairedRow> {
    /** Nanoseconds below which the call that carries more work is no small part of an operation. */
    private static final double SHORTEST_INJECTED = 20;

    /** Rows on a screen. */
    private static final int MOST_ROWS = 20;

    private final List<Session> sessions;
    private final PairedRule rule;
    private final boolean injected;

    /**
     * A report.
     *
     * @param strict whether everything must be shown for the outcome OK
     */
    public CompareReport(SessionComparison comparison, boolean strict) {
        super(comparison, comparison.rule().rule(), strict);
        sessions = comparison.sessions();
        rule = comparison.rule();
        injected = sessions.stream().anyMatch(session -> session.header().inject() != null);
    }

    @Override
    protected void begin(Sections report) {
        report.list(sessions.stream()
                        .map(Session::header)
                        .flatMap(header -> Stream.of("base " + header.base(), "head " + header.head()))
                        .distinct()
                        .toList())
                .list("Measured:", sessions.stream().map(CompareReport::run).toList())
                .paragraph("Forks of base and head " + either("took turns by iterations", "ran next to each other")
                        + ", in random order. A row's value is the mean over pairs of "
                        + either(
                                "the median difference of neighbouring iterations",
                                "the difference of the forks' medians")
                        + " on the log scale; it was judged at "
                        + PairedRule.LOOKS.stream().map(String::valueOf).collect(Collectors.joining(", "))
                        + " pairs, by the interval shown, at "
                        + Numbers.percent(rule.rule().confidence(), 4) + " a look; margin "
                        + Numbers.percent(rule.rule().margin(), 1)
                        + ". The resolution is what could be told from no difference.");
    }

    private static String run(Session session) {
        long counting = session.pairs().stream().filter(Pair::counts).count();
        return session.header().start() + " on " + session.header().machine() + ": "
                + Sections.count((int) counting, "pair") + " that count, seed "
                + session.header().seed();
    }

    /** What is true of the pairs: one thing of those that took turns, another of the others, or now this and now that. */
    private String either(String inTurns, String others) {
        return sessions.stream()
                .flatMap(session -> session.pairs().stream())
                .map(pair -> pair.inTurns() ? inTurns : others)
                .distinct()
                .sorted()
                .collect(Collectors.joining(" or "));
    }

    @Override
    protected String differing() {
        return "Differs between base and head:";
    }

    @Override
    protected void amount(Grid grid) {
        grid.right("pairs");
    }

    @Override
    protected String amount(PairedRow row) {
        return String.valueOf(row.pairs());
    }

    @Override
    protected Optional<String> wanted(PairedRow row) {
        return row.word().equals("UNDECIDED")
                ? Optional.of("some " + row.morePairs() + " more pairs would tell")
                : Optional.empty();
    }

    @Override
    protected List<String> remarks(PairedRow row) {
        List<String> remarks = new ArrayList<>();
        if (injected && isShort(row)) {
            remarks.add("below " + Numbers.plainTime(SHORTEST_INJECTED)
                    + ": the call that carries more work is part of both times");
        }
        if (row.setAside() > 0) {
            remarks.add(row.setAside() + " set aside");
        }
        if (row.failedForks() > 0) {
            remarks.add(Sections.count(row.failedForks(), "fork") + " failed");
        }
        return remarks;
    }

    private static boolean isShort(PairedRow row) {
        return row.sides()
                .flatMap(sides -> sides.base().nanosPerOperation(sides.baseScore()))
                .filter(time -> time.value() < SHORTEST_INJECTED)
                .isPresent();
    }

    @Override
    protected void begin(Map<String, Object> json) {
        json.put(
                "runs", sessions.stream().map(session -> json(session.header())).toList());
        json.put("rule", rule.rule());
        json.put("looks", PairedRule.LOOKS);
    }

    private static Map<String, Object> json(Session.Header header) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("start", header.start());
        json.put("machine", header.machine());
        json.put("base", header.base());
        json.put("head", header.head());
        json.put("seed", header.seed());
        return json;
    }

    @Override
    protected void identify(PairedRow row, Map<String, Object> json) {
        json.put("row", row.key());
    }

    @Override
    protected void amount(PairedRow row, Map<String, Object> json) {
        json.put("pairs", row.pairs());
        json.put("morePairs", row.morePairs());
        json.put("setAside", row.setAside());
        json.put("failedForks", row.failedForks());
    }

    /** How a comparison stands while it goes on, for a screen: short, the rows that are still open first; lines end in a line feed. */
    public static String state(List<PairedRow> rows) {
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
                        row.key().label()));
        int more = rows.size() - MOST_ROWS;
        return grid.text() + (more > 0 ? "and " + Sections.count(more, "more row") + "\n" : "");
    }
}

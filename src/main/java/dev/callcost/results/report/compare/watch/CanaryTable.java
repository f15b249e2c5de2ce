package dev.callcost.results.report.compare.watch;

import dev.callcost.results.compare.paired.PairedRule;
import dev.callcost.results.report.format.Grid;
import dev.callcost.results.report.format.Numbers;
import dev.callcost.results.report.format.Sections;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The noise of the canary and its like over sessions, against the thresholds that set pairs aside; and whether pairs of which it says more
 * scatter more. The thresholds were fixed before; here they are held against what came.
 */
public final class CanaryTable {
    private static final double[] QUANTILES = {0.5, 0.9, 0.99, 1};
    private static final List<Double> LOOP_CUTS = List.of(1.05, 1.1, 1.25);
    private static final List<Double> WAKE_UP_CUTS = List.of(1.5, 2.0, 10.0);

    private final List<WatchedSession> sessions;
    private final List<WatchedPair> pairs;
    private final Map<Signal, Double> thresholds;

    private CanaryTable(List<WatchedSession> sessions) {
        this.sessions = sessions;
        pairs = sessions.stream().flatMap(session -> session.pairs().stream()).toList();
        thresholds = sessions.get(0).thresholds();
        if (sessions.stream().anyMatch(session -> !session.thresholds().equals(thresholds))) {
            throw new IllegalArgumentException("the sessions had different thresholds");
        }
        if (pairs.isEmpty()) {
            throw new IllegalArgumentException("no session has a pair after the burn-in");
        }
    }

    /**
     * Two tables as Markdown: what was seen of the machine, and how pairs scatter by it.
     *
     * @param paths the sessions' folders or files, at least one
     * @throws IllegalArgumentException when there is no pair, or the thresholds differ
     * @throws dev.callcost.results.BadResultsFileException when a session cannot be read
     */
    public static String markdown(List<Path> paths) {
        CanaryTable table =
                new CanaryTable(paths.stream().map(WatchedSession::read).toList());
        return table.caption() + "\n\n" + table.seen().markdown() + "\n" + table.spreadCaption() + "\n\n"
                + table.spreads().markdown();
    }

    private String caption() {
        String cpus = sessions.stream()
                .flatMap(session -> session.cpus().stream())
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
        return "What was seen of the machine during " + Sections.count(pairs.size(), "pair") + " of "
                + Sections.count(sessions.size(), "session") + ", burn-ins not among them; ratios are of before one"
                + " fork to before the other, of forks that take turns to after their warm-up; the canary's CPU: "
                + cpus;
    }

    private Grid seen() {
        Grid grid =
                new Grid().left("").right("median", "90 %", "99 %", "largest", "set aside above", "pairs above that");
        for (Signal signal : Signal.values()) {
            double[] sorted = pairs.stream()
                    .mapToDouble(pair -> pair.value(signal))
                    .sorted()
                    .toArray();
            List<String> cells = new ArrayList<>(List.of(signal.label()));
            for (double quantile : QUANTILES) {
                cells.add(signal.text(sorted[(int) Math.ceil(quantile * sorted.length) - 1]));
            }
            Double threshold = thresholds.get(signal);
            cells.add(threshold == null ? "never" : signal.text(threshold));
            cells.add(
                    threshold == null
                            ? ""
                            : String.valueOf(pairs.stream()
                                    .filter(pair -> pair.value(signal) > threshold)
                                    .count()));
            grid.row(cells.toArray(String[]::new));
        }
        return grid;
    }

    private String spreadCaption() {
        return "How pairs scatter: the root mean square of how far a pair's difference is from the median of its row, in rows of "
                + PairedRule.LOOKS.get(0) + " pairs or more";
    }

    private Grid spreads() {
        Grid grid = new Grid().left("pairs apart by").right("not above", "scatter", "above", "scatter");
        LOOP_CUTS.forEach(cut -> add(grid, Signal.LOOP, cut));
        WAKE_UP_CUTS.forEach(cut -> add(grid, Signal.WAKE_UP, cut));
        add(grid, "set aside, for whatever cause", WatchedPair::setAside);
        return grid;
    }

    private void add(Grid grid, Signal signal, double cut) {
        add(grid, signal.label() + " " + signal.text(cut), pair -> pair.value(signal) > cut);
    }

    private void add(Grid grid, String label, Predicate<WatchedPair> above) {
        List<WatchedPair> judged =
                pairs.stream().filter(pair -> !Double.isNaN(pair.deviation())).toList();
        List<WatchedPair> calm = judged.stream().filter(above.negate()).toList();
        List<WatchedPair> worse = judged.stream().filter(above).toList();
        grid.row(label, String.valueOf(calm.size()), scatter(calm), String.valueOf(worse.size()), scatter(worse));
    }

    private static String scatter(List<WatchedPair> pairs) {
        return pairs.isEmpty()
                ? ""
                : Numbers.percent(Math.sqrt(pairs.stream()
                        .mapToDouble(pair -> pair.deviation() * pair.deviation())
                        .average()
                        .orElseThrow()));
    }
}

package dev.callcost.lab;

import dev.callcost.compare.PairedRule;
import dev.callcost.compare.Session;
import dev.callcost.results.RowKey;
import dev.callcost.results.verdict.Verdict;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Replays of recorded pairs: how often identical code would be blamed, and how often slower code seen. */
public final class ReplayTable {
    private ReplayTable() {}

    /**
     * The table as Markdown, a line for each row, and one for their average.
     *
     * @param sessions at least one
     * @throws IllegalArgumentException when base and head of a session were not the same, or sessions have different margins
     */
    public static String markdown(List<Session> sessions) {
        Replay replay = Replay.of(sessions);
        return new Sections(true)
                .paragraph(method(replay))
                .table(grid(replay.rows()))
                .list(
                        "Left out, as fewer than " + PairedRule.LOOKS.get(0) + " pairs count:",
                        replay.leftOut().stream().map(RowKey::label).toList())
                .paragraph(
                        "A replay is not a live verdict. It holds only differences that were recorded; it keeps no drift from one"
                                + " session to the next and no lean of a row's pairs to one side, which the coins take out; and a flipped"
                                + " replay is UNDECIDED where the recorded pairs end, though a session might have gone on.")
                .text();
    }

    private static String method(Replay replay) {
        int rows = replay.comparison().rows().size();
        return "Replay of the pairs recorded in "
                + Sections.count(replay.comparison().sessions().size(), "session")
                + " of identical sides, each judged look by look as in a session of " + Sections.count(rows, "row")
                + ", margin "
                + Numbers.percent(replay.comparison().rule().rule().margin(), 1)
                + ". Flipped: a row's differences in their order, at most " + PairedRule.MOST_PAIRS
                + ", the sign of each by a coin. Drawn: up to " + PairedRule.MOST_PAIRS
                + " of a row's differences, with replacement, each with a sign by a coin; +3% and +5% are added to the same. "
                + Replay.REPLAYS + " replays of a row in each way: the standard error of a rate is at most "
                + standardError(0.5) + " percentage points, and " + standardError(0.005) + " of a rate near 0.5%.";
    }

    private static String standardError(double rate) {
        return String.format(Locale.ROOT, "%.2f", 100 * Math.sqrt(rate * (1 - rate) / Replay.REPLAYS));
    }

    private static Grid grid(List<ReplayedRow> rows) {
        Grid grid = new Grid()
                .left("replay of row")
                .right("pairs")
                .right("flipped: blamed", "flipped: SAME", "flipped: UNDECIDED", "flipped: pairs")
                .right("drawn: blamed", "drawn: SAME", "drawn: UNDECIDED", "drawn: pairs")
                .right("+3%: seen", "+3%: pairs", "+5%: seen", "+5%: pairs");
        rows.forEach(row -> grid.row(cells(row.row().label(), List.of(row))));
        if (rows.size() > 1) {
            grid.row(cells("all rows, mean rates", rows));
        }
        return grid;
    }

    private static String[] cells(String label, List<ReplayedRow> rows) {
        List<String> cells = new ArrayList<>(List.of(
                label, String.valueOf(rows.stream().mapToInt(ReplayedRow::pairs).sum())));
        cells.addAll(identical(rows, ReplayedRow::flipped));
        cells.addAll(identical(rows, ReplayedRow::drawn));
        cells.addAll(slower(rows, ReplayedRow::drawnSlower));
        cells.addAll(slower(rows, ReplayedRow::drawnMuchSlower));
        return cells.toArray(String[]::new);
    }

    private static List<String> identical(List<ReplayedRow> rows, Function<ReplayedRow, Tally> way) {
        return List.of(
                Numbers.percent(mean(rows, way, Tally::differing), 2),
                Numbers.percent(mean(rows, way, tally -> tally.share(Verdict.SAME))),
                Numbers.percent(mean(rows, way, tally -> tally.share(Verdict.UNDECIDED))),
                pairs(rows, way));
    }

    private static List<String> slower(List<ReplayedRow> rows, Function<ReplayedRow, Tally> way) {
        return List.of(Numbers.percent(mean(rows, way, tally -> tally.share(Verdict.SLOWER))), pairs(rows, way));
    }

    private static String pairs(List<ReplayedRow> rows, Function<ReplayedRow, Tally> way) {
        return String.format(Locale.ROOT, "%.1f", mean(rows, way, Tally::meanPairs));
    }

    private static double mean(
            List<ReplayedRow> rows, Function<ReplayedRow, Tally> way, ToDoubleFunction<Tally> figure) {
        return rows.stream().map(way).mapToDouble(figure).average().orElseThrow();
    }
}

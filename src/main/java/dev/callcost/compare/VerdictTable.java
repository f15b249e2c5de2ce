package dev.callcost.compare;

import dev.callcost.compare.AllocationComparison.AllocationVerdict;
import dev.callcost.data.Estimate;
import dev.callcost.data.Row;
import dev.callcost.data.RowNames;
import dev.callcost.stats.EstimateText;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Rows of a comparison as a table, and the notes that its marks stand for. */
final class VerdictTable {
    /** Rows on a screen. */
    private static final int MOST_ROWS = 20;

    private final Verdicts verdicts;
    private final List<VerdictRow> rows;
    private final RowNames names;

    /** The mark of each note that one of the rows has, in the order of the rows. */
    private final Map<String, String> marks = new LinkedHashMap<>();

    /**
     * @param rows the rows of the comparison that are shown
     * @param names of all rows
     */
    VerdictTable(Verdicts verdicts, List<VerdictRow> rows, RowNames names) {
        this.verdicts = verdicts;
        this.rows = rows;
        this.names = names;
        rows.stream()
                .flatMap(row -> notes(row).stream())
                .forEach(note -> marks.putIfAbsent(note, Integer.toString(marks.size() + 1)));
    }

    /** Adds to a report what the rows' names leave out. */
    Sections addShared(Sections report) {
        return names.addShared(report, rows.stream().map(VerdictRow::key).toList());
    }

    /** The notes with their marks. */
    List<String> notes() {
        return marks.entrySet().stream()
                .map(note -> note.getValue() + ": " + note.getKey())
                .toList();
    }

    /** The table, a line a row. */
    Grid grid() {
        boolean isPaired = verdicts.preface().isPaired();
        double confidence = verdicts.rule().confidence();
        Grid grid = new Grid().left("verdict", "row").right("change").left("interval", "base", "head");
        (isPaired ? grid.right("pairs") : grid.left("forks"))
                .left("resolution", "notes", "B/op", "B/op base", "B/op head")
                .droppable("B/op base", "B/op head", "B/op", "notes", "resolution", "forks", "pairs", "head", "base");
        for (VerdictRow row : rows) {
            double resolution = row.paired().map(PairedComparison::resolution).orElse(Double.NaN);
            grid.row(
                    word(row.word()),
                    names.of(row.key()),
                    cell(row.slowdown(), EstimateText::change),
                    cell(row.slowdown(), it -> EstimateText.changes(it.low(confidence), it.high(confidence))),
                    cell(row.sides(), sides -> score(sides.base(), baseScore(row, sides))),
                    cell(row.sides(), sides -> headScore(row, sides)),
                    isPaired
                            ? String.valueOf(row.pairs())
                            : cell(
                                    row.sides(),
                                    it -> it.baseScore().forks() + "+"
                                            + it.headScore().forks()),
                    resolution >= 10 ? "over 999%" : Numbers.percent(resolution),
                    notes(row).stream().map(marks::get).collect(Collectors.joining(" ")),
                    cell(row.allocation(), it -> word(it.verdict().name())),
                    cell(row.allocation(), it -> Numbers.bytes(OptionalDouble.of(it.base()))),
                    cell(row.allocation(), it -> Numbers.bytes(OptionalDouble.of(it.head()))));
        }
        return grid;
    }

    /** Base's score by the statistic that decides. */
    private static Estimate baseScore(VerdictRow row, RowSides sides) {
        return row.score().filter(ScoreComparison::meanDecides).isPresent()
                ? sides.base().primary().estimateOfMeans()
                : sides.baseScore();
    }

    /** Base's score times the change, so that the three agree; head's own where no change is known. */
    private static String headScore(VerdictRow row, RowSides sides) {
        boolean isRate = sides.base().primary().isThroughput();
        return row.slowdown()
                .map(Estimate::value)
                .map(it -> score(sides.base(), baseScore(row, sides).times(isRate ? 1 / it : it)))
                .orElseGet(() -> score(sides.head(), sides.headScore()));
    }

    private static <T> String cell(Optional<T> known, Function<T, String> text) {
        return known.map(text).orElse("");
    }

    /** A time with the unit that fits, or the score in its own unit. */
    private static String score(Row row, Estimate score) {
        return row.nanos(score)
                .map(EstimateText::plainTime)
                .orElseGet(() ->
                        Numbers.significant(score.value()) + " " + row.primary().unit());
    }

    /** A verdict's name as it is printed. */
    static String word(String verdict) {
        return verdict.replace('_', ' ');
    }

    private List<String> notes(VerdictRow row) {
        List<String> notes = new ArrayList<>();
        row.wanted().ifPresent(notes::add);
        row.score().flatMap(VerdictTable::mean).ifPresent(notes::add);
        if (row.allocates(AllocationVerdict.CANNOT_TELL)) {
            int judged = verdicts.rows().size()
                    - verdicts.without(NoVerdict.Kind.LEFT_OUT).size();
            notes.add("B/op needs " + AllocationComparison.forksNeeded(judged) + " forks a side");
        }
        notes.addAll(row.remarks());
        return notes;
    }

    /** The mean's verdict where it decides, or differs from the median's. */
    private static Optional<String> mean(ScoreComparison score) {
        String mean = score.meanDecides()
                ? "by the mean, as JVM, collector or heap differ; by the median "
                        + word(score.medianVerdict().name())
                : "by the mean " + EstimateText.change(score.byMean()) + ", "
                        + word(score.meanVerdict().name());
        return score.meanDecides() || score.meanVerdict() != score.medianVerdict()
                ? Optional.of(mean)
                : Optional.empty();
    }

    /** Rows of pairs while they are measured, for a screen: short, the open rows first; lines end in a line feed. */
    static String state(List<VerdictRow> rows) {
        RowNames names = new RowNames(rows.stream().map(VerdictRow::key).toList());
        Grid grid = new Grid().right("change").left("interval").right("pairs").left("verdict", "row");
        rows.stream()
                .sorted(Comparator.comparing(VerdictRow::isFinished))
                .limit(MOST_ROWS)
                .forEach(row -> grid.row(
                        cell(row.slowdown(), EstimateText::change),
                        cell(row.paired(), it -> EstimateText.changes(it.low(), it.high())),
                        String.valueOf(row.pairs()),
                        row.word(),
                        names.of(row.key())));
        int more = rows.size() - MOST_ROWS;
        return grid.text() + (more > 0 ? "and " + Sections.count(more, "more row") + "\n" : "");
    }
}

package dev.callcost.compare;

import dev.callcost.data.Estimate;
import dev.callcost.data.Row;
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
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Rows of a comparison as a table, and the notes that its marks stand for. */
final class VerdictTable<R extends ComparedRow> {
    private final List<R> rows;
    private final int compared;
    private final RowNames names;
    private final Rule rule;
    private final VerdictReport.Words<R> words;

    /** A mark for each note that one of the rows has, in the order of the rows. */
    private final Map<String, String> marks = new LinkedHashMap<>();

    /**
     * The table.
     *
     * @param report of the comparison
     * @param rows those of it that are shown
     * @param names of all rows
     */
    VerdictTable(VerdictReport<R> report, List<R> rows, RowNames names) {
        this.rows = rows;
        this.compared = report.comparison().rows().size()
                - report.comparison().without(NoVerdict.Kind.LEFT_OUT).size();
        this.names = names;
        this.rule = report.rule();
        this.words = report.words();
        for (R row : rows) {
            for (String note : remarks(row)) {
                marks.putIfAbsent(note, Integer.toString(marks.size() + 1));
            }
        }
    }

    /** Adds to a report what the rows' names leave out. */
    Sections addShared(Sections report) {
        return names.addShared(report, rows.stream().map(ComparedRow::key).toList());
    }

    /** The notes with their marks. */
    List<String> notes() {
        return marks.entrySet().stream()
                .map(note -> note.getValue() + ": " + note.getKey())
                .toList();
    }

    /** The table, a line a row. */
    Grid grid() {
        Grid grid = new Grid().left("verdict", "row").right("change").left("interval", "base", "head");
        words.amount().accept(grid);
        grid.left("resolution", "notes", "B/op", "B/op base", "B/op head");
        for (R row : rows) {
            Optional<Estimate> slowdown = row.score().map(ScoreComparison::slowdown);
            grid.row(
                    word(row.word()),
                    names.of(row.key()),
                    cell(slowdown, EstimateText::change),
                    cell(slowdown, it -> EstimateText.changes(it.low(rule.confidence()), it.high(rule.confidence()))),
                    cell(row.sides(), sides -> score(sides.base(), baseScore(row, sides))),
                    cell(row.sides(), sides -> headScore(row, sides)),
                    row.amount(),
                    row.resolution() >= 10 ? "over 999%" : Numbers.percent(row.resolution()),
                    remarks(row).stream().map(marks::get).collect(Collectors.joining(" ")),
                    cell(row.allocation(), it -> word(it.verdict().name())),
                    cell(row.allocation(), it -> Numbers.bytes(OptionalDouble.of(it.base()))),
                    cell(row.allocation(), it -> Numbers.bytes(OptionalDouble.of(it.head()))));
        }
        return grid;
    }

    /** Base's score by the statistic that decides. */
    private Estimate baseScore(R row, RowSides sides) {
        return row.score().filter(ScoreComparison::meanDecides).isPresent()
                ? sides.base().primary().estimateOfMeans()
                : sides.baseScore();
    }

    /** Base's score and the change from it, so that the three say one thing; head's own where no change is known. */
    private String headScore(R row, RowSides sides) {
        return row.score()
                .map(score -> {
                    double slowdown = score.slowdown().value();
                    boolean isRate = sides.base().primary().isThroughput();
                    return score(sides.base(), baseScore(row, sides).times(isRate ? 1 / slowdown : slowdown));
                })
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

    /** A word of the verdicts as it is printed. */
    static String word(String verdict) {
        return verdict.replace('_', ' ');
    }

    private List<String> remarks(R row) {
        List<String> notes = new ArrayList<>();
        row.wanted(rule).ifPresent(notes::add);
        row.score().flatMap(VerdictTable::mean).ifPresent(notes::add);
        if (row.allocation().filter(AllocationComparison::isOpen).isPresent()) {
            notes.add("B/op needs " + AllocationComparison.forksNeeded(compared) + " forks a side");
        }
        notes.addAll(words.remarks().apply(row));
        return notes;
    }

    /** What the mean says where it decides, or says otherwise than the median. */
    private static Optional<String> mean(ScoreComparison score) {
        if (score.meanDecides()) {
            return Optional.of("by the mean, as JVM, collector or heap differ; by the median "
                    + word(score.medianVerdict().name()));
        }
        return score.meanVerdict() == score.medianVerdict()
                ? Optional.empty()
                : Optional.of("by the mean " + EstimateText.change(score.byMean()) + ", "
                        + word(score.meanVerdict().name()));
    }
}

package dev.callcost.results.verdict;

import com.google.gson.GsonBuilder;
import dev.callcost.picture.ForestPlot;
import dev.callcost.results.Estimate;
import dev.callcost.results.EstimateText;
import dev.callcost.results.Row;
import dev.callcost.results.RowKey;
import dev.callcost.results.RowNames;
import dev.callcost.results.verdict.ComparedRows.Conclusion;
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
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A comparison as text, Markdown and JSON: how it was judged, a line a row, what cannot be compared, and what it comes to. Every line
 * shows change and interval, whatever the verdict. In the JSON a number that is not known is left out.
 *
 * @param comparison what was compared
 * @param rule by which each row was judged
 * @param strict whether everything must be shown for the outcome OK
 * @param words what only this kind of comparison says
 * @param <R> what is known of a row
 */
public record VerdictReport<R extends ComparedRow>(
        ComparedRows<R> comparison, Rule rule, boolean strict, Words<R> words) {
    /** Rows that have a difference are named one by one up to so many, else counted. */
    private static final int NAMED = 3;

    /**
     * What one kind of comparison says besides.
     *
     * @param begin says who was compared and how it was judged
     * @param differing the title of the settings that differ
     * @param amount adds the column that tells how much was measured
     * @param remarks what there is to say of a row besides
     * @param end says what does not follow from the rows
     * @param json who was compared and how it was judged, by name
     * @param endJson what does not follow from the rows, by name
     */
    public record Words<R>(
            Consumer<Sections> begin,
            String differing,
            Consumer<Grid> amount,
            Function<R, List<String>> remarks,
            Consumer<Sections> end,
            Map<String, ?> json,
            Map<String, ?> endJson) {}

    /** What the comparison comes to. */
    public Conclusion conclusion() {
        return comparison.outcome(strict);
    }

    /** For a terminal, everything. */
    public String text() {
        return text(View.EVERYTHING);
    }

    /** For a terminal, as much as is asked for. */
    public String text(View view) {
        return render(Sections.text(view.width()), view);
    }

    /** For a Markdown file, everything. */
    public String document() {
        return render(new Sections(true), View.EVERYTHING);
    }

    /** For a pull request: what it comes to and the rows that say something, the rest folded away. */
    public String markdown() {
        List<R> telling = sorted().stream().filter(View::saysSomething).toList();
        RowNames names = names();
        Sections first =
                new Sections(true).paragraph("**" + summary() + "**").table(grid(telling, marks(telling), names));
        return names.addShared(first, keys(telling))
                        .list("Notes:", notes(marks(telling)))
                        .text()
                + "\n<details><summary>"
                + Sections.count(comparison.rows().size(), "row")
                + ", and how they were judged</summary>\n\n" + document() + "\n</details>\n";
    }

    /** The rows alone, as a Markdown table, and what their names leave out. */
    public String table() {
        RowNames names = names();
        Sections table = new Sections(true).table(grid(sorted(), marks(sorted()), names));
        return names.addShared(table, keys(sorted())).text();
    }

    /** The rows that have a change, those that matter most first. */
    public ForestPlot picture() {
        List<ForestPlot.Row> drawn = sorted().stream()
                .filter(row -> row.score().isPresent())
                .map(this::drawn)
                .toList();
        return new ForestPlot("Head against base", rule.margin(), drawn);
    }

    private ForestPlot.Row drawn(R row) {
        Estimate slowdown = row.score().orElseThrow().slowdown();
        double low = slowdown.low(rule.confidence());
        double high = slowdown.high(rule.confidence());
        ForestPlot.Kind kind = switch (row.verdict()) {
            case SLOWER -> ForestPlot.Kind.WORSE;
            case FASTER -> ForestPlot.Kind.BETTER;
            default -> ForestPlot.Kind.NEITHER;
        };
        String text = word(row.word()) + " " + EstimateText.change(slowdown) + " " + EstimateText.changes(low, high);
        return new ForestPlot.Row(row.key().label(), kind, slowdown.value() - 1, low - 1, high - 1, text.strip());
    }

    private String render(Sections report, View view) {
        words.begin.accept(report);
        RowNames names = names();
        List<R> shown = sorted().stream()
                .filter(row -> view.shows(row, names, comparison.rows().size()))
                .toList();
        Map<String, String> marks = marks(shown);
        report.table(grid(shown, marks, names)).paragraph(hidden(shown, view));
        names.addShared(report, keys(shown))
                .list("Notes:", notes(marks))
                .list(words.differing, differences())
                .list("FAILED:", losses(ComparedRow::failed))
                .list("SKIPPED:", losses(ComparedRow::skipped))
                .list("Only in base, missing in head:", labels(comparison.onlyInBase()))
                .list("Only in head:", labels(comparison.onlyInHead()));
        words.end.accept(report);
        return report.paragraph(summary()).text();
    }

    /** How many rows of each verdict are not shown; empty when all are. */
    private String hidden(List<R> shown, View view) {
        Map<String, Long> counts = sorted().stream()
                .filter(row -> !shown.contains(row))
                .collect(Collectors.groupingBy(row -> word(row.word()), LinkedHashMap::new, Collectors.counting()));
        return counts.isEmpty()
                ? ""
                : counts.entrySet().stream()
                        .map(it -> it.getValue() + " " + it.getKey())
                        .collect(Collectors.joining(
                                ", ", "Not shown: ", view.only().isPresent() ? "." : " (--all shows them)."));
    }

    private static List<String> notes(Map<String, String> marks) {
        return marks.entrySet().stream()
                .map(note -> note.getValue() + ": " + note.getKey())
                .toList();
    }

    /** The rows that matter most first: by verdict, and by how far they are from no change. */
    private List<R> sorted() {
        return comparison.rows().stream()
                .sorted(Comparator.comparing((R row) -> row.failed().isEmpty())
                        .thenComparing(R::verdict)
                        .thenComparing(row -> -row.score()
                                .map(score -> Math.abs(score.slowdown().logMean()))
                                .orElse(0.0)))
                .toList();
    }

    /** A mark for each note that one of some rows has, in the order of the rows. */
    private Map<String, String> marks(List<R> rows) {
        Map<String, String> marks = new LinkedHashMap<>();
        for (R row : rows) {
            for (String note : notes(row)) {
                marks.putIfAbsent(note, Integer.toString(marks.size() + 1));
            }
        }
        return marks;
    }

    /** The names of the rows of both sides. */
    private RowNames names() {
        return new RowNames(Stream.of(keys(comparison.rows()), comparison.onlyInBase(), comparison.onlyInHead())
                .flatMap(List::stream)
                .toList());
    }

    private static List<RowKey> keys(List<? extends ComparedRow> rows) {
        return rows.stream().map(ComparedRow::key).toList();
    }

    private Grid grid(List<R> rows, Map<String, String> marks, RowNames names) {
        Grid grid = new Grid().left("verdict", "row").right("change").left("interval", "base", "head");
        words.amount.accept(grid);
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
                    notes(row).stream().map(marks::get).collect(Collectors.joining(" ")),
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

    private static String word(String verdict) {
        return verdict.replace('_', ' ');
    }

    private List<String> notes(R row) {
        List<String> notes = new ArrayList<>();
        row.wanted(rule).ifPresent(notes::add);
        row.score().flatMap(VerdictReport::mean).ifPresent(notes::add);
        if (row.allocation().filter(AllocationComparison::isOpen).isPresent()) {
            notes.add("B/op needs "
                    + AllocationComparison.forksNeeded(comparison.rows().size()) + " forks a side");
        }
        notes.addAll(words.remarks.apply(row));
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

    /** A line for each setting in which sides differ, with the rows that have it. */
    private List<String> differences() {
        Map<String, List<String>> rows = new LinkedHashMap<>();
        for (R row : comparison.rows()) {
            row.sides()
                    .map(RowSides::differences)
                    .orElse(List.of())
                    .forEach(difference -> rows.computeIfAbsent(difference, it -> new ArrayList<>())
                            .add(row.key().label()));
        }
        return rows.entrySet().stream()
                .map(entry -> entry.getKey() + ": "
                        + (entry.getValue().size() <= NAMED
                                ? String.join(", ", entry.getValue())
                                : Sections.count(entry.getValue().size(), "row")))
                .toList();
    }

    private List<String> losses(Function<ComparedRow, Optional<String>> loss) {
        return comparison.rows().stream()
                .flatMap(row -> loss.apply(row).stream().map(why -> row.key().label() + ": " + why))
                .toList();
    }

    private static List<String> labels(List<RowKey> rows) {
        return rows.stream().map(RowKey::label).toList();
    }

    /** How many rows have which verdict, and what that comes to. */
    private String summary() {
        List<String> counts = new ArrayList<>();
        comparison.counts().forEach((word, rows) -> counts.add(rows + " " + word(word)));
        long more =
                comparison.rows().stream().filter(ComparedRow::allocatesMore).count();
        if (more > 0) {
            counts.add(more + " with MORE allocation");
        }
        if (!comparison.onlyInBase().isEmpty()) {
            counts.add(comparison.onlyInBase().size() + " missing in head");
        }
        return (counts.isEmpty() ? "no row in both files" : String.join(", ", counts)) + ": "
                + switch (conclusion()) {
                    case REGRESSION -> "REGRESSION.";
                    case NOT_SHOWN -> "not shown to be free of regressions (--strict).";
                    case OK ->
                        comparison.isComplete()
                                ? "no regression."
                                : "no regression seen; some rows are undecided, unlike or missing.";
                };
    }

    /** Ratios are head's time over base's, a throughput turned around; intervals are those that decide. */
    public String json() {
        Map<String, Object> json = new LinkedHashMap<>(words.json);
        json.put("outcome", conclusion());
        json.put("complete", comparison.isComplete());
        json.put("rows", comparison.rows().stream().map(this::json).toList());
        json.put("onlyInBase", comparison.onlyInBase());
        json.put("onlyInHead", comparison.onlyInHead());
        json.putAll(words.endJson);
        return new GsonBuilder()
                        .setPrettyPrinting()
                        .disableHtmlEscaping()
                        .create()
                        .toJson(json) + "\n";
    }

    private Map<String, Object> json(R row) {
        Map<String, Object> json = new LinkedHashMap<>(row.identity());
        row.sides().ifPresent(sides -> {
            json.put("base", side(sides.base(), sides.baseScore()));
            json.put("head", side(sides.head(), sides.headScore()));
        });
        json.put("verdict", row.word());
        json.putAll(row.amounts());
        row.score().ifPresent(score -> {
            json.put("decidedBy", score.meanDecides() ? "mean" : "median");
            json.put("byMedian", ratio(score.byMedian(), score.medianVerdict()));
            json.put("byMean", ratio(score.byMean(), score.meanVerdict()));
        });
        if (Double.isFinite(row.resolution())) {
            json.put("resolution", row.resolution());
        }
        row.allocation().ifPresent(allocation -> json.put("allocation", allocation));
        row.failed().ifPresent(why -> json.put("failed", why));
        row.skipped().ifPresent(why -> json.put("skipped", why));
        json.put("differences", row.sides().map(RowSides::differences).orElse(List.of()));
        return json;
    }

    private record SideJson(double score, String unit, int forks) {}

    private static SideJson side(Row row, Estimate score) {
        return new SideJson(
                score.value(), row.primary().unit(), row.primary().forks().size());
    }

    private record RatioJson(double ratio, Double low, Double high, Verdict verdict) {}

    /** The upper end may be more than a double holds: two forks far apart, many rows. */
    private RatioJson ratio(Estimate slowdown, Verdict verdict) {
        double high = slowdown.high(rule.confidence());
        return new RatioJson(
                slowdown.value(),
                slowdown.hasInterval() ? slowdown.low(rule.confidence()) : null,
                high < Double.POSITIVE_INFINITY ? high : null,
                verdict);
    }
}

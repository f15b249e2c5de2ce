package dev.callcost.ladder;

import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.ladder.PitfallResult.Prediction;
import dev.callcost.stats.EstimateText;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** The table of a results file's pitfalls: prediction and verdict. All lines end in a line feed. */
public final class PitfallTable {
    private PitfallTable() {}

    /** For the console, with lines of some width; empty when the file has no pitfall. */
    public static String text(ResultsFile file, int width) {
        return table(file, Sections.text(width), false);
    }

    /**
     * For a Markdown file, with the mistakes, the names of the values and what to read next.
     *
     * @throws IllegalArgumentException when the file has no pitfall
     */
    public static String markdown(ResultsFile file) {
        String table = table(file, new Sections(true), true);
        if (table.isEmpty()) {
            throw new IllegalArgumentException(file.path() + " holds no pitfall's two rows");
        }
        return table;
    }

    /** For a page; empty when the file has no pitfall. */
    public static String html(ResultsFile file) {
        return table(file, Sections.html(), true);
    }

    private static String table(ResultsFile file, Sections sections, boolean whole) {
        List<PitfallResult> results = PitfallResult.in(file);
        if (results.isEmpty()) {
            return "";
        }
        List<Row> rows = results.stream()
                .flatMap(result -> Stream.of(result.largerRow(), result.smallerRow()))
                .toList();
        Grid grid = new Grid()
                .left("pitfall", "mistake")
                .left("larger row", "larger", "smaller row", "smaller")
                .left("ratio", "predicted", "verdict", "next");
        results.forEach(result -> grid.row(cells(result, whole)));
        return sections.paragraph("Pitfalls: " + Caption.of(rows)
                        + ". A first or last iteration counts alone, a secondary metric by its mean.")
                .table(grid)
                .text();
    }

    private static String[] cells(PitfallResult result, boolean whole) {
        Pitfall pitfall = result.pitfall();
        return new String[] {
            pitfall.name(),
            whole ? pitfall.mistake() : "",
            whole ? pitfall.larger().label() : "",
            EstimateText.score(result.larger(), result.unit()),
            whole ? pitfall.smaller().label() : "",
            result.atLeast()
                    ? "at most " + Numbers.significant(result.smaller().value()) + " " + result.unit()
                    : EstimateText.score(result.smaller(), result.unit()),
            (result.atLeast() ? "at least " : "") + EstimateText.ratio(result.ratio()),
            "at least " + Numbers.significant(pitfall.factor()),
            verdict(result),
            whole ? "`" + pitfall.next() + "`" : ""
        };
    }

    private static String verdict(PitfallResult result) {
        OptionalInt release = result.largerRow().jdkRelease();
        return result.verdict() == Prediction.NOT_PREDICTED
                ? "not predicted for " + (release.isPresent() ? "JDK " + release.getAsInt() : "an unknown JDK")
                : result.verdict().name().replace('_', ' ');
    }
}

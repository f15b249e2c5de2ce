package dev.callcost.compare;

import dev.callcost.data.RowKey;
import dev.callcost.file.BadFileException;
import dev.callcost.file.TextLines;
import dev.callcost.launch.RunArguments;
import dev.callcost.stats.VerdictRule;
import dev.callcost.text.Numbers;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The relative difference that does not matter, by row.
 *
 * @param usual for rows that no line of the file matches
 * @param lines of the file, in its order
 */
public record Margins(double usual, List<Line> lines) {
    private static final Pattern COMMENT = Pattern.compile("\\s+#.*");
    private static final Pattern LINE = Pattern.compile("(.+?)\\s+(\\S+)");

    /** @param origin file and number of the line, with the regular expression */
    public record Line(Pattern rows, double margin, String origin) {}

    public static Margins of(double margin) {
        return new Margins(margin, List.of());
    }

    /** @param ofRows margins by regular expression, see {@link #ofRows()} */
    static Margins of(double usual, Map<String, Double> ofRows) {
        return new Margins(
                usual,
                ofRows.entrySet().stream()
                        .map(line -> new Line(Pattern.compile(line.getKey()), line.getValue(), line.getKey()))
                        .toList());
    }

    /** @throws IllegalArgumentException when a margin is not between 0 and 1 */
    void check() {
        Stream.concat(Stream.of(usual), lines.stream().map(Line::margin))
                .forEach(it -> new VerdictRule(it, VerdictRule.ALPHA));
    }

    /** The lines as a log keeps them: margins by regular expression, in the order of the lines. */
    public Map<String, Double> ofRows() {
        Map<String, Double> ofRows = new LinkedHashMap<>();
        for (Line line : lines) {
            ofRows.remove(line.rows.pattern()); // the last of equal lines counts
            ofRows.put(line.rows.pattern(), line.margin);
        }
        return ofRows;
    }

    /**
     * Reads a file of lines {@code REGEX MARGIN}. Text from a {@code #} at the beginning of a word on is a comment.
     *
     * @throws BadFileException when the file cannot be read or a line has another form
     */
    public static Margins read(Path file, double usual) {
        return new Margins(usual, TextLines.read(file, (line, number) -> line(line, file + " line " + number)));
    }

    private static Line line(String line, String place) {
        String text = COMMENT.matcher(line).replaceFirst("");
        Matcher parts = LINE.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("a line is REGEX MARGIN, was " + text);
        }
        String rows = parts.group(1);
        try {
            return new Line(Pattern.compile(rows), RunArguments.share(parts.group(2)), place + " (" + rows + ")");
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(
                    "not a regular expression: " + rows + " (" + e.getDescription() + ")", e);
        }
    }

    /** The margin of the last line that matches the row. */
    public double of(RowKey row) {
        return lines.stream()
                .filter(line -> row.has(line.rows))
                .reduce((earlier, later) -> later)
                .map(Line::margin)
                .orElse(usual);
    }

    private SortedSet<Double> of(List<RowVerdict> rows) {
        return rows.stream().map(row -> of(row.key())).collect(Collectors.toCollection(TreeSet::new));
    }

    boolean differ(List<RowVerdict> rows) {
        return of(rows).size() > 1;
    }

    /** {@code margin 3.0%}, or {@code margins 2.0% to 20.0% by row}. */
    String text(List<RowVerdict> rows) {
        SortedSet<Double> margins = of(rows);
        return margins.size() < 2
                ? "margin " + Numbers.percent(margins.isEmpty() ? usual : margins.first(), 1)
                : "margins " + Numbers.percent(margins.first(), 1) + " to " + Numbers.percent(margins.last(), 1)
                        + " by row";
    }

    List<String> unused(Collection<RowKey> rows) {
        return lines.stream()
                .filter(line -> rows.stream().noneMatch(row -> row.has(line.rows)))
                .map(Line::origin)
                .toList();
    }
}

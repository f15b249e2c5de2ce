package dev.callcost.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A table of cells, printed as aligned text or as Markdown. A column with no cell filled in is left out. */
public final class Grid {
    private final List<String> header = new ArrayList<>();
    private final List<Boolean> right = new ArrayList<>();
    private final List<List<String>> rows = new ArrayList<>();

    /** Adds columns of words, flush left. */
    public Grid left(String... names) {
        return columns(false, names);
    }

    /** Adds columns of plain numbers, flush right. */
    public Grid right(String... names) {
        return columns(true, names);
    }

    private Grid columns(boolean flushRight, String... names) {
        header.addAll(Arrays.asList(names));
        right.addAll(Collections.nCopies(names.length, flushRight));
        return this;
    }

    /**
     * Adds a row.
     *
     * @throws IllegalArgumentException when it has not one cell for each column
     */
    public void row(String... cells) {
        if (cells.length != header.size()) {
            throw new IllegalArgumentException(cells.length + " cells for " + header.size() + " columns");
        }
        rows.add(List.of(cells));
    }

    /** Lines of text with two spaces between columns; each line ends in a line feed. Empty without rows. */
    public String text() {
        if (rows.isEmpty()) {
            return "";
        }
        List<List<String>> lines = new ArrayList<>(List.of(header));
        lines.addAll(rows);
        int[] columns = filled();
        int[] widths = Arrays.stream(columns)
                .map(c -> lines.stream()
                        .mapToInt(line -> line.get(c).length())
                        .max()
                        .orElse(0))
                .toArray();
        return lines.stream()
                .map(line -> IntStream.range(0, columns.length)
                        .mapToObj(i -> padded(line.get(columns[i]), widths[i], right.get(columns[i])))
                        .collect(Collectors.joining("  ")))
                .map(line -> line.stripTrailing() + "\n")
                .collect(Collectors.joining());
    }

    /** A Markdown table; each line ends in a line feed. Empty without rows. */
    public String markdown() {
        if (rows.isEmpty()) {
            return "";
        }
        int[] columns = filled();
        StringBuilder table = new StringBuilder(line(columns, header));
        table.append(Arrays.stream(columns)
                .mapToObj(c -> right.get(c) ? "---:|" : "---|")
                .collect(Collectors.joining("", "|", "\n")));
        rows.forEach(row -> table.append(line(columns, row)));
        return table.toString();
    }

    private static String line(int[] columns, List<String> cells) {
        return Arrays.stream(columns)
                .mapToObj(c -> cells.get(c).replace("|", "\\|"))
                .collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    private static String padded(String cell, int width, boolean flushRight) {
        String space = " ".repeat(width - cell.length());
        return flushRight ? space + cell : cell + space;
    }

    private int[] filled() {
        return IntStream.range(0, header.size())
                .filter(c -> rows.stream().anyMatch(row -> !row.get(c).isEmpty()))
                .toArray();
    }
}

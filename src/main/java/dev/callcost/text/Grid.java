package dev.callcost.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A table, printed as aligned text, Markdown, HTML or CSV. All but CSV leave out columns that have no cell filled in. */
public final class Grid {
    private static final String SPACE = "  ";
    private static final String CUT = "..";

    /** A name that keeps fewer characters tells nothing. */
    private static final int LEAST_NAME = 16;

    private final List<String> header = new ArrayList<>();
    private final List<Boolean> right = new ArrayList<>();
    private final List<List<String>> rows = new ArrayList<>();
    private List<String> droppable = List.of();
    private boolean isGrouped;

    public Grid left(String... names) {
        return columns(false, names);
    }

    public Grid right(String... names) {
        return columns(true, names);
    }

    /**
     * Columns that a narrow terminal does without.
     *
     * @param names names of columns, the first to be dropped first; a name of no column is ignored
     */
    public Grid droppable(String... names) {
        droppable = List.of(names);
        return this;
    }

    /** Lets text print a cell of the first column as a line above the rows that share it. */
    public Grid grouped() {
        isGrouped = true;
        return this;
    }

    private Grid columns(boolean flushRight, String... names) {
        header.addAll(Arrays.asList(names));
        right.addAll(Collections.nCopies(names.length, flushRight));
        return this;
    }

    /**
     * @throws IllegalArgumentException when the number of cells differs from the number of columns
     */
    public void row(String... cells) {
        if (cells.length != header.size()) {
            throw new IllegalArgumentException(cells.length + " cells for " + header.size() + " columns");
        }
        rows.add(List.of(cells));
    }

    /** Aligned text with two spaces between columns; each line ends in a line feed. Empty without rows. */
    public String text() {
        return text(Terminal.ENDLESS);
    }

    /**
     * Aligned text that fits a width, a line a row: droppable columns are left out until the rest fits. Where that is not enough, the cells of the widest
     * column of words lose their middle, as far as they stay different and legible. Numbers are never cut, so that a line may still be longer.
     *
     * @param width in characters
     */
    public String text(int width) {
        if (rows.isEmpty()) {
            return "";
        }
        List<Integer> columns = new ArrayList<>(filled());
        columns.removeIf(column -> isGrouped && column == 0);
        for (String name : droppable) {
            if (lengthOf(columns) > width) {
                columns.remove((Integer) header.indexOf(name));
            }
        }
        List<List<String>> lines =
                lines().map(line -> columns.stream().map(line::get).toList()).toList();
        int excess = lengthOf(columns) - width;
        return aligned(columns, excess > 0 ? cut(lines, columns, excess) : lines);
    }

    private int lengthOf(List<Integer> columns) {
        return columns.stream()
                        .mapToInt(c -> widest(lines().map(line -> line.get(c))))
                        .sum()
                + SPACE.length() * (columns.size() - (isGrouped ? 0 : 1));
    }

    private static int widest(Stream<String> cells) {
        return cells.mapToInt(String::length).max().orElse(0);
    }

    private List<List<String>> cut(List<List<String>> lines, List<Integer> columns, int excess) {
        int names = IntStream.range(0, columns.size())
                .filter(i -> !right.get(columns.get(i)))
                .boxed()
                .max(Comparator.comparingInt(i -> widest(lines.stream().map(line -> line.get(i)))))
                .orElse(0);
        int before = widest(lines.stream().map(line -> line.get(names)));
        int distinct =
                (int) lines.stream().map(line -> line.get(names)).distinct().count();
        for (int width = Math.max(LEAST_NAME, before - excess); width < before; width++) {
            // two thirds of what stays is the end, where a name's method and parameters are; else all of it, or a third
            int third = (width - CUT.length()) / 3;
            for (int start : new int[] {third, 0, 2 * third}) {
                int most = width;
                List<String> cut = lines.stream()
                        .map(line -> withoutMiddle(line.get(names), start, most))
                        .toList();
                if (cut.stream().distinct().count() == distinct) {
                    return IntStream.range(0, lines.size())
                            .mapToObj(n -> {
                                List<String> line = new ArrayList<>(lines.get(n));
                                line.set(names, cut.get(n));
                                return line;
                            })
                            .collect(Collectors.toList());
                }
            }
        }
        return lines;
    }

    private static String withoutMiddle(String name, int start, int width) {
        return name.length() <= width
                ? name
                : name.substring(0, start) + CUT + name.substring(name.length() - (width - CUT.length() - start));
    }

    private String aligned(List<Integer> columns, List<List<String>> lines) {
        int[] widths = IntStream.range(0, columns.size())
                .map(i -> widest(lines.stream().map(line -> line.get(i))))
                .toArray();
        return IntStream.range(0, lines.size())
                .mapToObj(n -> title(n - 1)
                        + IntStream.range(0, columns.size())
                                .mapToObj(i -> padded(lines.get(n).get(i), widths[i], right.get(columns.get(i))))
                                .collect(Collectors.joining(SPACE, isGrouped ? SPACE : "", ""))
                                .stripTrailing()
                        + "\n")
                .collect(Collectors.joining());
    }

    /** The line above a row. */
    private String title(int row) {
        return isGrouped
                        && row >= 0
                        && (row == 0
                                || !rows.get(row)
                                        .get(0)
                                        .equals(rows.get(row - 1).get(0)))
                ? rows.get(row).get(0) + "\n"
                : "";
    }

    private Stream<List<String>> lines() {
        return Stream.concat(Stream.of(header), rows.stream());
    }

    /** A Markdown table; each line ends in a line feed. Empty without rows. */
    public String markdown() {
        if (rows.isEmpty()) {
            return "";
        }
        List<Integer> columns = filled();
        return lineOf(columns, header)
                + columns.stream().map(c -> right.get(c) ? "---:|" : "---|").collect(Collectors.joining("", "|", "\n"))
                + rows.stream().map(row -> lineOf(columns, row)).collect(Collectors.joining());
    }

    /** An HTML table; empty without rows. */
    public String html() {
        List<Integer> columns = filled();
        return rows.isEmpty()
                ? ""
                : Html.table(lines().map(line -> columns.stream().map(line::get).toList())
                        .toList());
    }

    /** Comma-separated values of all columns (RFC 4180, except that lines end in a line feed). */
    public String csv() {
        return lines().map(line -> line.stream()
                        .map(cell -> cell.matches("[^,\"\\r\\n]*") ? cell : "\"" + cell.replace("\"", "\"\"") + "\"")
                        .collect(Collectors.joining(",", "", "\n")))
                .collect(Collectors.joining());
    }

    private static String lineOf(List<Integer> columns, List<String> cells) {
        return columns.stream()
                .map(c -> cells.get(c).replace("|", "\\|"))
                .collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    private static String padded(String cell, int width, boolean flushRight) {
        String space = " ".repeat(width - cell.length());
        return flushRight ? space + cell : cell + space;
    }

    private List<Integer> filled() {
        return IntStream.range(0, header.size())
                .filter(c -> rows.stream().anyMatch(row -> !row.get(c).isEmpty()))
                .boxed()
                .toList();
    }
}

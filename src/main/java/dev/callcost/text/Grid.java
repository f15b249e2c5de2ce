package dev.callcost.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A table, printed as aligned text, Markdown, HTML or CSV. All but CSV leave out columns that have no cell filled in. */
public final class Grid {
    private static final String SPACE = "  ";

    private final List<String> header = new ArrayList<>();
    private final List<Boolean> right = new ArrayList<>();
    private final List<List<String>> rows = new ArrayList<>();

    public Grid left(String... names) {
        return columns(false, names);
    }

    public Grid right(String... names) {
        return columns(true, names);
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
     * Aligned text that fits a width: cells of the widest columns of words are wrapped at their blanks. Where that is not enough, the widest column
     * gets a line of its own above the others; where that is not enough either, lines are longer.
     *
     * @param width in characters
     */
    public String text(int width) {
        if (rows.isEmpty()) {
            return "";
        }
        int[] columns = filled();
        int[] widths = widths(columns);
        return (narrow(columns, widths, width)
                        ? lines().flatMap(line -> broken(line, columns, widths))
                        : underWidest(columns, width))
                .map(line -> line.stripTrailing() + "\n")
                .collect(Collectors.joining());
    }

    private Stream<String> underWidest(int[] columns, int width) {
        int above = IntStream.of(columns)
                .filter(c -> !right.get(c))
                .boxed()
                .max(Comparator.comparingInt(c -> widths(c)[0]))
                .orElse(columns[0]);
        int[] others = IntStream.of(columns).filter(c -> c != above).toArray();
        int[] widthsOfOthers = widths(others);
        narrow(others, widthsOfOthers, width - SPACE.length());
        return lines().flatMap(line -> Stream.concat(
                Wrap.lines("", SPACE, line.get(above), width).stream(),
                broken(line, others, widthsOfOthers).map(SPACE::concat)));
    }

    private int[] widths(int... columns) {
        return Arrays.stream(columns)
                .map(c -> lines().mapToInt(line -> line.get(c).length()).max().orElse(0))
                .toArray();
    }

    private Stream<List<String>> lines() {
        return Stream.concat(Stream.of(header), rows.stream());
    }

    /**
     * Narrows the widest column of words, one character at a time, until all fit or no column of words can be narrower.
     *
     * @return whether all columns fit
     */
    private boolean narrow(int[] columns, int[] widths, int width) {
        int[] least = Arrays.stream(columns)
                .map(c -> lines().flatMap(line -> Stream.of(line.get(c).split(" ")))
                        .mapToInt(String::length)
                        .max()
                        .orElse(0))
                .toArray();
        while (Arrays.stream(widths).sum() + SPACE.length() * (widths.length - 1) > width) {
            OptionalInt widest = IntStream.range(0, widths.length)
                    .filter(i -> !right.get(columns[i]) && widths[i] > least[i])
                    .reduce((one, other) -> widths[other] > widths[one] ? other : one);
            if (widest.isEmpty()) {
                return false;
            }
            widths[widest.getAsInt()]--;
        }
        return true;
    }

    private Stream<String> broken(List<String> line, int[] columns, int[] widths) {
        List<List<String>> cells = IntStream.range(0, columns.length)
                .mapToObj(i -> right.get(columns[i])
                        ? List.of(line.get(columns[i]))
                        : Wrap.lines("", "", line.get(columns[i]), widths[i]))
                .toList();
        int height = cells.stream().mapToInt(List::size).max().orElse(0);
        return IntStream.range(0, height)
                .mapToObj(n -> IntStream.range(0, columns.length)
                        .mapToObj(i -> padded(
                                n < cells.get(i).size() ? cells.get(i).get(n) : "", widths[i], right.get(columns[i])))
                        .collect(Collectors.joining(SPACE)));
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

    /** An HTML table; empty without rows. */
    public String html() {
        int[] columns = filled();
        return rows.isEmpty()
                ? ""
                : Html.table(lines().map(line ->
                                Arrays.stream(columns).mapToObj(line::get).toList())
                        .toList());
    }

    /** Comma-separated values of all columns (RFC 4180, except that lines end in a line feed). */
    public String csv() {
        return lines().map(line -> line.stream()
                        .map(cell -> cell.matches("[^,\"\\r\\n]*") ? cell : "\"" + cell.replace("\"", "\"\"") + "\"")
                        .collect(Collectors.joining(",", "", "\n")))
                .collect(Collectors.joining());
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

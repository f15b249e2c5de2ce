package dev.callcost.text;

import dev.callcost.text.Terminal.Colour;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A table, printed as aligned text, Markdown or HTML without columns that have no cell filled in. */
public final class Grid {
    private static final String SPACE = "  ";
    /** Stands where a name was cut. */
    static final String CUT = "..";

    /** A name that keeps fewer characters tells nothing. */
    private static final int LEAST_NAME = 16;

    /** Names that need still more characters to stay different are not cut, so that long ones do not take long. */
    private static final int WIDTHS = 200;

    private final List<Cells> columns = new ArrayList<>();
    private final Map<Integer, String> below = new HashMap<>();
    private boolean isGrouped;
    private Map<String, Colour> colours = Map.of();
    private UnaryOperator<String> shorter = UnaryOperator.identity();

    /** @param cells the first one is the column's name */
    private record Cells(boolean isRight, int drop, List<String> cells) {
        int width() {
            return cells.stream().mapToInt(String::length).max().orElse(0);
        }

        List<String> padded() {
            String format = "%" + (isRight ? "" : "-") + Math.max(1, width()) + "s";
            return cells.stream().map(format::formatted).toList();
        }

        /** The column with other cells, if they stay different. */
        Cells with(UnaryOperator<String> text) {
            List<String> others = cells.stream().map(text).toList();
            return Set.copyOf(others).size() < Set.copyOf(cells).size() ? this : new Cells(isRight, drop, others);
        }

        /** The column without the middles of its cells, as far as they stay different and legible. */
        Cells cut(int excess) {
            int least = Math.max(LEAST_NAME, width() - excess);
            int end = Math.min(width(), least + WIDTHS);
            int names = Set.copyOf(cells).size();
            for (int width = least; width < end; width++) {
                int most = width;
                int third = (width - CUT.length()) / 3;
                // two thirds of what stays is the end, where a name's method and params are; else all of it, or a third
                for (int start : new int[] {third, 0, 2 * third}) {
                    List<String> cut = cells.stream()
                            .map(cell -> withoutMiddle(cell, start, most))
                            .toList();
                    if (Set.copyOf(cut).size() == names) {
                        return new Cells(isRight, drop, cut);
                    }
                }
            }
            return this;
        }
    }

    public Grid left(String... names) {
        return columns(false, names);
    }

    public Grid right(String... names) {
        return columns(true, names);
    }

    /**
     * Columns that a narrow terminal does without.
     *
     * @param names names of columns, the first to be dropped first; a name of no column is ignored. Where the first
     *     column is named, its cells are cut if that suffices
     */
    public Grid droppable(String... names) {
        List<String> order = List.of(names);
        columns.replaceAll(it -> new Cells(it.isRight, order.indexOf(it.cells.get(0)) + 1, it.cells));
        return this;
    }

    /** Lets text shorten the cells of the first column, if they stay different, before it cuts any. */
    public Grid shortening(UnaryOperator<String> shorter) {
        this.shorter = shorter;
        return this;
    }

    /** Lets text print a cell of the first column as a line above the rows that share it. */
    public Grid grouped() {
        isGrouped = true;
        return this;
    }

    /** The same, with such lines in colours by their words. */
    public Grid grouped(Map<String, Colour> colours) {
        this.colours = colours;
        return grouped();
    }

    private Grid columns(boolean isRight, String... names) {
        Arrays.stream(names).forEach(name -> column(name, isRight, 0));
        return this;
    }

    /** Adds a column, see {@link Column}. */
    void column(String name, boolean isRight, int drop) {
        columns.add(new Cells(isRight, drop, new ArrayList<>(List.of(Visible.line(name)))));
    }

    /** @param cells texts, or names that hold escapes already, such as a row's label */
    public void row(String... cells) {
        if (cells.length != columns.size()) {
            throw new IllegalArgumentException(cells.length + " cells for " + columns.size() + " columns");
        }
        IntStream.range(0, cells.length).forEach(c -> columns.get(c).cells.add(Visible.line(cells[c])));
    }

    /** Lets text print words below the last row so far, indented, in as many lines as they need. */
    public void below(String words) {
        below.put(columns.get(0).cells.size() - 1, Visible.line(words));
    }

    /** Aligned text with two spaces between columns; each line ends in a line feed. Empty without rows. */
    public String text() {
        return text(Terminal.ENDLESS);
    }

    /**
     * Aligned text that fits a width in characters, a line a row: droppable columns are left out until the rest fits.
     * Then the cells of columns of words, the widest first, lose their middle, as far as they stay different and
     * legible. At last the last columns are left out, down to two, and {@code ..} stands in the first line. Numbers are
     * never cut.
     */
    public String text(int width) {
        List<Cells> shown = filled();
        if (shown.isEmpty()) {
            return "";
        }
        List<String> groups = isGrouped ? shown.remove(0).cells : List.of();
        String indent = isGrouped ? SPACE : "";
        int room = width - indent.length();
        List<Cells> dropped = shown.stream()
                .filter(column -> column.drop > 0)
                .sorted(Comparator.comparingInt(Cells::drop))
                .toList();
        for (Cells column : dropped) {
            int excess = width(shown) - room;
            boolean isFirst = column == shown.get(0);
            if (excess > 0 && !isFirst) {
                shown.removeIf(it -> it == column);
            } else if (excess > 0 && column.width() - excess >= LEAST_NAME) {
                shown.set(0, column.cut(excess));
            }
        }
        if (width(shown) > room) {
            shown.set(0, shown.get(0).with(shorter));
        }
        List<Cells> words = shown.stream()
                .filter(column -> !column.isRight)
                .sorted(Comparator.comparingInt(Cells::width).reversed())
                .toList();
        words.forEach(names -> shown.set(shown.indexOf(names), names.cut(width(shown) - room)));
        if (width(shown) > room && shown.size() > 2) {
            List<String> more =
                    new ArrayList<>(Collections.nCopies(columns.get(0).cells.size(), ""));
            more.set(0, CUT);
            do {
                shown.remove(shown.size() - 1);
            } while (width(shown) + SPACE.length() + CUT.length() > room && shown.size() > 2);
            shown.add(new Cells(false, 0, more));
        }
        List<String> lines = lines(shown.stream().map(Cells::padded).toList())
                .map(cells -> indent + String.join(SPACE, cells).stripTrailing() + "\n")
                .collect(Collectors.toList());
        String deeper = indent + SPACE;
        below.forEach((n, text) ->
                lines.set(n, lines.get(n) + String.join("\n", Wrap.lines(deeper, deeper + SPACE, text, width)) + "\n"));
        for (int n = groups.size() - 1; n > 0; n--) {
            if (n == 1 || !groups.get(n).equals(groups.get(n - 1))) {
                lines.add(n, colours.getOrDefault(groups.get(n), Colour.NONE).of(groups.get(n)) + "\n");
            }
        }
        return String.join("", lines);
    }

    private static int width(List<Cells> columns) {
        return columns.stream().mapToInt(Cells::width).sum() + SPACE.length() * (columns.size() - 1);
    }

    /** Two thirds of what stays is the end. */
    public static String withoutMiddle(String name, int width) {
        return withoutMiddle(name, (width - CUT.length()) / 3, width);
    }

    private static String withoutMiddle(String name, int start, int width) {
        return name.length() <= width
                ? name
                : name.substring(0, start) + CUT + name.substring(name.length() - (width - CUT.length() - start));
    }

    /** A Markdown table; each line ends in a line feed. Empty without rows. */
    public String markdown() {
        List<Cells> shown = filled();
        if (shown.isEmpty()) {
            return "";
        }
        List<String> lines = lines(shown.stream().map(Cells::cells).toList())
                .map(cells -> cells.stream().map(Markdown::cell).collect(Collectors.joining(" | ", "| ", " |\n")))
                .collect(Collectors.toList());
        lines.add(
                1, shown.stream().map(it -> it.isRight ? "---:|" : "---|").collect(Collectors.joining("", "|", "\n")));
        return String.join("", lines);
    }

    /** An HTML table; empty without rows. */
    public String html() {
        List<Cells> shown = filled();
        return shown.isEmpty()
                ? ""
                : Html.table(lines(shown.stream().map(Cells::cells).toList()).toList());
    }

    private static Stream<List<String>> lines(List<List<String>> columns) {
        return columns.isEmpty()
                ? Stream.of()
                : IntStream.range(0, columns.get(0).size())
                        .mapToObj(
                                n -> columns.stream().map(cells -> cells.get(n)).toList());
    }

    /** The columns with a cell that is not empty; none without rows. */
    private List<Cells> filled() {
        return columns.stream()
                .filter(column -> column.cells.stream().skip(1).anyMatch(cell -> !cell.isEmpty()))
                .collect(Collectors.toList());
    }
}

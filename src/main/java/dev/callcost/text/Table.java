package dev.callcost.text;

import dev.callcost.text.Terminal.Colour;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A table: its columns, each in one place with all that there is to know of it. Its {@link Grid} has the cells of some
 * rows and prints them.
 *
 * @param <R> what a row is about
 */
public final class Table<R> {
    private final List<Column<R>> columns = new ArrayList<>();
    private boolean isGrouped;
    private Map<String, Colour> colours = Map.of();
    private UnaryOperator<String> shorter = UnaryOperator.identity();
    private Function<? super R, Optional<String>> below = row -> Optional.empty();

    public Table<R> left(String name, Function<? super R, ?> cell) {
        return column(Column.left(name, cell));
    }

    public Table<R> right(String name, Function<? super R, ?> cell) {
        return column(Column.right(name, cell));
    }

    /** @param drop as in {@link Column} */
    public Table<R> left(String name, int drop, Function<? super R, ?> cell) {
        return column(new Column<>(name, false, drop, cell));
    }

    /** @param drop as in {@link Column} */
    public Table<R> right(String name, int drop, Function<? super R, ?> cell) {
        return column(new Column<>(name, true, drop, cell));
    }

    public Table<R> column(Column<R> column) {
        columns.add(column);
        return this;
    }

    /** Lets text print a cell of the first column as a line above the rows that share it. */
    public Table<R> grouped() {
        isGrouped = true;
        return this;
    }

    /** The same, with such lines in colours by their words. */
    public Table<R> grouped(Map<String, Colour> byWords) {
        colours = byWords;
        return grouped();
    }

    /** Lets text shorten the cells of the first column, if they stay different, before it cuts any. */
    public Table<R> shortening(UnaryOperator<String> shortened) {
        shorter = shortened;
        return this;
    }

    /** Words that text prints below a row, indented, in as many lines as they need; empty where there are none. */
    public Table<R> below(Function<? super R, Optional<String>> words) {
        below = words;
        return this;
    }

    /** The cells of columns are texts, or names that hold escapes already, such as a row's label. */
    public Grid of(Iterable<? extends R> rows) {
        List<R> all = new ArrayList<>();
        rows.forEach(all::add);
        return new Grid(this, all);
    }

    /**
     * A column of a {@link Table}.
     *
     * @param <R> what a row is about
     * @param name with the unit, where the cells have none
     * @param isRight whether text aligns the ends of the cells, as of numbers
     * @param drop the place in the order in which a narrow terminal does without columns, from 1; 0 for one that stays.
     *     The cells of the first column are cut in its place, if that suffices
     * @param cell a value whose text is the cell; an empty {@code Optional} is an empty cell
     */
    public record Column<R>(String name, boolean isRight, int drop, Function<? super R, ?> cell) {
        public static <R> Column<R> left(String name, Function<? super R, ?> cell) {
            return new Column<>(name, false, 0, cell);
        }

        public static <R> Column<R> right(String name, Function<? super R, ?> cell) {
            return new Column<>(name, true, 0, cell);
        }

        public Column<R> dropped(int drop) {
            return new Column<>(name, isRight, drop, cell);
        }
    }

    /** A table, printed as aligned text, Markdown or HTML without columns that have no cell filled in. */
    public static final class Grid {
        private static final String SPACE = "  ";

        /** Stands where a name was cut. */
        static final String CUT = "..";

        /** A name that keeps fewer characters tells nothing. */
        private static final int LEAST_NAME = 16;

        /** Names that need still more characters to stay different are not cut, so that long ones do not take long. */
        private static final int WIDTHS = 200;

        private final List<Cells> columns;
        private final boolean isGrouped;
        private final Map<String, Colour> colours;
        private final UnaryOperator<String> shorter;

        /** Words below rows, by the row's number. */
        private final Map<Integer, String> below = new HashMap<>();

        private <R> Grid(Table<R> table, List<R> rows) {
            columns = table.columns.stream().map(it -> Cells.of(it, rows)).toList();
            isGrouped = table.isGrouped;
            colours = table.colours;
            shorter = table.shorter;
            for (int n = 0; n < rows.size(); n++) {
                int number = n + 1;
                table.below.apply(rows.get(n)).ifPresent(words -> below.put(number, Visible.line(words)));
            }
        }

        /** @param cells the first one is the column's name */
        private record Cells(boolean isRight, int drop, List<String> cells) {
            static <R> Cells of(Column<R> column, List<R> rows) {
                Stream<String> cells = rows.stream().map(row -> text(column.cell.apply(row)));
                return new Cells(
                        column.isRight,
                        column.drop,
                        Stream.concat(Stream.of(column.name), cells)
                                .map(Visible::line)
                                .toList());
            }

            private static String text(Object cell) {
                return cell instanceof Optional<?> optional
                        ? optional.map(Cells::text).orElse("")
                        : cell.toString();
            }

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
                    // two thirds of what stays is the end, with a name's method and params; else all of it, or a third
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

        /** Aligned text with two spaces between columns; each line ends in a line feed. Empty without rows. */
        public String text() {
            return text(Terminal.ENDLESS);
        }

        /**
         * Aligned text that fits a width in characters, a line a row: droppable columns are left out until the rest
         * fits. Then the cells of columns of words, the widest first, lose their middle, as far as they stay different
         * and legible. At last the last columns are left out, down to two, and {@code ..} stands in the first line.
         * Numbers are never cut.
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
            below.forEach((n, text) -> lines.set(
                    n, lines.get(n) + String.join("\n", Wrap.lines(deeper, deeper + SPACE, text, width)) + "\n"));
            for (int n = groups.size() - 1; n > 0; n--) {
                if (n == 1 || !groups.get(n).equals(groups.get(n - 1))) {
                    lines.add(
                            n, colours.getOrDefault(groups.get(n), Colour.NONE).of(groups.get(n)) + "\n");
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
                    1,
                    shown.stream().map(it -> it.isRight ? "---:|" : "---|").collect(Collectors.joining("", "|", "\n")));
            return String.join("", lines);
        }

        /** An HTML table; empty without rows. */
        public String html() {
            List<Cells> shown = filled();
            return shown.isEmpty()
                    ? ""
                    : Html.table(
                            lines(shown.stream().map(Cells::cells).toList()).toList());
        }

        private static Stream<List<String>> lines(List<List<String>> columns) {
            return columns.isEmpty()
                    ? Stream.of()
                    : IntStream.range(0, columns.get(0).size())
                            .mapToObj(n ->
                                    columns.stream().map(cells -> cells.get(n)).toList());
        }

        /** The columns with a cell that is not empty; none without rows. */
        private List<Cells> filled() {
            return columns.stream()
                    .filter(column -> column.cells.stream().skip(1).anyMatch(cell -> !cell.isEmpty()))
                    .collect(Collectors.toList());
        }
    }

    /** Text in Markdown that shows as it is. */
    static final class Markdown {
        private static final Pattern TAG = Pattern.compile("<(?=[A-Za-z/!?])");

        private static final Pattern ENTITY = Pattern.compile("&(?=#?\\w+;)");

        /**
         * Stars and tildes mark text in pairs, underscores at the ends of words, and a link's address follows a
         * bracket.
         */
        private static final Pattern MARK =
                Pattern.compile("[|`\\\\*]|~(?=~)|(?<![\\p{L}\\p{N}])_|_(?![\\p{L}\\p{N}])|(?<=])\\(");

        private static final Pattern CODE = Pattern.compile("`[^`|]*`");

        private Markdown() {}

        /** A paragraph, which may have marks of its own. */
        static String prose(String text) {
            return TAG.matcher(text).replaceAll("&lt;");
        }

        /** A cell of a table; one that is code as a whole stays. */
        static String cell(String text) {
            return CODE.matcher(text).matches()
                    ? text
                    : MARK.matcher(prose(ENTITY.matcher(text).replaceAll("&amp;")))
                            .replaceAll("\\\\$0");
        }
    }
}

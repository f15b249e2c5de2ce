package dev.callcost.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * A table: its columns, each in one place with all that there is to know of it. A {@link Grid} prints it.
 *
 * @param <R> what a row is about
 */
public final class Table<R> {
    private final List<Column<R>> columns = new ArrayList<>();
    private UnaryOperator<Grid> layout = UnaryOperator.identity();
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

    /** See {@link Grid#grouped()}. */
    public Table<R> grouped() {
        return laidOut(grid -> grid.grouped());
    }

    /** Has the grid of each table laid out, such as by {@link Grid#grouped}. */
    public Table<R> laidOut(UnaryOperator<Grid> grid) {
        layout = grid;
        return this;
    }

    /** Words below a row in text; empty where there are none. */
    public Table<R> below(Function<? super R, Optional<String>> words) {
        below = words;
        return this;
    }

    public Grid of(Iterable<? extends R> rows) {
        Grid grid = layout.apply(new Grid());
        columns.forEach(column -> grid.column(column.name(), column.isRight(), column.drop()));
        for (R row : rows) {
            grid.row(columns.stream()
                    .map(column -> text(column.cell().apply(row)))
                    .toArray(String[]::new));
            below.apply(row).ifPresent(grid::below);
        }
        return grid;
    }

    private static String text(Object cell) {
        return cell instanceof Optional<?> optional ? optional.map(Table::text).orElse("") : cell.toString();
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
}

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
}

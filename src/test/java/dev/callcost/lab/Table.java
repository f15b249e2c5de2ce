package dev.callcost.lab;

import dev.callcost.text.Grid;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A {@link Grid} whose columns are functions of a row. A cell is the text of its value; an empty {@code Optional} is an
 * empty cell.
 */
public final class Table<R> {
    private final Grid grid = new Grid();
    private final List<Function<? super R, ?>> cells = new ArrayList<>();

    public Table<R> left(String name, Function<? super R, ?> cell) {
        grid.left(name);
        cells.add(cell);
        return this;
    }

    public Table<R> right(String name, Function<? super R, ?> cell) {
        grid.right(name);
        cells.add(cell);
        return this;
    }

    public Grid of(Iterable<? extends R> rows) {
        for (R row : rows) {
            grid.row(cells.stream().map(cell -> text(cell.apply(row))).toArray(String[]::new));
        }
        return grid;
    }

    private static String text(Object value) {
        return value instanceof Optional<?> optional ? optional.map(Table::text).orElse("") : value.toString();
    }
}

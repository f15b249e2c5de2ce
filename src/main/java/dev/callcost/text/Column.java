package dev.callcost.text;

import java.util.function.Function;

/**
 * A column of a {@link Table}.
 *
 * @param <R> what a row is about
 * @param name with the unit, where the cells have none
 * @param isRight whether text aligns the ends of the cells, as of numbers
 * @param drop the place in the order in which a narrow terminal does without columns, from 1; 0 for one that stays. The
 *     cells of the first column are cut in its place, if that suffices
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

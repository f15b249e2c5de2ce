package dev.callcost.report;

import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A picture with its numbers: in tables for who reads them, and point by point for programs.
 *
 * @param name of its files, without their endings
 * @param heading what it shows, in a word or two
 * @param isAside whether a page has it folded away
 * @param legend how it is read
 * @param svg the picture
 * @param tables its numbers, at least one table
 * @param points the numbers that it is drawn from, a line each
 */
record Figure(
        String name, String heading, boolean isAside, String legend, String svg, List<Table> tables, Grid points) {
    private static final int DIGITS = 9;

    /**
     * A table.
     *
     * @param caption what its numbers are
     * @param grid the numbers
     * @param shared adds what the names of its rows leave out
     */
    record Table(String caption, Grid grid, UnaryOperator<Sections> shared) {
        /** A table whose names leave out nothing that is not said before. */
        Table(String caption, Grid grid) {
            this(caption, grid, UnaryOperator.identity());
        }
    }

    /**
     * The tables with their captions.
     *
     * @param report an empty report, which says how they are written
     */
    String tables(Sections report) {
        tables.forEach(
                table -> table.shared.apply(report.paragraph(table.caption).table(table.grid)));
        return report.text();
    }

    /** A number among the points: in so many digits that nothing measured is lost; empty for NaN. */
    static String number(double value) {
        return Double.isNaN(value) ? "" : Numbers.significant(value, DIGITS);
    }
}

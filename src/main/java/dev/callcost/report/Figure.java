package dev.callcost.report;

import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import java.util.List;

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
     */
    record Table(String caption, Grid grid) {}

    /**
     * The tables with their captions.
     *
     * @param report an empty report, which says how they are written
     */
    String tables(Sections report) {
        tables.forEach(table -> report.paragraph(table.caption).table(table.grid));
        return report.text();
    }

    /** A number among the points: in so many digits that nothing measured is lost; empty for NaN. */
    static String number(double value) {
        return Double.isNaN(value) ? "" : Numbers.significant(value, DIGITS);
    }
}

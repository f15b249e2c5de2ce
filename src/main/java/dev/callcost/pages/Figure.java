package dev.callcost.pages;

import dev.callcost.data.Estimate;
import dev.callcost.plot.Page;
import dev.callcost.plot.Panel;
import dev.callcost.plot.Picture;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * A picture with its numbers: in tables for readers, and point by point for programs.
 *
 * @param name of its files, without their endings
 * @param legend how to read it
 * @param tables adds its numbers to an empty report
 * @param points the numbers that it is drawn from, a line each
 */
record Figure(String name, Place place, String legend, Picture picture, UnaryOperator<Sections> tables, Grid points) {
    /** More rows or panels would make a page large and slow. Tables and points have all. */
    static final int MOST_ROWS = 60;

    private static final int DIGITS = 9;

    /** How far beyond all estimates, as a factor, intervals still make an axis longer. */
    private static final double REACH = 2;

    /** Where a page has it: beside the answer, below the answer's pictures, or folded away at the end. */
    enum Place {
        FIRST,
        BELOW,
        FOLDED
    }

    /** A figure of panels; empty without a panel. */
    static Optional<Figure> of(
            String name,
            String heading,
            Place place,
            String legend,
            List<Panel> panels,
            UnaryOperator<Sections> tables,
            Grid points) {
        Picture picture =
                new Picture(heading, List.of(), panels.stream().limit(MOST_ROWS).toList());
        return panels.isEmpty()
                ? Optional.empty()
                : Optional.of(new Figure(name, place, legend, picture, tables, points));
    }

    /** A picture beside the answer, whose numbers other tables have. */
    static Figure of(String name, String legend, Picture picture) {
        return new Figure(name, Place.FIRST, legend, picture, report -> report, new Grid());
    }

    /** @param of stands behind the heading */
    String html(String of) {
        String heading = picture.title() + of;
        String table = tables.apply(Sections.html()).text();
        return place == Place.FOLDED
                ? Page.folded(heading, legend, picture.html(), table)
                : Page.section("", heading, legend, picture.html(), Page.folded("Table", "", table));
    }

    /** What to say of a picture of so many rows: nothing while it has all. */
    static String limit(int rows) {
        return rows > MOST_ROWS
                ? " The first " + MOST_ROWS + " of " + rows + " rows are drawn. The table has all."
                : "";
    }

    /** What an upward axis holds: estimates, and intervals up to a multiple of these. */
    static DoubleStream reach(List<Estimate> estimates) {
        DoubleSummaryStatistics all =
                estimates.stream().mapToDouble(Estimate::value).summaryStatistics();
        return estimates.stream()
                .flatMapToDouble(it -> it.hasInterval()
                        ? DoubleStream.of(
                                Math.max(it.low(), all.getMin() / REACH), Math.min(it.high(), all.getMax() * REACH))
                        : DoubleStream.of(it.value()));
    }

    /** Adds a line of cells; a fraction has so many digits that nothing measured is lost, and NaN is an empty cell. */
    static void add(Grid grid, Object... cells) {
        grid.row(Stream.of(cells)
                .map(it -> !(it instanceof Double value)
                        ? it.toString()
                        : Double.isNaN(value) ? "" : Numbers.significant(value, DIGITS))
                .toArray(String[]::new));
    }

    /** The least and the most of some numbers, at least one: {@code 0.92 to 1.3}, each formatted. */
    static String range(DoubleStream values, DoubleFunction<String> text) {
        double[] sorted = values.sorted().toArray();
        return text.apply(sorted[0]) + " to " + text.apply(sorted[sorted.length - 1]);
    }

    /** Like {@link #range}, but a single text when both ends have equal texts. */
    static String span(DoubleStream values, DoubleFunction<String> text) {
        return range(values, text).replaceFirst("^(.*) to \\1$", "$1");
    }
}

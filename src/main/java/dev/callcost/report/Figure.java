package dev.callcost.report;

import dev.callcost.plot.Panels;
import dev.callcost.plot.Panels.Panel;
import dev.callcost.plot.Picture;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
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
 * @param heading what it shows, in a word or two
 * @param isAside whether a page has it folded away
 * @param legend how to read it
 * @param tables its numbers
 * @param points the numbers that it is drawn from, a line each; empty when another file has them
 */
record Figure(
        String name,
        String heading,
        boolean isAside,
        String legend,
        Picture picture,
        Tables tables,
        Optional<Grid> points) {
    private static final int DIGITS = 9;

    /** Tables with their captions, as Markdown or as text in lines of a width. */
    interface Tables {
        String text(boolean markdown, int width);

        /** One table; {@code more} adds what stands below it. */
        static Tables of(String caption, Grid grid, UnaryOperator<Sections> more) {
            return (markdown, width) -> more.apply(
                            sections(markdown, width).paragraph(caption).table(grid))
                    .text();
        }
    }

    /** An empty report. */
    static Sections sections(boolean markdown, int width) {
        return markdown ? new Sections(true) : Sections.text(width);
    }

    /** A figure of panels; empty without a panel. */
    static Optional<Figure> of(
            String name,
            String heading,
            boolean isAside,
            String legend,
            List<Panel> panels,
            Tables tables,
            Grid points) {
        Figure figure =
                new Figure(name, heading, isAside, legend, new Panels(heading, panels), tables, Optional.of(points));
        return Optional.of(figure).filter(it -> !panels.isEmpty());
    }

    /** Adds a line of points; a fraction has so many digits that nothing measured is lost, and NaN is an empty cell. */
    static void add(Grid points, Object... cells) {
        points.row(Stream.of(cells)
                .map(it -> it instanceof Double value ? number(value) : it.toString())
                .toArray(String[]::new));
    }

    private static String number(double value) {
        return Double.isNaN(value) ? "" : Numbers.significant(value, DIGITS);
    }

    /** The least and the most of some numbers, at least one: {@code 0.92 to 1.3}, each formatted. */
    static String range(DoubleStream values, DoubleFunction<String> text) {
        double[] sorted = values.sorted().toArray();
        return text.apply(sorted[0]) + " to " + text.apply(sorted[sorted.length - 1]);
    }
}

package dev.callcost.plot;

import dev.callcost.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Rows on one logarithmic axis of time: each fork a faint dot, the interval a line, the estimate a dot on it with its number beside. Several series -
 * results files - stand below each other in a row, told apart by colour and shape.
 *
 * @param title what it shows
 * @param series their names; with one no legend is drawn
 * @param rows from top to bottom
 */
public record DotPlot(String title, List<String> series, List<Row> rows) {
    private static final int PLOT = 460;
    private static final int ROW = 22;
    private static final int MORE = 15;
    private static final int TOP = 8;
    private static final int AXIS = 30;
    private static final int GROUP = 20;
    private static final double DOT = 4;
    private static final double FORK = 2.5;
    private static final int GAP = 10;

    /**
     * A row.
     *
     * @param group a heading is drawn where it changes
     * @param label its name
     * @param marks one a series at most
     */
    public record Row(String group, String label, List<Mark> marks) {}

    /**
     * An estimate, in nanoseconds.
     *
     * @param series its place among the series
     * @param value the estimate
     * @param low the interval's lower end; NaN without one
     * @param high its upper end; NaN without one
     * @param forks the forks' values
     * @param text what stands beside it
     */
    public record Mark(int series, double value, double low, double high, double[] forks, String text) {
        private DoubleStream all() {
            return DoubleStream.concat(
                    DoubleStream.of(forks), DoubleStream.of(value, low, high).filter(Double::isFinite));
        }
    }

    private record Axis(double left, Scale scale) {
        double x(double value) {
            return left + PLOT * scale.at(value);
        }
    }

    /** The picture. */
    public String svg() {
        double left =
                rows.stream().mapToDouble(row -> Svg.width(row.label)).max().orElse(0) + GAP;
        double right = rows.stream()
                .flatMap(row -> row.marks.stream())
                .mapToDouble(mark -> Svg.width(mark.text))
                .max()
                .orElse(0);
        Axis axis = new Axis(
                left,
                Scale.logarithmic(
                        rows.stream().flatMap(row -> row.marks.stream()).flatMapToDouble(Mark::all)));
        int legend = series.size() > 1 ? ROW * series.size() : 0;
        int height = TOP + legend + rowsHeight() + AXIS;
        Svg svg = new Svg((int) Math.ceil(left + PLOT + GAP + right + GAP), height, title, description());
        for (int n = 0; n < series.size() && legend > 0; n++) {
            svg.dot(left, TOP + ROW * n + MORE / 2.0, DOT, n, kind(n), "");
            svg.text(left + GAP, TOP + ROW * n + MORE / 2.0 + DOT, series.get(n), "");
        }
        double bottom = height - AXIS;
        for (double tick : axis.scale.ticks()) {
            svg.line(axis.x(tick), TOP + legend, axis.x(tick), bottom, "grid");
            svg.text(axis.x(tick), bottom + MORE, Numbers.plainTime(tick), "quiet middle");
        }
        double y = TOP + legend;
        String group = "";
        for (Row row : rows) {
            if (!row.group.equals(group)) {
                group = row.group;
                svg.text(0, y + MORE, group, "quiet");
                y += GROUP;
            }
            svg.text(left - GAP, y + MORE, row.label, "end");
            for (Mark mark : row.marks) {
                draw(svg, axis, mark, y + MORE - DOT, left + PLOT + GAP);
                y += MORE;
            }
            y += ROW - MORE;
        }
        return svg.text();
    }

    private int rowsHeight() {
        int height = 0;
        String group = "";
        for (Row row : rows) {
            height += row.group.equals(group) ? 0 : GROUP;
            group = row.group;
            height += MORE * row.marks.size() + ROW - MORE;
        }
        return height;
    }

    private static void draw(Svg svg, Axis axis, Mark mark, double y, double textAt) {
        for (double fork : mark.forks) {
            svg.dot(axis.x(fork), y, FORK, mark.series, "fork " + kind(mark.series), Numbers.plainTime(fork));
        }
        if (Double.isFinite(mark.low)) {
            svg.line(axis.x(mark.low), y, axis.x(mark.high), y, "whisker " + kind(mark.series));
        }
        svg.dot(axis.x(mark.value), y, DOT, mark.series, kind(mark.series), mark.text);
        svg.text(textAt, y + DOT, mark.text, "");
    }

    private static String kind(int series) {
        return "k" + series % Svg.COLOURS;
    }

    /** All it says, for who does not see it. */
    private String description() {
        List<String> sentences = new ArrayList<>();
        for (Row row : rows) {
            for (Mark mark : row.marks) {
                String of = series.size() > 1 ? " (" + series.get(mark.series) + ")" : "";
                sentences.add(row.label + of + ": " + mark.text);
            }
        }
        return String.join("; ", sentences) + ".";
    }
}

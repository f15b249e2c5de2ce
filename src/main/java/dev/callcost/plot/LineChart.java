package dev.callcost.plot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Lines through values with their intervals, in panels one below the other. Each line is named at its end; lines differ by the colour and the shape of their
 * dots. Both axes go from 0 to 1; an interval that is longer is drawn to the edge.
 *
 * @param title what it shows
 * @param panels from top to bottom
 */
public record LineChart(String title, List<Panel> panels) {
    private static final int PLOT = 520;
    private static final int PADDING = 24;
    private static final int HEIGHT = 210;
    private static final int HEADING = 24;
    private static final int LINE = 15;
    private static final int GAP = 10;
    private static final int BASELINE = 4;
    private static final int LEADER = 24;
    private static final double DOT = 3.5;

    /** How far apart lines with intervals are drawn, lest these hide each other. */
    private static final double APART = 4;

    /**
     * A number or a name beside an axis.
     *
     * @param at where, from 0 to 1
     */
    public record Tick(double at, String text) {}

    /**
     * A value.
     *
     * @param x from 0 at the left to 1 at the right
     * @param y from 0 at the bottom to 1 at the top
     * @param low the interval's lower end; NaN without one
     * @param high its upper end; NaN without one
     * @param text what it is, in words; where it is empty the line goes through without a dot
     */
    public record Point(double x, double y, double low, double high, String text) {}

    /** A line, its points from left to right, at least one. */
    public record Line(String label, List<Point> points) {}

    /**
     * A panel.
     *
     * @param label its heading
     * @param axis what goes from left to right
     * @param across the ticks below; those that would stand upon one another stand in lines of their own
     * @param up the ticks at the left
     * @param lines the first in the first colour
     */
    public record Panel(String label, String axis, List<Tick> across, List<Tick> up, List<Line> lines) {
        private int height() {
            return Math.max(HEIGHT, LINE * lines.size());
        }

        /** The line in which each of the ticks below stands. */
        private int[] tickLines() {
            double[] ends = new double[across.size()];
            Arrays.fill(ends, Double.NEGATIVE_INFINITY);
            return across.stream()
                    .mapToInt(tick -> {
                        double half = Svg.width(tick.text) / 2;
                        int line = 0;
                        while (ends[line] + BASELINE > x(tick.at) - half) {
                            line++;
                        }
                        ends[line] = x(tick.at) + half;
                        return line;
                    })
                    .toArray();
        }

        private int below() {
            return LINE * (2 + Arrays.stream(tickLines()).max().orElse(0)) + GAP;
        }

        private boolean hasIntervals() {
            return lines.stream().flatMap(line -> line.points.stream()).anyMatch(point -> !Double.isNaN(point.low));
        }
    }

    /** The picture. */
    public String svg() {
        double left =
                GAP + widest(panels.stream().flatMap(panel -> panel.up.stream().map(Tick::text)));
        double right = LEADER
                + GAP
                + widest(panels.stream().flatMap(panel -> panel.lines.stream().map(Line::label)));
        double width = left + Math.max(PLOT + right, widest(panels.stream().map(Panel::label)));
        int height = panels.stream()
                .mapToInt(panel -> HEADING + panel.height() + panel.below())
                .sum();
        Svg svg = new Svg((int) Math.ceil(width), height, title, description());
        double y = 0;
        for (Panel panel : panels) {
            draw(svg, panel, left, y);
            y += HEADING + panel.height() + panel.below();
        }
        return svg.text();
    }

    private static double widest(Stream<String> texts) {
        return texts.mapToDouble(Svg::width).max().orElse(0);
    }

    private static void draw(Svg svg, Panel panel, double left, double y) {
        double bottom = y + HEADING + panel.height();
        svg.text(left, y + LINE, panel.label, "");
        for (Tick tick : panel.up) {
            double at = bottom - tick.at * panel.height();
            svg.line(left, at, left + PLOT, at, "grid");
            svg.text(left - BASELINE, at + BASELINE, tick.text, "quiet end");
        }
        int[] tickLines = panel.tickLines();
        for (int n = 0; n < tickLines.length; n++) {
            double x = left + x(panel.across.get(n).at);
            svg.line(x, bottom, x, bottom + BASELINE, "zero");
            svg.text(x, bottom + LINE * (1 + tickLines[n]), panel.across.get(n).text, "quiet middle");
        }
        svg.text(left + PLOT, bottom + panel.below() - GAP, panel.axis, "quiet end");
        double apart = panel.hasIntervals() ? APART : 0;
        double[] labels = labels(panel, bottom);
        for (int n = 0; n < panel.lines.size(); n++) {
            double shifted = left + (n - (panel.lines.size() - 1) / 2.0) * apart;
            draw(svg, panel.lines.get(n), n, shifted, bottom, panel.height());
            Point last = end(panel.lines.get(n));
            double end = left + PLOT + LEADER;
            svg.line(shifted + x(last.x) + 2 * DOT, bottom - last.y * panel.height(), end - DOT, labels[n], "grid");
            svg.dot(end, labels[n], DOT, n, kind(n), "");
            svg.text(end + GAP, labels[n] + BASELINE, panel.lines.get(n).label, "");
        }
    }

    private static void draw(Svg svg, Line line, int place, double left, double bottom, double height) {
        svg.curve(
                line.points.stream()
                        .map(point -> new double[] {left + x(point.x), bottom - point.y * height})
                        .toList(),
                kind(place));
        for (Point point : line.points) {
            double x = left + x(point.x);
            if (!Double.isNaN(point.low)) {
                double low = bottom - Math.max(0, point.low) * height;
                svg.line(x, low, x, bottom - Math.min(1, point.high) * height, "whisker " + kind(place));
            }
            if (!point.text.isEmpty()) {
                svg.dot(x, bottom - point.y * height, DOT, place, kind(place), point.text);
            }
        }
    }

    /** How far down each line's label stands: beside the line's end, or as near to it as the other labels leave room. */
    private static double[] labels(Panel panel, double bottom) {
        double[] at = new double[panel.lines.size()];
        List<Integer> fromTop = IntStream.range(0, at.length)
                .boxed()
                .sorted(Comparator.comparingDouble(n -> -end(panel.lines.get(n)).y))
                .toList();
        double least = bottom - panel.height();
        for (int n : fromTop) {
            at[n] = Math.max(least, bottom - end(panel.lines.get(n)).y * panel.height());
            least = at[n] + LINE;
        }
        double most = bottom;
        for (int i = at.length - 1; i >= 0; i--) {
            int n = fromTop.get(i);
            at[n] = Math.min(at[n], most);
            most = at[n] - LINE;
        }
        return at;
    }

    private static Point end(Line line) {
        return line.points.get(line.points.size() - 1);
    }

    private static double x(double at) {
        return PADDING + (PLOT - 2 * PADDING) * at;
    }

    private static String kind(int line) {
        return "k" + line % Svg.COLOURS;
    }

    /** All it says, for who does not see it. */
    private String description() {
        List<String> sentences = new ArrayList<>();
        for (Panel panel : panels) {
            for (Line line : panel.lines) {
                List<String> points = line.points.stream()
                        .map(Point::text)
                        .filter(text -> !text.isEmpty())
                        .toList();
                sentences.add(panel.label + ", " + line.label + " by " + panel.axis + ": " + String.join(", ", points));
            }
        }
        return String.join("; ", sentences) + ".";
    }
}

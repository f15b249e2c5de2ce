package dev.callcost.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * Panels of what happens in the course of something, one below the other on a common axis: curves, dots, and a lane of other curves underneath.
 *
 * @param title what they show
 * @param axis what goes from left to right
 * @param reference a height at which each panel has a line of its own, from 0 at its bottom to 1 at its top
 * @param ticks heights with a number beside them
 * @param panels from top to bottom
 */
public record Curves(String title, String axis, double reference, List<Tick> ticks, List<Panel> panels) {
    private static final int PLOT = 560;
    private static final int HEIGHT = 90;
    private static final int LANE = 24;
    private static final int HEADING = 20;
    private static final int NUMBERS = 22;
    private static final int LEFT = 60;
    private static final int RIGHT = 40;
    private static final int BASELINE = 4;
    private static final double DOT = 2.5;
    private static final double[] STEPS = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000};
    private static final int MOST_STEPS = 8;

    /**
     * A height with a number.
     *
     * @param at from 0 to 1
     */
    public record Tick(double at, String text) {}

    /** A place: to the right in the axis' unit, and up from 0 to 1; what is beyond is drawn at the edge. */
    public record Point(double x, double y) {}

    /**
     * One of a panel's curves.
     *
     * @param points from left to right
     * @param mark where something happened to it, drawn as a line across the panel
     */
    public record Curve(List<Point> points, OptionalDouble mark) {}

    /**
     * A panel.
     *
     * @param label its heading
     * @param curves drawn as lines
     * @param dots drawn as dots
     * @param lane curves underneath, of the same axis; no lane is drawn where no panel has one
     * @param text what it shows, for who does not see it
     */
    public record Panel(String label, List<Curve> curves, List<Point> dots, List<Curve> lane, String text) {
        private Stream<Point> points() {
            return Stream.concat(curves.stream().flatMap(curve -> curve.points.stream()), dots.stream());
        }
    }

    /** The picture. */
    public String svg() {
        double most = panels.stream()
                .flatMap(Panel::points)
                .mapToDouble(Point::x)
                .max()
                .orElse(1);
        int lane = panels.stream().allMatch(panel -> panel.lane.isEmpty()) ? 0 : LANE;
        int panelHeight = HEADING + HEIGHT + lane + NUMBERS;
        double widest = panels.stream()
                .mapToDouble(panel -> Svg.width(panel.label))
                .max()
                .orElse(0);
        double right = Math.max(RIGHT, Svg.width(Math.round(most) + " " + axis) / 2);
        int width = (int) Math.ceil(LEFT + Math.max(PLOT + right, widest));
        Svg svg = new Svg(width, panels.size() * panelHeight, title, description());
        for (int n = 0; n < panels.size(); n++) {
            draw(svg, panels.get(n), n * panelHeight, lane, most);
        }
        return svg.text();
    }

    private void draw(Svg svg, Panel panel, double y, int lane, double most) {
        double top = y + HEADING;
        double bottom = top + HEIGHT;
        svg.text(LEFT, y + HEADING - BASELINE, panel.label, "");
        for (Tick tick : ticks) {
            double height = bottom - tick.at * HEIGHT;
            svg.line(LEFT, height, LEFT + PLOT, height, tick.at == reference ? "zero" : "grid");
            svg.text(LEFT - BASELINE, height + BASELINE, tick.text, "quiet end");
        }
        double step = step(most);
        for (double x = 0; x <= most; x += step) {
            boolean isLast = x + step > most;
            svg.line(x(x, most), bottom + lane, x(x, most), bottom + lane + BASELINE, "zero");
            svg.text(
                    x(x, most),
                    bottom + lane + NUMBERS - BASELINE,
                    Math.round(x) + (isLast ? " " + axis : ""),
                    "quiet middle");
        }
        for (int n = 0; n < panel.curves.size(); n++) {
            Curve curve = panel.curves.get(n);
            String kind = "k" + n % Svg.COLOURS;
            svg.curve(places(curve, most, bottom, HEIGHT), kind);
            curve.mark.ifPresent(x -> svg.line(x(x, most), top, x(x, most), bottom + lane, "mark " + kind));
        }
        for (int n = 0; n < panel.lane.size(); n++) {
            svg.curve(places(panel.lane.get(n), most, bottom + LANE, LANE - BASELINE), "k" + n % Svg.COLOURS);
        }
        for (Point dot : panel.dots) {
            svg.dot(x(dot.x, most), bottom - inside(dot.y) * HEIGHT, DOT, 0, "fork k0", "");
        }
    }

    private static List<double[]> places(Curve curve, double most, double bottom, double height) {
        return curve.points.stream()
                .map(point -> new double[] {x(point.x, most), bottom - inside(point.y) * height})
                .toList();
    }

    private static double inside(double y) {
        return Math.max(0, Math.min(1, y));
    }

    private static double x(double x, double most) {
        return LEFT + PLOT * x / most;
    }

    private static double step(double most) {
        for (double step : STEPS) {
            if (most / step <= MOST_STEPS) {
                return step;
            }
        }
        return most;
    }

    private String description() {
        List<String> sentences = new ArrayList<>();
        panels.forEach(panel -> sentences.add(panel.label + ": " + panel.text));
        return String.join("; ", sentences) + ".";
    }
}

package dev.callcost.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/**
 * Changes with their intervals around none, and the band of those that do not matter.
 *
 * @param title what it shows
 * @param margin half of the band, as a share
 * @param rows from top to bottom
 */
public record ForestPlot(String title, double margin, List<Row> rows) {
    private static final int PLOT = 420;
    private static final int ROW = 36;
    private static final int AXIS = 30;
    private static final int GAP = 10;

    /** Left of the axis, for half of its first label. */
    private static final int MARGIN = 30;

    private static final double DOT = 4;
    private static final int BASELINE = 15;

    /** Steps of the axis, in percent, of which the first is taken that makes few enough. */
    private static final double[] STEPS = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000};

    private static final int MOST_STEPS = 5;

    /** How a row is drawn: colour and shape say the same. */
    public enum Kind {
        WORSE,
        BETTER,
        NEITHER
    }

    /**
     * A row.
     *
     * @param label its name
     * @param kind how it is drawn
     * @param change the change as a share, + for slower
     * @param low the interval's lower end; NaN without one
     * @param high its upper end; NaN without one
     * @param text what stands beside it
     */
    public record Row(String label, Kind kind, double change, double low, double high, String text) {}

    /** The picture. */
    public String svg() {
        double reach = Math.max(
                margin,
                rows.stream()
                        .flatMapToDouble(row -> DoubleStream.of(row.change, row.low, row.high))
                        .filter(Double::isFinite)
                        .map(Math::abs)
                        .max()
                        .orElse(margin));
        double step = step(100 * reach);
        double most = Math.ceil(100 * reach / step) * step;
        double right =
                rows.stream().mapToDouble(row -> Svg.width(row.text)).max().orElse(0);
        double bottom = ROW * rows.size() + GAP;
        Svg svg = new Svg((int) Math.ceil(MARGIN + PLOT + right + 3 * GAP), (int) bottom + AXIS, title, description());
        double scale = PLOT / (2 * most);
        double middle = MARGIN + PLOT / 2.0;
        svg.bar(middle - 100 * margin * scale, 0, 200 * margin * scale, bottom, "band", "");
        for (double tick = -most; tick <= most + step / 2; tick += step) {
            svg.line(
                    middle + tick * scale,
                    0,
                    middle + tick * scale,
                    bottom,
                    Math.abs(tick) < step / 2 ? "zero" : "grid");
            svg.text(
                    middle + tick * scale,
                    bottom + BASELINE,
                    String.format(Locale.ROOT, "%+.0f%%", tick),
                    "quiet middle");
        }
        for (int n = 0; n < rows.size(); n++) {
            Row row = rows.get(n);
            double y = ROW * n + BASELINE + GAP;
            String kind = switch (row.kind) {
                case WORSE -> "bad";
                case BETTER -> "good";
                case NEITHER -> "k7";
            };
            svg.text(0, ROW * n + BASELINE - DOT, cut(row.label, PLOT + right + 2 * GAP), "");
            if (Double.isFinite(row.low)) {
                svg.line(middle + 100 * row.low * scale, y, middle + 100 * row.high * scale, y, "whisker " + kind);
            }
            if (Double.isFinite(row.change)) {
                String shape = row.kind == Kind.NEITHER ? kind + " open" : kind;
                svg.dot(middle + 100 * row.change * scale, y, DOT, row.kind == Kind.WORSE ? 1 : 0, shape, row.text);
            }
            svg.text(MARGIN + PLOT + 2 * GAP, y + DOT, row.text, "");
        }
        return svg.text();
    }

    /** A label as far as there is room. */
    private static String cut(String label, double width) {
        int characters = (int) (width / Svg.width("x"));
        return label.length() <= characters ? label : label.substring(0, characters - 3) + "...";
    }

    private static double step(double reach) {
        for (double step : STEPS) {
            if (reach / step <= MOST_STEPS) {
                return step;
            }
        }
        return reach / MOST_STEPS;
    }

    private String description() {
        List<String> sentences = new ArrayList<>();
        rows.forEach(row -> sentences.add(row.label + ": " + row.text));
        return String.join("; ", sentences) + ".";
    }
}

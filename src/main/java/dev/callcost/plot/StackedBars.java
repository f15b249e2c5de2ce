package dev.callcost.plot;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A bar a row, made of parts on a common linear axis from 0, the largest first; a part has the same colour in every bar.
 *
 * @param title what it shows
 * @param rows from top to bottom
 */
public record StackedBars(String title, List<Row> rows) {
    private static final int PLOT = 640;
    private static final int BAR = 26;
    private static final int ROW = 46;
    private static final int LABEL = 16;
    private static final int LEGEND = 18;
    private static final int LEGEND_COLUMNS = 4;
    private static final int GAP = 10;
    private static final int DESCENT = 4;

    /**
     * A bar.
     *
     * @param label its name
     * @param total what stands behind it, or below it where there is no room
     * @param parts that add up to its length
     */
    public record Row(String label, String total, List<Part> parts) {
        /** How much higher its bar's place is than that of a row whose label leaves room for what stands behind it. */
        private int more() {
            return Svg.width(label) + GAP + Svg.width(total) > PLOT ? LABEL : 0;
        }
    }

    /**
     * A part.
     *
     * @param name what it is
     * @param length in the axis's unit
     * @param text its length in words
     */
    public record Part(String name, double length, String text) {}

    /** The picture. */
    public String svg() {
        List<String> names = names();
        double longest = rows.stream()
                .mapToDouble(row -> row.parts.stream().mapToDouble(Part::length).sum())
                .max()
                .orElse(1);
        int columns = legendColumns(names);
        int legendLines = (names.size() + columns - 1) / columns;
        int width = PLOT + 2 * GAP;
        int rowsHeight = ROW * rows.size() + rows.stream().mapToInt(Row::more).sum();
        Svg svg = new Svg(width, rowsHeight + LEGEND * legendLines + GAP, title, description());
        double y = 0;
        for (Row row : rows) {
            svg.text(0, y + LABEL - DESCENT, row.label, "");
            y += row.more();
            svg.text(PLOT, y + LABEL - DESCENT, row.total, "end");
            double x = 0;
            for (Part part : row.parts) {
                double length = PLOT * part.length / longest;
                svg.bar(x, y + LABEL, length, BAR, kind(names, part), part.name + ": " + part.text);
                if (Svg.width(part.name) < length - DESCENT) {
                    svg.text(x + length / 2, y + LABEL + BAR / 2.0 + DESCENT, part.name, "middle onbar");
                }
                x += length;
            }
            y += ROW;
        }
        for (int n = 0; n < names.size(); n++) {
            double x = (double) PLOT / columns * (n % columns);
            double at = y + GAP + LEGEND * (n / columns);
            svg.bar(x, at, GAP, GAP, kind(names, n), "");
            svg.text(x + 2 * GAP - DESCENT, at + GAP, names.get(n), "");
        }
        return svg.text();
    }

    /** As many columns as have room for the longest name; its width is estimated so generously that there is room for its mark too. */
    private static int legendColumns(List<String> names) {
        double widest = names.stream().mapToDouble(Svg::width).max().orElse(1);
        return (int) Math.max(1, Math.min(LEGEND_COLUMNS, PLOT / widest));
    }

    /** Those whose place has a colour of its own, by their largest part; the rest shares the last. */
    private List<String> names() {
        Set<String> names = new LinkedHashSet<>();
        rows.stream()
                .flatMap(row -> row.parts.stream())
                .sorted((one, other) -> Double.compare(other.length, one.length))
                .forEach(part -> names.add(part.name));
        return List.copyOf(names);
    }

    private static String kind(List<String> names, Part part) {
        return kind(names, names.indexOf(part.name));
    }

    private static String kind(List<String> names, int place) {
        int colour = place % Svg.COLOURS;
        return "part k" + colour + (place >= Svg.COLOURS ? " second" : "");
    }

    private String description() {
        List<String> sentences = new ArrayList<>();
        for (Row row : rows) {
            List<String> parts = row.parts.stream()
                    .map(part -> String.format(Locale.ROOT, "%s %s", part.name, part.text))
                    .toList();
            sentences.add(row.label + ", " + row.total + ": " + String.join(", ", parts));
        }
        return String.join("; ", sentences) + ".";
    }
}

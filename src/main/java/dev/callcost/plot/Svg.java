package dev.callcost.plot;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A picture in SVG that is being drawn. Its colours are classes, for which {@link #STYLE} has rules in light and dark; the same calls give the same bytes.
 * Readers of screens get its title and description.
 */
final class Svg {
    /** What a picture or its page needs once. */
    static final String STYLE = """
            :root{--ink:#1b1f24;--faint:#d5d9de;--quiet:#5b6470;--paper:#ffffff;--c0:#0b62a8;--c1:#b3410e;--c2:#2a7d2e;--c3:#7a3fa0;--c4:#8a6d00;--c5:#a3195b;--c6:#00757a;--c7:#5b6470;--good:#2a7d2e;--bad:#b3261e}
            @media (prefers-color-scheme:dark){:root{--ink:#e6e9ed;--faint:#3a4149;--quiet:#9aa4b0;--paper:#14171a;--c0:#6cb4f0;--c1:#f59b6b;--c2:#7fcf83;--c3:#c79be6;--c4:#e0c25a;--c5:#f08abb;--c6:#5cc8cc;--c7:#9aa4b0;--good:#7fcf83;--bad:#ff8a80}}
            svg text{font:12px system-ui,sans-serif;fill:var(--ink)}
            svg .quiet{fill:var(--quiet)}svg .end{text-anchor:end}svg .middle{text-anchor:middle}
            svg .grid{stroke:var(--faint);stroke-width:1}svg .zero{stroke:var(--quiet);stroke-width:1}
            svg .band{fill:var(--faint);opacity:.5}
            svg .fork{fill-opacity:.45;stroke:none}svg .whisker{stroke-width:2;fill:none}
            svg .k0{fill:var(--c0);stroke:var(--c0)}svg .k1{fill:var(--c1);stroke:var(--c1)}svg .k2{fill:var(--c2);stroke:var(--c2)}svg .k3{fill:var(--c3);stroke:var(--c3)}
            svg .k4{fill:var(--c4);stroke:var(--c4)}svg .k5{fill:var(--c5);stroke:var(--c5)}svg .k6{fill:var(--c6);stroke:var(--c6)}svg .k7{fill:var(--c7);stroke:var(--c7)}
            svg .part{stroke:var(--paper);stroke-width:1}svg .second{fill-opacity:.45}svg .curve{fill:none;stroke-width:1.2;stroke-opacity:.8}svg .mark{stroke-width:1;stroke-dasharray:3 2}svg text.onbar{fill:var(--paper);font-size:11px}
            svg .good{fill:var(--good);stroke:var(--good)}svg .bad{fill:var(--bad);stroke:var(--bad)}svg .open{fill:var(--paper)}
            """;

    /** How many colours there are. */
    static final int COLOURS = 8;

    /** In pixels: less than half of a curve's width. */
    private static final double UNSEEN = 0.5;

    private final StringBuilder body = new StringBuilder();
    private final int width;
    private final int height;
    private final String title;
    private final String description;

    Svg(int width, int height, String title, String description) {
        this.width = width;
        this.height = height;
        this.title = title;
        this.description = description;
    }

    void line(double x1, double y1, double x2, double y2, String classes) {
        body.append(String.format(
                Locale.ROOT,
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"%s\"/>\n",
                x1,
                y1,
                x2,
                y2,
                classes));
    }

    /** A line through places from left to right, each its x and y, without those that nobody would miss. */
    void curve(List<double[]> places, String classes) {
        body.append("<polyline class=\"curve ").append(classes).append("\" points=\"");
        seen(places).forEach(place -> body.append(String.format(Locale.ROOT, "%.1f,%.1f ", place[0], place[1])));
        body.append("\"/>\n");
    }

    /** By Douglas and Peucker (Cartographica 10(2), 1973): the place farthest from the straight line between the ends divides it, while it is far enough. */
    private static Stream<double[]> seen(List<double[]> places) {
        int last = places.size() - 1;
        if (last < 2) {
            return places.stream();
        }
        double[] from = places.get(0);
        double[] to = places.get(last);
        double slope = (to[1] - from[1]) / (to[0] - from[0]);
        ToDoubleFunction<Integer> off =
                n -> Math.abs(from[1] + slope * (places.get(n)[0] - from[0]) - places.get(n)[1]);
        int farthest = IntStream.range(1, last)
                .boxed()
                .max(Comparator.comparingDouble(off))
                .orElseThrow();
        return off.applyAsDouble(farthest) <= UNSEEN
                ? Stream.of(from, to)
                : Stream.concat(
                        seen(places.subList(0, farthest + 1)),
                        seen(places.subList(farthest, last + 1)).skip(1));
    }

    /** A dot; with corners where the kind is odd, so that kinds differ by shape as well. */
    void dot(double x, double y, double radius, int kind, String classes, String tip) {
        boolean isRound = kind % 2 == 0;
        String shape = isRound
                ? String.format(Locale.ROOT, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"", x, y, radius)
                : String.format(
                        Locale.ROOT,
                        "<path d=\"M%.1f %.1fl%3$.1f %3$.1fl-%3$.1f %3$.1fl-%3$.1f -%3$.1fz\"",
                        x,
                        y - radius,
                        radius);
        body.append(shape)
                .append(" class=\"")
                .append(classes)
                .append('"')
                .append(closed(tip, isRound ? "circle" : "path"));
    }

    void bar(double x, double y, double barWidth, double barHeight, String classes, String tip) {
        body.append(String.format(
                        Locale.ROOT,
                        "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" class=\"%s\"",
                        x,
                        y,
                        barWidth,
                        barHeight,
                        classes))
                .append(closed(tip, "rect"));
    }

    private static String closed(String tip, String element) {
        return tip.isEmpty() ? "/>\n" : "><title>" + escaped(tip) + "</title></" + element + ">\n";
    }

    void text(double x, double y, String text, String classes) {
        body.append(String.format(Locale.ROOT, "<text x=\"%.1f\" y=\"%.1f\" class=\"%s\">", x, y, classes))
                .append(escaped(text))
                .append("</text>\n");
    }

    /** The picture. */
    String text() {
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + width + " " + height + "\" width=\"" + width
                + "\" height=\"" + height + "\" role=\"img\">\n<title>" + escaped(title) + "</title>\n<desc>"
                + escaped(description) + "</desc>\n" + body + "</svg>\n";
    }

    /** Text as the content of an element or an attribute. */
    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** About how wide a text is, in pixels, wide ones taken for wider. */
    static double width(String text) {
        return 7.6 * text.length();
    }
}

package dev.callcost.plot;

import dev.callcost.text.Html;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * What a picture is made of. From left to right marks have values of an axis; from the bottom to the top of their lane
 * they have heights from 0 to 1. An infinite value or height is at the picture's edge. A mark's kind is its class in
 * {@code marks.css}, which has its colour; the kind of a point has its shape too.
 */
public sealed interface Mark {
    double MIDDLE = 0.5;

    /** The right or the upper edge of the picture; the other ones are {@code -EDGE}. */
    double EDGE = Double.POSITIVE_INFINITY;

    /** About how wide a letter is, in pixels. */
    int LETTER = 8;

    /** The element, placed in percent of the picture around it. */
    String svg(Axis across);

    /** Its values of the axis from left to right; none for words and dots. */
    default DoubleStream values() {
        return DoubleStream.empty();
    }

    /** An interval in a lane. */
    static Mark range(double low, double high, String kind) {
        return new Segment(low, MIDDLE, high, MIDDLE, "range " + kind);
    }

    /** One fork or pair: a tick below the estimate. */
    static Mark tick(double at) {
        return new Segment(at, 0.3, at, 0.1, "fork");
    }

    /** A line from the bottom to the top. */
    static Mark rule(double at, String kind) {
        return new Segment(at, -EDGE, at, EDGE, kind);
    }

    /** What lies between two values, from the bottom to the top. */
    static Mark band(double from, double to) {
        return new Area(from, -EDGE, to, EDGE, "band", "");
    }

    /**
     * An estimate or an event.
     *
     * @param words what the mouse shows; empty for nothing
     */
    record Dot(double at, double height, String kind, String words) implements Mark {
        @Override
        public DoubleStream values() {
            return DoubleStream.of(at);
        }

        @Override
        public String svg(Axis across) {
            return "<svg x=\"%s\" y=\"%s\">%s</svg>\n".formatted(x(across, at), y(height), shape(kind, words));
        }
    }

    /** A straight line: an interval, one fork's tick, a rule, a link. */
    record Segment(double from, double fromHeight, double to, double toHeight, String kind) implements Mark {
        @Override
        public DoubleStream values() {
            return DoubleStream.of(from, to);
        }

        @Override
        public String svg(Axis across) {
            return "<line x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\" class=\"%s\"/>\n"
                    .formatted(x(across, from), y(fromHeight), x(across, to), y(toHeight), kind);
        }
    }

    /** A rectangle: a bar, a part of one, a margin. */
    record Area(double from, double bottom, double to, double top, String kind, String words) implements Mark {
        @Override
        public DoubleStream values() {
            return DoubleStream.of(from, to);
        }

        @Override
        public String svg(Axis across) {
            String width = percent(across.share(to) - across.share(from));
            String height = percent(inside(top) - inside(bottom));
            return "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" class=\"%s\">%s</rect>\n"
                    .formatted(x(across, from), y(top), width, height, kind, title(words));
        }
    }

    /** Where a dot is. */
    record Place(double at, double height) {}

    /**
     * Many small dots that need no words of their own, as one element: some thousands of them would make a page slow.
     * They are round however the picture is stretched.
     *
     * @param kind {@code hollow} for those that do not count
     */
    record Dots(List<Place> places, String kind) implements Mark {
        @Override
        public String svg(Axis across) {
            String path = places.stream()
                    .map(it -> "M" + number(100 * across.share(it.at)) + " " + number(100 - 100 * inside(it.height))
                            + "h0")
                    .collect(Collectors.joining());
            // in a style sheet these lines would stand in each picture
            String dots = "<path d=\"" + path + "\" class=\"dots " + kind
                    + "\" style=\"fill:none;stroke:var(--%s);stroke-width:%s;stroke-linecap:round;"
                    + "vector-effect:non-scaling-stroke\"/>";
            String hole = kind.equals("hollow") ? dots.formatted("paper", "2.5") : "";
            return places.isEmpty()
                    ? ""
                    : "<svg viewBox=\"0 0 100 100\" width=\"100%\" height=\"100%\" preserveAspectRatio=\"none\">"
                            + dots.formatted("fork", "5") + hole + "</svg>\n";
        }
    }

    /**
     * Words beside a place.
     *
     * @param right pixels to the right of the place, where the text begins; when negative the text ends that far to the
     *     left; when 0 it is centred
     * @param down pixels from the place down to the middle of the text
     */
    record Text(double at, double height, int right, int down, String text, String kind) implements Mark {
        @Override
        public String svg(Axis across) {
            String anchor = right < 0 ? " end" : right == 0 ? " middle" : "";
            return "<text x=\"%s\" y=\"%s\" dx=\"%s\" dy=\"%s\" class=\"%s\">%s</text>\n"
                    .formatted(
                            x(across, at),
                            y(height),
                            right,
                            down + 4,
                            (kind + anchor).strip(),
                            Html.number(text, "tspan"));
        }
    }

    /** A point's shape around 0, 0. Kinds differ by shape as well as by colour. */
    static String shape(String kind, String words) {
        String shape = switch (kind) {
            case "slower", "allocates more", "k5", "k7" -> "path d=\"M-5.5 4h11L0-5.5z\"";
            case "faster", "allocates less" -> "path d=\"M-5.5-4h11L0 5.5z\"";
            case "same", "k4", "k6" -> "path d=\"M-4-4h8v8h-8z\"";
            case "hollow" -> "circle r=\"2.5\" style=\"fill:var(--paper);stroke:var(--fork);stroke-width:1.5\"";
            case "cut left" -> "path d=\"M3-4L-3 0 3 4\"";
            case "cut right" -> "path d=\"M-3-4L3 0-3 4\"";
            case "k1", "k3" -> "path d=\"M0-5L5 0 0 5-5 0z\"";
            default ->
                kind.startsWith("part")
                        ? "path d=\"M-6-6h12v12h-12z\""
                        : "circle r=\"" + (kind.equals("small") ? "2.5" : "4") + "\"";
        };
        return "<%s class=\"point %s\">%s</%s>"
                .formatted(shape, kind, title(words), shape.substring(0, shape.indexOf(' ')));
    }

    static String all(List<? extends Mark> marks, Axis across) {
        return marks.stream().map(mark -> mark.svg(across)).collect(Collectors.joining());
    }

    /** The pixels that a text needs; a percent sign stands apart from its number. */
    static int width(String text) {
        return LETTER * text.replaceAll("(?<=\\d)%", " %").length();
    }

    /** What the mouse shows; nothing for an empty text. */
    private static String title(String words) {
        return words.isEmpty() ? "" : "<title>" + Html.words(words) + "</title>";
    }

    private static String x(Axis across, double at) {
        return percent(across.share(at));
    }

    private static String y(double height) {
        return percent(1 - inside(height));
    }

    private static double inside(double height) {
        return Math.max(0, Math.min(1, height));
    }

    private static String percent(double share) {
        return number(100 * share) + "%";
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.2f", value).replaceAll("\\.?0+$", "");
    }
}

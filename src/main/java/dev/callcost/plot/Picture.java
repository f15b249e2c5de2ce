package dev.callcost.plot;

import dev.callcost.plot.Mark.Curve;
import dev.callcost.plot.Mark.Line;
import dev.callcost.plot.Mark.Text;
import dev.callcost.text.Html;
import dev.callcost.text.Wrap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Panels of marks, as a part of a page, as wide as there is room, and as a file of their own with the colours that they need. The same values give the same
 * bytes.
 *
 * @param keys stand above the panels
 */
public record Picture(String title, List<Key> keys, List<Panel> panels) {
    /** How many kinds there are for series that no kind is made for: {@code k0} and so on. */
    public static final int KINDS = 8;

    /** The narrowest plot that a page has, in pixels. */
    static final int NARROWEST = 260;

    private static final int WIDTH = 830;
    private static final int LINE = 16;
    private static final int GAP = 16;
    private static final int BESIDE = 9;
    private static final int NUMBERS = 24;
    private static final int NAME_LETTERS = 34;

    /** In pixels; a longer panel has its numbers at both ends. */
    private static final int LONG = 600;

    /** What the marks of a kind stand for. */
    public record Key(String kind, String text) {}

    /**
     * A line of a panel.
     *
     * @param group a heading stands above the first lane of a group; empty for none
     * @param detail stands below its name; empty for none
     * @param value stands beside the marks; empty for none
     * @param end stands behind the plot; empty for none
     * @param kind {@code lead} or {@code sum} for one that stands out, a verdict for one that ends with it, or empty
     * @param words all that it shows, for who does not see it
     */
    public record Lane(
            String group,
            String name,
            String detail,
            List<Mark> marks,
            String value,
            String end,
            String kind,
            String words) {
        /** A line without a detail and an end. */
        public Lane(String group, String name, List<Mark> marks, String value, String words) {
            this(group, name, "", marks, value, "", "", words);
        }

        /** Its marks, and its value right of them, or left of them where there is no room. */
        private String svg(Axis across, Axis up) {
            double low = values().min().orElse(0);
            double high = values().max().orElse(0);
            boolean isRight = across.share(low) == 0 || across.share(high) < 0.6;
            Text text = new Text(isRight ? high : low, Mark.MIDDLE, isRight ? BESIDE : -BESIDE, 0, value, "");
            return Mark.all(marks, across, up) + (value.isEmpty() ? "" : text.svg(across, up));
        }

        private DoubleStream values() {
            return marks.stream().flatMapToDouble(Mark::values).filter(Double::isFinite);
        }

        private boolean isVerdict() {
            return List.of("slower", "faster", "same", "inconclusive").contains(kind);
        }

        private List<String> lines() {
            return Stream.of(name, detail)
                    .filter(it -> !it.isEmpty())
                    .flatMap(it -> Wrap.lines("", "", it, NAME_LETTERS).stream())
                    .toList();
        }

        private String html(int height, String svg) {
            return "<div class=\"lane %s\"><div class=\"name\">%s%s</div><svg style=\"height:%spx\" aria-hidden=\"true\">\n%s</svg>%s</div>\n"
                    .formatted(
                            kind,
                            Html.words(name),
                            detail.isEmpty() ? "" : "<small>" + Html.words(detail) + "</small>",
                            height,
                            svg,
                            end.isEmpty() && !isVerdict()
                                    ? ""
                                    : "<div class=\"end\"><span>" + Html.number(end, "span") + "</span>"
                                            + (isVerdict() ? chip(kind) : "") + "</div>");
        }
    }

    /**
     * A box with its heading.
     *
     * @param unit of the axis from left to right; stands below the box, or is empty
     * @param up the axis upwards; one with numbers is for the curves and points of a single lane
     * @param behind marks behind all lanes
     * @param height of a lane's marks, in pixels
     */
    public record Panel(
            String title, Axis across, String unit, Axis up, List<Mark> behind, int height, List<Lane> lanes) {
        private static final int HEIGHT = 132;
        private static final int HEIGHT_WITH_NAMES = 210;

        /** Lanes below each other on one axis. */
        public static Panel lanes(String title, Axis across, int height, List<Lane> lanes, Mark... behind) {
            return new Panel(title, across, "", Axis.UNIT, List.of(behind), height, lanes);
        }

        /** Lanes on an axis from zero that has room for their values behind the marks. */
        public static Panel fromZero(String title, String unit, int height, List<Lane> lanes) {
            double most = lanes.stream().flatMapToDouble(Lane::values).max().orElseThrow();
            Stream<String> values = lanes.stream().map(Lane::value);
            String longest = values.max(Comparator.comparingInt(String::length)).orElseThrow();
            return lanes(title, Axis.withRoom(most, unit, longest), height, lanes);
        }

        /** Curves and points between two axes. */
        public static Panel box(String title, Axis across, String unit, Axis up, List<Mark> marks, String words) {
            Lane lane = new Lane("", "", marks, "", title + ": " + words);
            Panel panel = new Panel(title, across, unit, up, List.of(), HEIGHT, List.of(lane));
            int names = LINE * panel.named().size();
            return names == 0
                    ? panel
                    : new Panel(title, across, unit, up, List.of(), Math.max(HEIGHT_WITH_NAMES, names), List.of(lane));
        }

        private boolean isForest() {
            return lanes.stream().anyMatch(Lane::isVerdict);
        }

        private boolean isBox() {
            return !up.ticks().isEmpty();
        }

        private List<Curve> named() {
            return lanes.stream()
                    .flatMap(lane -> lane.marks.stream())
                    .filter(Curve.class::isInstance)
                    .map(Curve.class::cast)
                    .filter(curve -> !curve.name().isEmpty())
                    .toList();
        }

        private int left() {
            Stream<String> names =
                    lanes.stream().flatMap(lane -> Stream.concat(Stream.of(lane.group), lane.lines().stream()));
            return Math.max(
                    GAP + widest(names), BESIDE + widest(up.ticks().stream().map(Axis.Tick::text)));
        }

        private int right() {
            Stream<String> ends =
                    lanes.stream().map(lane -> lane.isVerdict() ? lane.end + "   ....." + lane.kind : lane.end);
            return GAP + widest(Stream.concat(ends, named().stream().map(Curve::name)));
        }

        private int above() {
            return isBox() ? BESIDE : isForest() ? NUMBERS + LINE : NUMBERS;
        }

        private int below() {
            int lines = 1 + Arrays.stream(tickLines()).max().orElse(0) + (unit.isEmpty() ? 0 : 1);
            return isBox() ? LINE * lines : isLong() ? NUMBERS : 0;
        }

        private int height(Lane lane) {
            return Math.max(height, LINE * lane.lines().size() + 8);
        }

        private int whole() {
            long groups = lanes.stream()
                    .map(Lane::group)
                    .filter(it -> !it.isEmpty())
                    .distinct()
                    .count();
            return lanes.stream().mapToInt(this::height).sum() + NUMBERS * (int) groups;
        }

        private boolean isLong() {
            return whole() > LONG;
        }

        /** The line below the box for each number of the axis from left to right: numbers that would overlap in the narrowest plot have lines of their own. */
        private int[] tickLines() {
            double[] ends = new double[across.ticks().size()];
            Arrays.fill(ends, Double.NEGATIVE_INFINITY);
            return across.ticks().stream()
                    .mapToInt(tick -> {
                        double half = Mark.width(tick.text()) / 2.0;
                        double at = Math.max(half, Math.min(NARROWEST - half, NARROWEST * across.share(tick.at())));
                        int line = 0;
                        while (ends[line] > at - half) {
                            line++;
                        }
                        ends[line] = at + half;
                        return line;
                    })
                    .toArray();
        }

        /** What lies behind the lanes: the band and the grid with its numbers. */
        private String frame() {
            List<Mark> marks = new ArrayList<>(behind);
            for (Axis.Tick tick : up.ticks()) {
                marks.add(new Line(-Mark.EDGE, tick.at(), Mark.EDGE, tick.at(), "grid"));
                marks.add(new Text(-Mark.EDGE, tick.at(), -6, 0, tick.text(), "axis"));
            }
            int[] lines = tickLines();
            for (int n = 0; n < lines.length; n++) {
                Axis.Tick tick = across.ticks().get(n);
                marks.add(Mark.rule(tick.at(), tick.at() == 0 ? "zero" : "grid"));
                if (isBox()) {
                    marks.add(number(tick, -Mark.EDGE, LINE * (1 + lines[n]) - 6));
                } else {
                    marks.add(number(tick, Mark.EDGE, -NUMBERS / 2));
                }
                if (isLong()) {
                    marks.add(number(tick, -Mark.EDGE, NUMBERS / 2));
                }
            }
            if (!unit.isEmpty()) {
                marks.add(new Text(Mark.EDGE, -Mark.EDGE, -1, below() - 6, unit, "axis"));
            }
            return Mark.all(marks, across, up) + Mark.all(names(), Axis.UNIT, Axis.UNIT);
        }

        /** A number of the axis from left to right; where a narrow picture has no room for one half of it, it stands on the inner side of its value. */
        private Text number(Axis.Tick tick, double height, int down) {
            double half = (Mark.width(tick.text()) / 2.0 - GAP) / NARROWEST;
            double share = across.share(tick.at());
            return new Text(tick.at(), height, share < half ? 1 : share > 1 - half ? -1 : 0, down, tick.text(), "axis");
        }

        /** The curves' names at the right edge: each beside its curve's end, or as near to it as the other names leave room. */
        private List<Mark> names() {
            List<Curve> fromTop = named().stream()
                    .sorted(Comparator.comparingDouble(
                            curve -> -up.share(end(curve).height())))
                    .toList();
            double line = (double) LINE / height;
            double[] at = new double[fromTop.size()];
            for (int n = 0; n < at.length; n++) {
                at[n] = Math.min(up.share(end(fromTop.get(n)).height()), n == 0 ? 1 : at[n - 1] - line);
            }
            List<Mark> names = new ArrayList<>();
            for (int n = at.length - 1; n >= 0; n--) {
                at[n] = Math.max(at[n], n == at.length - 1 ? line / 4 : at[n + 1] + line);
                Mark.Place end = end(fromTop.get(n));
                names.add(new Line(across.share(end.at()), up.share(end.height()), 1, at[n], "at-end"));
                names.add(new Text(1, at[n], BESIDE, 0, fromTop.get(n).name(), "at-end"));
            }
            return names;
        }

        private static Mark.Place end(Curve curve) {
            return curve.places().get(curve.places().size() - 1);
        }

        private String html(int left, int right) {
            String kind = isBox() ? "box" : isForest() ? "forest" : "chart";
            String heading = title.isEmpty() ? "" : "<h3>" + Html.words(title) + "</h3>";
            List<Key> keys = named().stream()
                    .map(curve -> new Key(curve.kind(), curve.name()))
                    .toList();
            StringBuilder html = new StringBuilder(
                    "<div class=\"panel %s\">%s\n%s".formatted(kind, heading, Picture.keys(keys, "keys narrow")));
            html.append("<div class=\"rows\" style=\"--left:%spx;--right:%spx;padding:%spx 0 %spx\">\n"
                    .formatted(left, right, above(), below()));
            html.append("<svg class=\"frame\" role=\"img\" style=\"top:%spx;height:calc(100%% - %spx)\">%s\n%s</svg>\n"
                    .formatted(above(), above() + below(), said(title, words()), frame()));
            String group = "";
            for (Lane lane : lanes) {
                html.append(
                        lane.group.equals(group) ? "" : "<div class=\"group\">" + Html.words(lane.group) + "</div>\n");
                group = lane.group;
                html.append(lane.html(height, lane.svg(across, up)));
            }
            return html.append("</div></div>\n").toString();
        }

        private String words() {
            return lanes.stream().map(Lane::words).collect(Collectors.joining("; ", "", "."));
        }
    }

    private int left() {
        return panels.stream().mapToInt(Panel::left).max().orElse(0);
    }

    private int right() {
        return panels.stream().mapToInt(Panel::right).max().orElse(0);
    }

    /** For a page. */
    public String html() {
        boolean areSmall =
                panels.stream().allMatch(panel -> panel.isBox() && panel.named().isEmpty());
        StringBuilder html = new StringBuilder(areSmall ? "<figure class=\"small\">\n" : "<figure>\n");
        html.append(keys(keys, "keys"));
        int left = left();
        int right = right();
        panels.forEach(panel -> html.append(panel.html(left, right)));
        return html.append("</figure>\n").toString();
    }

    private static String keys(List<Key> keys, String kind) {
        return keys.isEmpty()
                ? ""
                : keys.stream()
                        .map(key -> "<span><svg viewBox=\"-7 -7 14 14\" aria-hidden=\"true\">"
                                + Mark.shape(key.kind, "") + "</svg>" + Html.words(key.text) + "</span>")
                        .collect(Collectors.joining("\n", "<p class=\"" + kind + "\">\n", "</p>\n"));
    }

    /** For a file of its own, which has a fixed width. */
    public String svg() {
        int left = left();
        int right = right();
        int plot = Math.max(NARROWEST, WIDTH - left - right);
        StringBuilder body = new StringBuilder();
        int y = keys(body, left + plot + right);
        for (Panel panel : panels) {
            for (String line : panel.title.isEmpty()
                    ? List.<String>of()
                    : Wrap.lines("", "", panel.title, (left + plot + right) / Mark.LETTER)) {
                text(body, 0, y + LINE / 2, line, "strong");
                y += LINE;
            }
            y += panel.above();
            nested(body, left, y, plot, panel.whole(), panel.frame());
            String group = "";
            for (Lane lane : panel.lanes) {
                if (!lane.group.equals(group)) {
                    group = lane.group;
                    text(body, left - GAP, y + NUMBERS / 2, group, "quiet end");
                    y += NUMBERS;
                }
                List<String> lines = lane.lines();
                int middle = y + panel.height(lane) / 2;
                for (int n = 0; n < lines.size(); n++) {
                    int line = middle + LINE * (2 * n + 1 - lines.size()) / 2;
                    String kind = lane.detail.contains(lines.get(n)) ? "axis end" : lane.kind + " end";
                    text(body, left - GAP, line, lines.get(n), kind);
                }
                nested(body, left, middle - panel.height / 2, plot, panel.height, lane.svg(panel.across, panel.up));
                if (lane.isVerdict()) {
                    text(body, left + plot + right, middle, lane.kind, lane.kind + " end");
                }
                text(body, left + plot + GAP, middle, lane.end, "");
                y += panel.height(lane);
            }
            y += panel.below() + GAP;
        }
        String words = panels.stream().map(Panel::words).collect(Collectors.joining(" "));
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %1$s %2$s\" width=\"%1$s\" height=\"%2$s\" role=\"img\">\n%3$s\n<style>\n%4$s</style>\n%5$s</svg>\n"
                .formatted(left + plot + right, y, said(title, words), style("marks.css"), body);
    }

    /** Adds keys beside each other. Returns where the next line begins. */
    private int keys(StringBuilder body, int width) {
        int x = 0;
        int y = 0;
        for (Key key : keys) {
            int end = x + 2 * GAP + Mark.width(key.text);
            if (end > width) {
                end -= x;
                x = 0;
                y += LINE;
            }
            body.append("<svg x=\"%s\" y=\"%s\">%s</svg>\n".formatted(x + 7, y + LINE / 2, Mark.shape(key.kind, "")));
            text(body, x + 18, y + LINE / 2, key.text, "");
            x = end + GAP;
        }
        return keys.isEmpty() ? 0 : y + LINE + GAP;
    }

    private static void text(StringBuilder body, int x, int middle, String text, String kind) {
        if (!text.isEmpty()) {
            body.append("<text x=\"%s\" y=\"%s\" class=\"%s\">%s</text>\n"
                    .formatted(x, middle + 4, kind.strip(), Html.number(text, "tspan")));
        }
    }

    private static void nested(StringBuilder body, int x, int y, int width, int height, String marks) {
        body.append(
                "<svg x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\">\n%s</svg>\n".formatted(x, y, width, height, marks));
    }

    /** A verdict with its shape, for a page. */
    static String chip(String verdict) {
        return "<span class=\"chip %1$s\"><svg viewBox=\"-7 -7 14 14\" aria-hidden=\"true\">%2$s</svg>%1$s</span>"
                .formatted(verdict, Mark.shape(verdict, ""));
    }

    /** The words of a picture for who does not see it. */
    private static String said(String title, String description) {
        return "<title>" + Html.words(title) + "</title>\n<desc>" + Html.words(description) + "</desc>";
    }

    /** The pixels that the widest of some texts needs; 0 without any. */
    private static int widest(Stream<String> texts) {
        return texts.mapToInt(Mark::width).max().orElse(0);
    }

    /** A style sheet beside this class. */
    static String style(String file) {
        return Page.resource(file).orElseThrow();
    }
}

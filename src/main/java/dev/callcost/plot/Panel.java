package dev.callcost.plot;

import dev.callcost.plot.Mark.Text;
import dev.callcost.text.Html;
import dev.callcost.text.Wrap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Lanes on one axis, with a heading.
 *
 * @param behind marks behind all lanes
 * @param height of a lane's marks, in pixels
 */
public record Panel(String title, Axis across, List<Mark> behind, int height, List<Lane> lanes) {
    static final int LINE = 16;
    static final int GAP = 16;
    private static final int NUMBERS = 24;

    /** In pixels; a longer panel has its numbers at both ends. */
    private static final int LONG = 600;

    public static Panel lanes(String title, Axis across, int height, List<Lane> lanes, Mark... behind) {
        return new Panel(title, across, List.of(behind), height, lanes);
    }

    /** Lanes on an axis from zero that has room for their values behind the marks. */
    public static Panel fromZero(String title, String unit, int height, List<Lane> lanes) {
        double most = lanes.stream().flatMapToDouble(Lane::values).max().orElseThrow();
        Stream<String> values = lanes.stream().map(Lane::value);
        String longest = values.max(Comparator.comparingInt(String::length)).orElseThrow();
        return lanes(title, Axis.withRoom(most, unit, longest), height, lanes);
    }

    private boolean isForest() {
        return lanes.stream().anyMatch(Lane::isVerdict);
    }

    int left() {
        Stream<String> names =
                lanes.stream().flatMap(lane -> Stream.concat(Stream.of(lane.group()), lane.lines().stream()));
        return GAP + widest(names);
    }

    int right() {
        Stream<String> ends =
                lanes.stream().map(lane -> lane.isVerdict() ? lane.end() + "   ....." + lane.kind() : lane.end());
        return GAP + widest(ends);
    }

    private int above() {
        return isForest() ? NUMBERS + LINE : NUMBERS;
    }

    private int below() {
        return isLong() ? NUMBERS : 0;
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

    /** What lies behind the lanes: the band and the grid with its numbers. */
    private String frame() {
        List<Mark> marks = new ArrayList<>(behind);
        for (Axis.Tick tick : across.ticks()) {
            marks.add(Mark.rule(tick.at(), tick.at() == 0 ? "zero" : "grid"));
            marks.add(number(tick, Mark.EDGE, -NUMBERS / 2));
            if (isLong()) {
                marks.add(number(tick, -Mark.EDGE, NUMBERS / 2));
            }
        }
        return Mark.all(marks, across);
    }

    /**
     * A number of the axis from left to right; where a narrow picture has no room for one half of it, it stands on the
     * inner side of its value.
     */
    private Text number(Axis.Tick tick, double height, int down) {
        double half = (Mark.width(tick.text()) / 2.0 - GAP) / Picture.NARROWEST;
        double share = across.share(tick.at());
        return new Text(tick.at(), height, share < half ? 1 : share > 1 - half ? -1 : 0, down, tick.text(), "axis");
    }

    String html(int left, int right) {
        String kind = isForest() ? "forest" : "chart";
        String heading = title.isEmpty() ? "" : "<h3>" + Html.words(title) + "</h3>";
        StringBuilder html = new StringBuilder("<div class=\"panel %s\">%s\n".formatted(kind, heading));
        html.append("<div class=\"rows\" style=\"--left:%spx;--right:%spx;padding:%spx 0 %spx\">\n"
                .formatted(left, right, above(), below()));
        html.append("<svg class=\"frame\" role=\"img\" style=\"top:%spx;height:calc(100%% - %spx)\">%s\n%s</svg>\n"
                .formatted(above(), above() + below(), Picture.said(title, words()), frame()));
        String group = "";
        for (Lane lane : lanes) {
            html.append(
                    lane.group().equals(group) ? "" : "<div class=\"group\">" + Html.words(lane.group()) + "</div>\n");
            group = lane.group();
            html.append(lane.html(height, lane.svg(across)));
        }
        return html.append("</div></div>\n").toString();
    }

    /** Adds the panel to a picture of a fixed width. Returns where the next one begins. */
    int addTo(StringBuilder body, int left, int top, int plot, int right) {
        int y = top;
        for (String line :
                title.isEmpty() ? List.<String>of() : Wrap.lines("", "", title, (left + plot + right) / Mark.LETTER)) {
            text(body, 0, y + LINE / 2, line, "strong");
            y += LINE;
        }
        y += above();
        nested(body, left, y, plot, whole(), frame());
        String group = "";
        for (Lane lane : lanes) {
            if (!lane.group().equals(group)) {
                group = lane.group();
                text(body, left - GAP, y + NUMBERS / 2, group, "quiet end");
                y += NUMBERS;
            }
            List<String> lines = lane.lines();
            int middle = y + height(lane) / 2;
            for (int n = 0; n < lines.size(); n++) {
                int at = middle + LINE * (2 * n + 1 - lines.size()) / 2;
                String kind = lane.detail().contains(lines.get(n)) ? "axis end" : lane.kind() + " end";
                text(body, left - GAP, at, lines.get(n), kind);
            }
            nested(body, left, middle - height / 2, plot, height, lane.svg(across));
            if (lane.isVerdict()) {
                text(body, left + plot + right, middle, lane.kind(), lane.kind() + " end");
            }
            text(body, left + plot + GAP, middle, lane.end(), "");
            y += height(lane);
        }
        return y + below() + GAP;
    }

    String words() {
        return lanes.stream().map(Lane::words).collect(Collectors.joining("; ", "", "."));
    }

    static void text(StringBuilder body, int x, int middle, String text, String kind) {
        if (!text.isEmpty()) {
            body.append("<text x=\"%s\" y=\"%s\" class=\"%s\">%s</text>\n"
                    .formatted(x, middle + 4, kind.strip(), Html.number(text, "tspan")));
        }
    }

    private static void nested(StringBuilder body, int x, int y, int width, int height, String marks) {
        body.append(
                "<svg x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\">\n%s</svg>\n".formatted(x, y, width, height, marks));
    }

    /** The pixels that the widest of some texts needs; 0 without any. */
    private static int widest(Stream<String> texts) {
        return texts.mapToInt(Mark::width).max().orElse(0);
    }

    /**
     * A line of a panel.
     *
     * @param group a heading stands above the first lane of a group; empty for none
     * @param detail stands below its name; empty for none
     * @param value stands beside the marks; empty for none
     * @param end stands behind the plot; empty for none
     * @param kind {@code lead} for one that stands out, a verdict for one that ends with it, or empty
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
        private static final int BESIDE = 9;

        private static final int NAME_LETTERS = 34;

        public Lane(String name, List<Mark> marks, String words) {
            this("", name, "", marks, "", "", "", words);
        }

        public Lane withGroup(String other) {
            return new Lane(other, name, detail, marks, value, end, kind, words);
        }

        public Lane withDetail(String other) {
            return new Lane(group, name, other, marks, value, end, kind, words);
        }

        public Lane withValue(String other) {
            return new Lane(group, name, detail, marks, other, end, kind, words);
        }

        public Lane withEnd(String other) {
            return new Lane(group, name, detail, marks, value, other, kind, words);
        }

        public Lane withKind(String other) {
            return new Lane(group, name, detail, marks, value, end, other, words);
        }

        /** Its marks, and its value right of them, or left of them where there is no room. */
        String svg(Axis across) {
            double low = values().min().orElse(0);
            double high = values().max().orElse(0);
            boolean isRight = across.share(low) == 0 || across.share(high) < 0.6;
            Text text = new Text(isRight ? high : low, Mark.MIDDLE, isRight ? BESIDE : -BESIDE, 0, value, "");
            return Mark.all(marks, across) + (value.isEmpty() ? "" : text.svg(across));
        }

        /** What its marks show on the axis. */
        public DoubleStream values() {
            return marks.stream().flatMapToDouble(Mark::values).filter(Double::isFinite);
        }

        boolean isVerdict() {
            return List.of("slower", "faster", "same", "inconclusive", "no large slowdown")
                    .contains(kind);
        }

        List<String> lines() {
            return Stream.of(name, detail)
                    .filter(it -> !it.isEmpty())
                    .flatMap(it -> Wrap.lines("", "", it, NAME_LETTERS).stream())
                    .toList();
        }

        String html(int height, String svg) {
            return ("<div class=\"lane %s\"><div class=\"name\">%s%s</div>"
                            + "<svg style=\"height:%spx\" aria-hidden=\"true\">\n%s</svg>%s</div>\n")
                    .formatted(
                            kind,
                            Html.name(name),
                            detail.isEmpty() ? "" : "<small>" + Html.words(detail) + "</small>",
                            height,
                            svg,
                            end.isEmpty() && !isVerdict()
                                    ? ""
                                    : "<div class=\"end\"><span>" + Html.number(end, "span") + "</span>"
                                            + (isVerdict() ? Picture.chip(kind) : "") + "</div>");
        }
    }
}

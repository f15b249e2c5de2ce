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
import java.util.stream.Stream;

/**
 * A box with its heading.
 *
 * @param unit of the axis from left to right; stands below the box, or is empty
 * @param up the axis upwards; one with numbers is for the curves and points of a single lane
 * @param behind marks behind all lanes
 * @param height of a lane's marks, in pixels
 */
public record Panel(String title, Axis across, String unit, Axis up, List<Mark> behind, int height, List<Lane> lanes) {
    static final int LINE = 16;
    static final int GAP = 16;
    static final int BESIDE = 9;
    private static final int NUMBERS = 24;

    /** In pixels; a longer panel has its numbers at both ends. */
    private static final int LONG = 600;

    private static final int HEIGHT = 132;
    private static final int HEIGHT_WITH_NAMES = 210;

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

    boolean isBox() {
        return !up.ticks().isEmpty();
    }

    List<Curve> named() {
        return lanes.stream()
                .flatMap(lane -> lane.marks().stream())
                .filter(Curve.class::isInstance)
                .map(Curve.class::cast)
                .filter(curve -> !curve.name().isEmpty())
                .toList();
    }

    int left() {
        Stream<String> names =
                lanes.stream().flatMap(lane -> Stream.concat(Stream.of(lane.group()), lane.lines().stream()));
        return Math.max(GAP + widest(names), BESIDE + widest(up.ticks().stream().map(Axis.Tick::text)));
    }

    int right() {
        Stream<String> ends =
                lanes.stream().map(lane -> lane.isVerdict() ? lane.end() + "   ....." + lane.kind() : lane.end());
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
                    double at = Math.max(
                            half, Math.min(Picture.NARROWEST - half, Picture.NARROWEST * across.share(tick.at())));
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
        double half = (Mark.width(tick.text()) / 2.0 - GAP) / Picture.NARROWEST;
        double share = across.share(tick.at());
        return new Text(tick.at(), height, share < half ? 1 : share > 1 - half ? -1 : 0, down, tick.text(), "axis");
    }

    /** The curves' names at the right edge: each beside its curve's end, or as near to it as the other names leave room. */
    private List<Mark> names() {
        List<Curve> fromTop = named().stream()
                .sorted(Comparator.comparingDouble(curve -> -up.share(end(curve).height())))
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

    String html(int left, int right) {
        String kind = isBox() ? "box" : isForest() ? "forest" : "chart";
        String heading = title.isEmpty() ? "" : "<h3>" + Html.words(title) + "</h3>";
        List<Picture.Key> keys = named().stream()
                .map(curve -> new Picture.Key(curve.kind(), curve.name()))
                .toList();
        StringBuilder html = new StringBuilder(
                "<div class=\"panel %s\">%s\n%s".formatted(kind, heading, Picture.keys(keys, "keys narrow")));
        html.append("<div class=\"rows\" style=\"--left:%spx;--right:%spx;padding:%spx 0 %spx\">\n"
                .formatted(left, right, above(), below()));
        html.append("<svg class=\"frame\" role=\"img\" style=\"top:%spx;height:calc(100%% - %spx)\">%s\n%s</svg>\n"
                .formatted(above(), above() + below(), Picture.said(title, words()), frame()));
        String group = "";
        for (Lane lane : lanes) {
            html.append(
                    lane.group().equals(group) ? "" : "<div class=\"group\">" + Html.words(lane.group()) + "</div>\n");
            group = lane.group();
            html.append(lane.html(height, lane.svg(across, up)));
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
            nested(body, left, middle - height / 2, plot, height, lane.svg(across, up));
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
}

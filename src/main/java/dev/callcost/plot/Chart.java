package dev.callcost.plot;

import dev.callcost.text.Wrap;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Lanes below each other on one axis, their names beside them.
 *
 * @param title what it shows
 * @param axis from left to right
 * @param behind marks behind all lanes
 * @param keys stand above the lanes
 * @param lanes from top to bottom
 */
public record Chart(String title, Axis axis, List<Mark> behind, List<Key> keys, List<Lane> lanes) implements Picture {
    private static final int NAME_LETTERS = 34;
    private static final int AXIS = 24;
    private static final int GAP = 9;

    /** The share of the plot that a value needs. */
    private static final double ROOM = 0.4;

    /** In pixels; longer charts have their axis' numbers at both ends. */
    private static final int LONG = 600;

    /**
     * A line of the chart.
     *
     * @param group a heading stands above the first lane of a group; empty for none
     * @param name what it is
     * @param detail stands below its name; empty for none
     * @param marks their heights go from 0 to 1
     * @param value stands beside the marks; empty for none
     * @param end stands behind the plot; empty for none
     * @param height of the marks, in pixels
     * @param words all that it shows, for who does not see it
     */
    public record Lane(
            String group,
            String name,
            String detail,
            List<Mark> marks,
            String value,
            String end,
            int height,
            String words) {
        /** The values of its marks on the chart's axis. */
        public DoubleStream values() {
            return marks.stream().flatMapToDouble(Mark::values).filter(Double::isFinite);
        }

        /** Its marks and its value: on the side of all marks that has room for it, else on that side of the last one. */
        private String svg(Axis axis) {
            if (value.isEmpty()) {
                return Svg.of(marks, axis, Axis.UNIT);
            }
            double low = values().min().orElseThrow();
            double high = values().max().orElseThrow();
            double last = marks.get(marks.size() - 1).values().max().orElseThrow();
            boolean isRight = axis.share(low) + axis.share(high) < 1;
            double room = isRight ? 1 - axis.share(high) : axis.share(low);
            double at = room < ROOM ? last : isRight ? high : low;
            return Svg.of(marks, axis, Axis.UNIT)
                    + new Mark.Text(at, Mark.MIDDLE, isRight ? GAP : -GAP, 0, value, "").svg(axis, Axis.UNIT);
        }

        private List<String> nameLines() {
            return Wrap.lines("", "", name, NAME_LETTERS);
        }

        private List<String> detailLines() {
            return detail.isEmpty() ? List.of() : Wrap.lines("", "", detail, NAME_LETTERS);
        }

        private List<String> lines() {
            return Stream.concat(nameLines().stream(), detailLines().stream()).toList();
        }

        /** In pixels, with its name. */
        private int whole() {
            return Math.max(height, Svg.LINE * lines().size() + 4);
        }
    }

    @Override
    public String html() {
        int end = Svg.width(lanes.stream().map(Lane::end));
        StringBuilder html =
                new StringBuilder("<figure class=\"chart\">\n%s<div class=\"lanes\" style=\"--widest:%dpx\">\n"
                        .formatted(Key.html(keys, "keys"), end));
        html.append(
                "<svg class=\"frame\" role=\"img\">%s\n%s</svg>\n".formatted(Svg.said(title, description()), frame()));
        String group = "";
        for (Lane lane : lanes) {
            html.append(lane.group.equals(group) ? "" : "<div class=\"group\">" + Svg.escaped(lane.group) + "</div>\n");
            group = lane.group;
            html.append(
                    "<div class=\"lane\"><div class=\"name\">%s%s</div><div class=\"end\">%s</div><svg style=\"height:%dpx\" aria-hidden=\"true\">\n%s</svg></div>\n"
                            .formatted(
                                    Svg.escaped(lane.name),
                                    lane.detail.isEmpty() ? "" : "<small>" + Svg.escaped(lane.detail) + "</small>",
                                    Svg.escaped(lane.end),
                                    lane.height,
                                    lane.svg(axis)));
        }
        return html.append("</div>\n</figure>\n").toString();
    }

    @Override
    public String svg() {
        int left = Svg.GAP + Svg.width(lanes.stream().flatMap(lane -> lane.lines().stream()));
        Svg svg = new Svg(
                title, description(), left, Svg.GAP + Svg.width(lanes.stream().map(Lane::end)));
        svg.keys(keys);
        svg.y += AXIS;
        svg.marks(0, height(), frame());
        String group = "";
        for (Lane lane : lanes) {
            if (!lane.group.equals(group)) {
                group = lane.group;
                svg.text(left - Svg.GAP, AXIS / 2, group, "quiet end");
                svg.y += AXIS;
            }
            List<String> lines = lane.lines();
            int middle = lane.whole() / 2;
            for (int n = 0; n < lines.size(); n++) {
                boolean isDetail = n >= lane.nameLines().size();
                svg.text(
                        left - Svg.GAP,
                        middle + Svg.LINE * (2 * n + 1 - lines.size()) / 2,
                        lines.get(n),
                        isDetail ? "tick end" : "end");
            }
            svg.marks(middle - lane.height / 2, lane.height, lane.svg(axis));
            svg.text(left + svg.plot + Svg.GAP, middle, lane.end, "");
            svg.y += lane.whole();
        }
        svg.y += isLong() ? AXIS : 0;
        return svg.file();
    }

    private int height() {
        long groups = lanes.stream()
                .map(Lane::group)
                .filter(group -> !group.isEmpty())
                .distinct()
                .count();
        return lanes.stream().mapToInt(Lane::whole).sum() + AXIS * (int) groups;
    }

    private boolean isLong() {
        return height() > LONG;
    }

    /** What lies behind the lanes. */
    private String frame() {
        List<Mark> marks = new ArrayList<>(behind);
        for (Axis.Tick tick : axis.ticks()) {
            marks.add(Mark.rule(tick.at(), tick.at() == 0 ? "zero" : "grid"));
            marks.add(Mark.number(axis, tick, 1, -AXIS / 2));
            if (isLong()) {
                marks.add(Mark.number(axis, tick, 0, AXIS / 2));
            }
        }
        return Svg.of(marks, axis, Axis.UNIT);
    }

    private String description() {
        return lanes.stream().map(Lane::words).collect(Collectors.joining("; ", "", "."));
    }
}

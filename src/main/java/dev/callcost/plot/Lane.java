package dev.callcost.plot;

import dev.callcost.plot.Mark.Text;
import dev.callcost.text.Html;
import dev.callcost.text.Wrap;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

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
        Text text = new Text(isRight ? high : low, Mark.MIDDLE, isRight ? Panel.BESIDE : -Panel.BESIDE, 0, value, "");
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

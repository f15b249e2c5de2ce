package dev.callcost.plot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Boxes with two axes.
 *
 * @param title what they show
 * @param panels from left to right and downwards, as there is room
 */
public record Panels(String title, List<Panel> panels) implements Picture {
    private static final int HEIGHT = 132;
    private static final int HEIGHT_WITH_NAMES = 210;

    private static final int GAP = 6;

    /**
     * A box with its heading.
     *
     * @param unit what goes from left to right; stands below the box, or is empty
     * @param words all that it shows, for who does not see it
     */
    public record Panel(String title, Axis across, String unit, Axis up, List<Mark> marks, String words) {
        private List<Mark.Curve> named() {
            return marks.stream()
                    .filter(mark ->
                            mark instanceof Mark.Curve curve && !curve.name().isEmpty())
                    .map(Mark.Curve.class::cast)
                    .toList();
        }

        private int height() {
            return named().isEmpty() ? HEIGHT : Math.max(HEIGHT_WITH_NAMES, Svg.LINE * named().size());
        }

        private int left() {
            return GAP + Svg.width(up.ticks().stream().map(Axis.Tick::text));
        }

        private int right() {
            return Svg.GAP + Svg.width(named().stream().map(Mark.Curve::name));
        }

        private int below() {
            return Svg.LINE * (1 + Arrays.stream(tickLines()).max().orElse(0) + (unit.isEmpty() ? 0 : 1));
        }

        /** The line below the box for each number of the axis from left to right: numbers that would overlap in the narrowest plot have lines of their own. */
        private int[] tickLines() {
            double[] ends = new double[across.ticks().size()];
            Arrays.fill(ends, Double.NEGATIVE_INFINITY);
            return across.ticks().stream()
                    .mapToInt(tick -> {
                        double half = Svg.width(tick.text()) / 2.0;
                        double at =
                                Math.max(half, Math.min(Svg.NARROWEST - half, Svg.NARROWEST * across.share(tick.at())));
                        int line = 0;
                        while (ends[line] > at - half) {
                            line++;
                        }
                        ends[line] = at + half;
                        return line;
                    })
                    .toArray();
        }

        private String svg() {
            List<Mark> all = new ArrayList<>();
            for (Axis.Tick tick : up.ticks()) {
                all.add(new Mark.Line(-Mark.EDGE, tick.at(), Mark.EDGE, tick.at(), "grid"));
                all.add(new Mark.Text(-Mark.EDGE, tick.at(), -GAP, 0, tick.text(), "tick"));
            }
            int[] lines = tickLines();
            for (int n = 0; n < lines.length; n++) {
                Axis.Tick tick = across.ticks().get(n);
                all.add(Mark.rule(tick.at(), "grid"));
                all.add(Mark.number(across, tick, -Mark.EDGE, Svg.LINE * (1 + lines[n]) - GAP));
            }
            if (!unit.isEmpty()) {
                all.add(new Mark.Text(Mark.EDGE, -Mark.EDGE, -1, below() - GAP, unit, "tick"));
            }
            return Svg.of(all, across, up) + Svg.of(names(), Axis.UNIT, Axis.UNIT) + Svg.of(marks, across, up);
        }

        /** The curves' names at the right edge: each beside its curve's end, or as near to it as the other names leave room. */
        private List<Mark> names() {
            List<Mark.Curve> fromTop = named().stream()
                    .sorted(Comparator.comparingDouble(
                            curve -> -up.share(end(curve).height())))
                    .toList();
            double line = (double) Svg.LINE / height();
            double[] at = new double[fromTop.size()];
            for (int n = 0; n < at.length; n++) {
                double end = up.share(end(fromTop.get(n)).height());
                at[n] = n == 0 ? end : Math.min(end, at[n - 1] - line);
            }
            for (int n = at.length - 1; n >= 0; n--) {
                at[n] = Math.max(at[n], n == at.length - 1 ? line / 4 : at[n + 1] + line);
            }
            List<Mark> names = new ArrayList<>();
            for (int n = 0; n < at.length; n++) {
                Mark.Place end = end(fromTop.get(n));
                names.add(new Mark.Line(across.share(end.at()), up.share(end.height()), 1, at[n], "at-end"));
                names.add(new Mark.Text(1, at[n], GAP, 0, fromTop.get(n).name(), "at-end"));
            }
            return names;
        }

        private static Mark.Place end(Mark.Curve curve) {
            return curve.places().get(curve.places().size() - 1);
        }
    }

    @Override
    public String html() {
        return panels.stream()
                .map(panel ->
                        "<div class=\"panel\"><h3>%s</h3>\n%s<div class=\"box\" style=\"--left:%dpx;--right:%dpx;padding-bottom:%dpx\"><svg style=\"height:%dpx\" role=\"img\">%s\n%s</svg></div></div>\n"
                                .formatted(
                                        Svg.escaped(panel.title),
                                        Key.html(
                                                panel.named().stream()
                                                        .map(curve -> new Key(curve.kind(), curve.name()))
                                                        .toList(),
                                                "keys narrow"),
                                        panel.left(),
                                        panel.right(),
                                        panel.below(),
                                        panel.height(),
                                        Svg.said(title + ", " + panel.title, panel.words),
                                        panel.svg()))
                .collect(Collectors.joining(
                        "",
                        "<figure class=\"panels%s\">\n"
                                .formatted(
                                        panels.stream()
                                                        .allMatch(panel ->
                                                                panel.named().isEmpty())
                                                ? ""
                                                : " wide"),
                        "</figure>\n"));
    }

    @Override
    public String svg() {
        Svg svg = new Svg(
                title,
                panels.stream()
                        .map(panel -> panel.title + ": " + panel.words)
                        .collect(Collectors.joining("; ", "", ".")),
                panels.stream().mapToInt(Panel::left).max().orElse(0),
                panels.stream().mapToInt(Panel::right).max().orElse(0));
        for (Panel panel : panels) {
            svg.paragraph(panel.title, "strong");
            svg.y += Svg.GAP;
            svg.marks(0, panel.height(), panel.svg());
            svg.y += panel.height() + panel.below() + Svg.GAP;
        }
        return svg.file();
    }
}

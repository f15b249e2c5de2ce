package dev.callcost.plot;

import dev.callcost.plot.Chart.Lane;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;

/** Charts that are made of the same marks in every lane. */
public final class Charts {
    private static final int LANE = 28;
    private static final int BAR_LANE = 38;

    /** The least that the axis of changes reaches to both sides. */
    private static final double REACH = 0.03;

    /** Letters of a name for every share of the plot that a part needs to have it on itself. */
    private static final double SHARE_OF_LETTER = 0.025;

    private Charts() {}

    /**
     * Changes around zero, and a band.
     *
     * @param margin half of the band of changes that do not matter, as a share
     * @param lanes made by {@link #change}
     */
    public static Chart forest(String title, double margin, List<Lane> lanes) {
        double reach =
                lanes.stream().flatMapToDouble(Lane::values).map(Math::abs).reduce(Math.max(REACH, margin), Math::max);
        Axis axis = Axis.linear(-reach, reach, it -> String.format(Locale.ROOT, "%+.0f%%", 100 * it));
        return new Chart(title, axis, List.of(Mark.band(-margin, margin)), List.of(), lanes);
    }

    /**
     * A change with its interval.
     *
     * @param kind {@code slower}, {@code faster}, {@code same} or {@code undecided}
     * @param change as a share, + for slower
     * @param low the interval's lower end; NaN without one
     * @param high its upper end; NaN without one
     * @param text stands behind the plot
     */
    public static Lane change(String name, String kind, double change, double low, double high, String text) {
        List<Mark> marks = new ArrayList<>();
        if (Double.isFinite(low)) {
            marks.add(Mark.range(low, high, kind));
        }
        if (Double.isFinite(change)) {
            marks.add(new Mark.Point(change, Mark.MIDDLE, kind, text));
        }
        return new Lane("", name, "", marks, "", text, LANE, name + ": " + text);
    }

    /** A bar of parts; {@code total} stands below its name. */
    public record Stack(String name, String total, List<Part> parts) {}

    /**
     * A part of a bar.
     *
     * @param text its length in words
     */
    public record Part(String name, double length, String text) {}

    /**
     * Bars from zero to one scale. A part has the same colour in every bar.
     *
     * @param text a length as a number beside the axis
     */
    public static Chart bars(String title, DoubleFunction<String> text, List<Stack> stacks) {
        List<String> names = stacks.stream()
                .flatMap(stack -> stack.parts.stream())
                .sorted((one, other) -> Double.compare(other.length, one.length))
                .map(Part::name)
                .distinct()
                .toList();
        double longest = stacks.stream()
                .mapToDouble(
                        stack -> stack.parts.stream().mapToDouble(Part::length).sum())
                .max()
                .orElse(1);
        return new Chart(
                title,
                Axis.linear(0, longest, text),
                List.of(),
                names.stream().map(name -> new Key(kind(names, name), name)).toList(),
                stacks.stream().map(stack -> lane(stack, names, longest)).toList());
    }

    private static Lane lane(Stack stack, List<String> names, double longest) {
        List<Mark> marks = new ArrayList<>();
        double end = 0;
        for (Part part : stack.parts) {
            String kind = kind(names, part.name);
            marks.add(new Mark.Area(end, 0.15, end + part.length, 0.85, kind, part.name + ": " + part.text));
            if (part.length / longest > SHARE_OF_LETTER * part.name.length()) {
                marks.add(new Mark.Text(end + part.length / 2, Mark.MIDDLE, 0, 0, part.name, "on " + kind));
            }
            end += part.length;
        }
        List<String> parts =
                stack.parts.stream().map(part -> part.name + " " + part.text).toList();
        return new Lane(
                "",
                stack.name,
                stack.total,
                marks,
                "",
                "",
                BAR_LANE,
                stack.name + ", " + stack.total + ": " + String.join(", ", parts));
    }

    private static String kind(List<String> names, String name) {
        int place = names.indexOf(name);
        return "part k" + place % Key.KINDS + (place < Key.KINDS ? "" : " second");
    }
}

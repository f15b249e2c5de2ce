package dev.callcost.plot;

import java.util.List;
import java.util.stream.Collectors;

/** What the marks of a kind stand for. */
public record Key(String kind, String text) {
    /** How many kinds there are for series and parts that no kind is made for: {@code k0} and so on. */
    public static final int KINDS = 8;

    static String html(List<Key> keys, String classes) {
        return keys.isEmpty()
                ? ""
                : keys.stream()
                        .map(key -> "<span><svg viewBox=\"-7 -7 14 14\" aria-hidden=\"true\">"
                                + Mark.shape(key.kind, "") + "</svg>" + Svg.escaped(key.text) + "</span>")
                        .collect(Collectors.joining("\n", "<p class=\"" + classes + "\">\n", "</p>\n"));
    }
}

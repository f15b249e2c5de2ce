package dev.callcost.plot;

import dev.callcost.text.Html;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Panels of marks, as a part of a page, as wide as there is room, and as a file of their own with the colours that they
 * need. The same values give the same bytes.
 *
 * @param keys stand above the panels
 */
public record Picture(String title, List<Key> keys, List<Panel> panels) {
    /** How many kinds there are for series that no kind is made for: {@code k0} and so on. */
    public static final int KINDS = 8;

    /** The narrowest plot that a page has, in pixels. */
    static final int NARROWEST = 260;

    private static final int WIDTH = 830;

    /** What the marks of a kind stand for. */
    public record Key(String kind, String text) {}

    private int left() {
        return panels.stream().mapToInt(Panel::left).max().orElse(0);
    }

    private int right() {
        return panels.stream().mapToInt(Panel::right).max().orElse(0);
    }

    /** The picture as HTML for a page. */
    public String html() {
        StringBuilder html = new StringBuilder("<figure>\n" + keysInHtml());
        int left = left();
        int right = right();
        panels.forEach(panel -> html.append(panel.html(left, right)));
        return html.append("</figure>\n").toString();
    }

    private String keysInHtml() {
        return keys.isEmpty()
                ? ""
                : keys.stream()
                        .map(key -> "<span><svg viewBox=\"-7 -7 14 14\" aria-hidden=\"true\">"
                                + Mark.shape(key.kind, "") + "</svg>" + Html.words(key.text) + "</span>")
                        .collect(Collectors.joining("\n", "<p class=\"keys\">\n", "</p>\n"));
    }

    /** For a file of its own, which has a fixed width. */
    public String svg() {
        int left = left();
        int right = right();
        int plot = Math.max(NARROWEST, WIDTH - left - right);
        StringBuilder body = new StringBuilder();
        int y = keys(body, left + plot + right);
        for (Panel panel : panels) {
            y = panel.addTo(body, left, y, plot, right);
        }
        String words = panels.stream().map(Panel::words).collect(Collectors.joining(" "));
        return ("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %1$s %2$s\" width=\"%1$s\" height=\"%2$s\""
                        + " role=\"img\">\n"
                        + "%3$s\n<style>\n%4$s</style>\n%5$s</svg>\n")
                .formatted(left + plot + right, y, said(title, words), style("marks.css"), body);
    }

    /** Adds keys beside each other. Returns where the next line begins. */
    private int keys(StringBuilder body, int width) {
        int x = 0;
        int y = 0;
        for (Key key : keys) {
            int end = x + 2 * Panel.GAP + Mark.width(key.text);
            if (end > width) {
                end -= x;
                x = 0;
                y += Panel.LINE;
            }
            body.append(
                    "<svg x=\"%s\" y=\"%s\">%s</svg>\n".formatted(x + 7, y + Panel.LINE / 2, Mark.shape(key.kind, "")));
            Panel.text(body, x + 18, y + Panel.LINE / 2, key.text, "");
            x = end + Panel.GAP;
        }
        return keys.isEmpty() ? 0 : y + Panel.LINE + Panel.GAP;
    }

    /** A verdict with its shape, for a page. */
    static String chip(String verdict) {
        return "<span class=\"chip %1$s\"><svg viewBox=\"-7 -7 14 14\" aria-hidden=\"true\">%2$s</svg>%1$s</span>"
                .formatted(verdict, Mark.shape(verdict, ""));
    }

    /** The words of a picture for who does not see it. */
    static String said(String title, String description) {
        return "<title>" + Html.words(title) + "</title>\n<desc>" + Html.words(description) + "</desc>";
    }

    /** A style sheet beside this class. */
    static String style(String file) {
        try (InputStream text = Picture.class.getResourceAsStream(file)) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

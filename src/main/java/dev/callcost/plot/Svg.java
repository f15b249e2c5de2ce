package dev.callcost.plot;

import dev.callcost.text.Wrap;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A picture's file that is being written from top to bottom. */
final class Svg {
    /** About how wide a letter is, in pixels: wide ones are taken for wider. */
    private static final int LETTER = 8;

    static final int LINE = 16;
    static final int GAP = 16;
    private static final int WIDTH = 830;
    /** The narrowest plot that a page has, in pixels. */
    static final int NARROWEST = 260;

    private final StringBuilder body = new StringBuilder();
    private final String title;
    private final String description;

    /** Where the plots begin, how wide they are, and the picture. */
    final int left;

    final int plot;
    private final int width;

    /** How far down the next line begins. */
    int y;

    /**
     * A picture without content.
     *
     * @param left pixels beside its plots that texts need, on the left side
     * @param right the same on the right side
     */
    Svg(String title, String description, int left, int right) {
        this.title = title;
        this.description = description;
        this.left = left;
        plot = Math.max(NARROWEST, WIDTH - left - right);
        width = left + plot + right;
    }

    /** Adds a text whose middle is so far below the current line. */
    void text(int x, int down, String text, String classes) {
        body.append(
                "<text x=\"%d\" y=\"%d\" class=\"%s\">%s</text>\n".formatted(x, y + down + 4, classes, escaped(text)));
    }

    /** Adds marks in the column of the plots, so far below the current line. */
    void marks(int down, int height, String marks) {
        body.append("<svg x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\">\n%s</svg>\n"
                .formatted(left, y + down, plot, height, marks));
    }

    /** Adds a text in as many lines as it needs, and goes on below. */
    void paragraph(String text, String classes) {
        for (String line : Wrap.lines("", "", text, width / LETTER)) {
            text(0, LINE / 2, line, classes);
            y += LINE;
        }
    }

    /** Adds keys beside each other, and goes on below. */
    void keys(List<Key> keys) {
        int x = 0;
        for (Key key : keys) {
            int end = x + 2 * GAP + width(key.text());
            if (end > width) {
                end -= x;
                x = 0;
                y += LINE;
            }
            body.append("<svg x=\"%d\" y=\"%d\">%s</svg>\n".formatted(x + 7, y + LINE / 2, Mark.shape(key.kind(), "")));
            text(x + 18, LINE / 2, key.text(), "");
            x = end + GAP;
        }
        y += keys.isEmpty() ? 0 : LINE + GAP;
    }

    /** The file. */
    String file() {
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\">\n%s\n<style>\n%s</style>\n%s</svg>\n"
                .formatted(width, y, width, y, said(title, description), style("marks.css"), body);
    }

    /** The words of a picture for who does not see it. */
    static String said(String title, String description) {
        return title(title) + "\n<desc>" + escaped(description) + "</desc>";
    }

    /** What the mouse shows; nothing for an empty text. */
    static String title(String words) {
        return words.isEmpty() ? "" : "<title>" + escaped(words) + "</title>";
    }

    static String of(List<? extends Mark> marks, Axis across, Axis up) {
        return marks.stream().map(mark -> mark.svg(across, up)).collect(Collectors.joining());
    }

    /** The pixels that a text needs. */
    static int width(String text) {
        return LETTER * text.length();
    }

    /** The pixels that the widest of some texts needs; 0 without any. */
    static int width(Stream<String> texts) {
        return texts.mapToInt(Svg::width).max().orElse(0);
    }

    /** A style sheet beside this class. */
    static String style(String file) {
        try (InputStream css = Svg.class.getResourceAsStream(file)) {
            return new String(css.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Text as the content of an element or an attribute. */
    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}

package dev.callcost.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A report of paragraphs, lists and tables, as text or as Markdown. Empty sections are left out. */
public final class Sections {
    private final boolean markdown;
    private final int width;
    private final List<String> sections = new ArrayList<>();

    private Sections(boolean markdown, int width) {
        this.markdown = markdown;
        this.width = width;
    }

    /**
     * An empty report with lines of any length.
     *
     * @param markdown true for Markdown, false for text
     */
    public Sections(boolean markdown) {
        this(markdown, Terminal.ENDLESS);
    }

    /** An empty report as text, wrapped at a width where possible. */
    public static Sections text(int width) {
        return new Sections(false, width);
    }

    public Sections paragraph(String text) {
        return add(text.isEmpty() ? "" : lines("", "", text));
    }

    public Sections table(Grid grid) {
        return add(markdown ? grid.markdown() : grid.text(width));
    }

    public Sections list(List<String> lines) {
        return add(bullets(lines));
    }

    public Sections list(String title, List<String> lines) {
        return add(lines.isEmpty() ? "" : title + "\n" + (markdown ? "\n" : "") + bullets(lines));
    }

    private Sections add(String section) {
        if (!section.isEmpty()) {
            sections.add(section);
        }
        return this;
    }

    private String bullets(List<String> lines) {
        String bullet = markdown ? "- " : "  ";
        String indent = bullet + bullet;
        return lines.stream().map(line -> lines(bullet, indent, line)).collect(Collectors.joining());
    }

    private String lines(String first, String others, String text) {
        return width == Terminal.ENDLESS
                ? first + text + "\n"
                : Wrap.lines(first, others, text, width).stream()
                        .map(line -> line + "\n")
                        .collect(Collectors.joining());
    }

    /** All sections, with an empty line between two. */
    public String text() {
        return String.join("\n", sections);
    }

    /** A count with its noun, such as {@code 1 row} or {@code 2 rows}. */
    public static String count(long number, String what) {
        return String.format(Locale.ROOT, "%d %s%s", number, what, number == 1 ? "" : "s");
    }
}

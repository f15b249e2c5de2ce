package dev.callcost.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A report of paragraphs, lists and tables, as text or as Markdown; what is empty is left out. */
public final class Sections {
    private final boolean markdown;
    private final List<String> sections = new ArrayList<>();

    /**
     * A report without a section.
     *
     * @param markdown whether it is Markdown; else text
     */
    public Sections(boolean markdown) {
        this.markdown = markdown;
    }

    /** Adds a paragraph. */
    public Sections paragraph(String text) {
        return add(text.isEmpty() ? "" : text + "\n");
    }

    /** Adds a table. */
    public Sections table(Grid grid) {
        return add(markdown ? grid.markdown() : grid.text());
    }

    /** Adds a list without a title. */
    public Sections list(List<String> lines) {
        return add(bullets(lines));
    }

    /** Adds a list. */
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
        return lines.stream().map(line -> bullet + line + "\n").collect(Collectors.joining());
    }

    /** All sections, with an empty line between two. */
    public String text() {
        return String.join("\n", sections);
    }

    /** A number of things: {@code 1 row}, {@code 2 rows}. */
    public static String count(int number, String what) {
        return String.format(Locale.ROOT, "%d %s%s", number, what, number == 1 ? "" : "s");
    }
}

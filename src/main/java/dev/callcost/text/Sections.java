package dev.callcost.text;

import dev.callcost.text.Table.Grid;
import dev.callcost.text.Terminal.Colour;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A report of paragraphs, lists and tables, as text, Markdown or HTML. Empty sections are left out. */
public final class Sections {
    /** Stands for a blank at which no line breaks. The finished report has a blank in its place. */
    public static final char NO_BREAK = '\ue000';

    private static final int HTML = -1;
    private static final int NAMED = 3;

    /** A name with blanks that a line does not break. */
    private static final int LONGEST_NAME = 60;

    private final boolean markdown;
    private final int width;
    private final List<String> sections = new ArrayList<>();

    private Sections(boolean markdown, int width) {
        this.markdown = markdown;
        this.width = width;
    }

    /** An empty report as HTML. */
    public static Sections html() {
        return new Sections(false, HTML);
    }

    /** An empty report with lines of any length, as Markdown or as text. */
    public Sections(boolean markdown) {
        this(markdown, Terminal.ENDLESS);
    }

    /** An empty report as text, wrapped at a width where possible. */
    public static Sections text(int width) {
        return new Sections(false, width);
    }

    public boolean isMarkdown() {
        return markdown;
    }

    public boolean isHtml() {
        return width == HTML;
    }

    public boolean isText() {
        return !markdown && !isHtml();
    }

    /** Of a line of text, in characters. */
    public int width() {
        return isText() ? width : Terminal.ENDLESS;
    }

    public Sections paragraph(String text) {
        return add(text.isEmpty() ? "" : isHtml() ? "<p>" + Html.words(text) + "</p>\n" : lines("", "", text));
    }

    /** A paragraph that begins with a word, which has a colour in text. */
    public Sections paragraph(String word, Colour colour, String text) {
        paragraph(word + text);
        if (isText()) {
            String whole = sections.remove(sections.size() - 1);
            sections.add(colour.of(word) + whole.substring(word.length()));
        }
        return this;
    }

    public Sections table(Grid grid) {
        return add(isHtml() ? grid.html() : markdown ? grid.markdown() : grid.text(width));
    }

    public Sections list(List<String> lines) {
        if (isHtml()) {
            String items = lines.stream()
                    .map(line -> "<li>" + Html.name(line) + "</li>\n")
                    .collect(Collectors.joining());
            return add(items.isEmpty() ? "" : "<ul>\n" + items + "</ul>\n");
        }
        String bullet = markdown ? "- " : "  ";
        return add(
                lines.stream().map(line -> lines(bullet, bullet + bullet, line)).collect(Collectors.joining()));
    }

    /** Lines of text below each other, or a list. */
    public Sections lines(List<String> lines) {
        return isText()
                ? add(lines.stream().map(line -> lines("", "  ", line)).collect(Collectors.joining()))
                : list(lines);
    }

    public Sections list(String title, List<String> lines) {
        list(lines);
        if (!lines.isEmpty()) {
            String heading = isHtml() ? "<p>" + Html.words(title) + "</p>" : title + (markdown ? "\n" : "");
            sections.add(heading + "\n" + sections.remove(sections.size() - 1));
        }
        return this;
    }

    /** A section as it is, unless it is empty. */
    public Sections add(String section) {
        if (!section.isEmpty()) {
            sections.add(section);
        }
        return this;
    }

    private String lines(String first, String others, String text) {
        String visible = Visible.prose(text);
        return width == Terminal.ENDLESS
                ? first + (markdown ? Table.Markdown.prose(visible) : visible) + "\n"
                : String.join("\n", Wrap.lines(first, others, visible, width)) + "\n";
    }

    /** All sections, with an empty line between two. */
    public String text() {
        return String.join("\n", sections).replace(NO_BREAK, ' ');
    }

    /** A name whose words stay in one line, unless it is long. */
    public static String unbroken(String name) {
        return name.length() > LONGEST_NAME ? name : name.replace(' ', NO_BREAK);
    }

    /** The first names, and how many more there are. */
    public static String some(Collection<String> names) {
        int more = names.size() - NAMED;
        return names.stream().limit(NAMED).collect(Collectors.joining(", "))
                + (more > 0 ? " and " + more + " more" : "");
    }

    /** The first lines. Where there are more, the last one counts the rest. */
    public static List<String> limited(List<String> lines, int most, String what) {
        return lines.size() <= most
                ? lines
                : Stream.concat(
                                lines.stream().limit(most - 1),
                                Stream.of("and " + count(lines.size() - most + 1, "more " + what)))
                        .toList();
    }

    /** A count with its noun, such as {@code 1 row} or {@code 2 rows}. */
    public static String count(long number, String what) {
        return String.format(Locale.ROOT, "%d %s%s", number, what, number == 1 ? "" : "s");
    }

    /** Pages of the manual that reports name, by their titles: a jar holds no manual, and has no address of one. */
    public enum ManualPage {
        HISTORY("history.md", "Follow benchmarks over commits"),
        STATISTICS("statistics.md", "Statistics in a page"),
        WORK("work.md", "Work per operation");

        final String file;
        final String title;

        ManualPage(String file, String title) {
            this.file = file;
            this.title = title;
        }

        /** {@code manual: "Work per operation"}. */
        public String text() {
            return "manual: \"" + title + "\"";
        }
    }
}

package dev.callcost.plot;

import java.util.List;
import java.util.stream.Collectors;

/**
 * An HTML page that holds all it needs: no script, no request to anywhere. It is read in light and dark, printed, and by screen readers, for which
 * the table behind each picture is there too.
 */
public final class Page {
    private final StringBuilder body = new StringBuilder();
    private final String title;

    /**
     * A page without content.
     *
     * @param title its heading, and the window's
     */
    public Page(String title) {
        this.title = title;
    }

    /** Begins a section. */
    public Page section(String heading) {
        return add("<h2>%s</h2>\n", heading);
    }

    /** Adds a paragraph; nothing when it is empty. */
    public Page paragraph(String text) {
        return text.isEmpty() ? this : add("<p>%s</p>\n", text);
    }

    /** Adds a list; nothing when it is empty. */
    public Page list(String heading, List<String> lines) {
        if (!lines.isEmpty()) {
            paragraph(heading);
            body.append(lines.stream()
                    .map(line -> "<li>" + Svg.escaped(line) + "</li>\n")
                    .collect(Collectors.joining("", "<ul>\n", "</ul>\n")));
        }
        return this;
    }

    /** Adds names and what they stand for; each term is a pair. */
    public Page terms(List<List<String>> terms) {
        body.append("<dl>\n");
        terms.forEach(term -> add("<dt>%s</dt><dd>%s</dd>\n", term.get(0), term.get(1)));
        body.append("</dl>\n");
        return this;
    }

    /** Adds a picture. */
    public Page picture(Picture picture) {
        body.append(picture.html());
        return this;
    }

    /** Adds a picture with how to read it and its numbers in fixed columns, folded behind a line. */
    public Page foldedPicture(String summary, String legend, Picture picture, String table) {
        return add("<details><summary>%s</summary>\n", summary)
                .paragraph(legend)
                .picture(picture)
                .add("<pre tabindex=\"0\">%s</pre></details>\n", table);
    }

    /** Adds text in fixed columns, folded behind a line. */
    public Page folded(String summary, String text) {
        return add("<details><summary>%s</summary>\n<pre tabindex=\"0\">%s</pre></details>\n", summary, text);
    }

    private Page add(String elements, String... texts) {
        body.append(elements.formatted(List.of(texts).stream().map(Svg::escaped).toArray()));
        return this;
    }

    /** The page. */
    public String html() {
        return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                + "<meta name=\"color-scheme\" content=\"light dark\">\n<title>" + Svg.escaped(title)
                + "</title>\n<style>\n" + Svg.style("marks.css") + Svg.style("page.css")
                + "</style>\n</head>\n<body>\n<main>\n<h1>" + Svg.escaped(title) + "</h1>\n" + body
                + "</main>\n</body>\n</html>\n";
    }
}

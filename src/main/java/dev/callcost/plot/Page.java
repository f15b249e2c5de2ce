package dev.callcost.plot;

import java.util.List;

/**
 * A page in HTML that holds all it needs: no script, no request to anywhere. It is read in light and dark, printed, and by screen readers, for which
 * the table behind each picture is there too.
 */
public final class Page {
    private static final String STYLE = """
            body{margin:0 auto;padding:1rem;max-width:75rem;font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
            h1{font-size:1.5rem}h2{font-size:1.2rem;margin-top:2.5rem;border-top:1px solid var(--faint);padding-top:1rem}
            .wide{overflow-x:auto}svg{max-width:none;height:auto}
            pre{overflow-x:auto;font-size:12px;line-height:1.35;background:none;border:1px solid var(--faint);padding:.6rem}
            dl{display:grid;grid-template-columns:max-content auto;gap:.2rem 1rem}dt{color:var(--quiet)}dd{margin:0;overflow-wrap:anywhere}
            summary{cursor:pointer;color:var(--c0)}
            @media print{details{display:block}details>*{display:block}}
            """;

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
        body.append("<h2>").append(Svg.escaped(heading)).append("</h2>\n");
        return this;
    }

    /** Adds a paragraph; nothing when it is empty. */
    public Page paragraph(String text) {
        if (!text.isEmpty()) {
            body.append("<p>").append(Svg.escaped(text)).append("</p>\n");
        }
        return this;
    }

    /** Adds a list; nothing when it is empty. */
    public Page list(String heading, List<String> lines) {
        if (!lines.isEmpty()) {
            paragraph(heading);
            body.append("<ul>\n");
            lines.forEach(line -> body.append("<li>").append(Svg.escaped(line)).append("</li>\n"));
            body.append("</ul>\n");
        }
        return this;
    }

    /** Adds names and what they stand for. */
    public Page terms(List<List<String>> terms) {
        body.append("<dl>\n");
        terms.forEach(term -> body.append("<dt>")
                .append(Svg.escaped(term.get(0)))
                .append("</dt><dd>")
                .append(Svg.escaped(term.get(1)))
                .append("</dd>\n"));
        body.append("</dl>\n");
        return this;
    }

    /** Adds a picture, as one of this package draws it. */
    public Page picture(String svg) {
        body.append("<div class=\"wide\" tabindex=\"0\">\n").append(svg).append("</div>\n");
        return this;
    }

    /** Adds a picture with how it is read and its numbers in fixed columns, folded away behind a line. */
    public Page foldedPicture(String summary, String legend, String svg, String table) {
        body.append("<details><summary>").append(Svg.escaped(summary)).append("</summary>\n");
        paragraph(legend).picture(svg).columns(table);
        body.append("</details>\n");
        return this;
    }

    /** Adds text in fixed columns, folded away behind a line. */
    public Page folded(String summary, String text) {
        body.append("<details><summary>").append(Svg.escaped(summary)).append("</summary>\n");
        columns(text);
        body.append("</details>\n");
        return this;
    }

    private void columns(String text) {
        body.append("<pre tabindex=\"0\">").append(Svg.escaped(text)).append("</pre>");
    }

    /** The page. */
    public String html() {
        return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                + "<meta name=\"color-scheme\" content=\"light dark\">\n<title>" + Svg.escaped(title)
                + "</title>\n<style>\n"
                + Svg.STYLE + STYLE + "</style>\n</head>\n<body>\n<main>\n<h1>" + Svg.escaped(title) + "</h1>\n" + body
                + "</main>\n</body>\n</html>\n";
    }

    /** A picture as a file of its own, with the colours it needs. */
    public static String standalone(String svg) {
        return svg.replaceFirst(
                "(?s)(<svg[^>]*>\n)", "$1<style>\n" + Svg.STYLE + "svg{background:var(--paper)}\n</style>\n");
    }
}

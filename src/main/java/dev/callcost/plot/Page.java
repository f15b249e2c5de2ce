package dev.callcost.plot;

import dev.callcost.text.Html;
import dev.callcost.text.Sections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The parts of an HTML page that holds all it needs: no script, no request to anywhere. It is read in light and dark,
 * printed, and by screen readers. A part without content is empty.
 */
public final class Page {
    private Page() {}

    /**
     * The page.
     *
     * @param question that it answers, in a few words
     * @param headline the answer; what is in brackets at its end is set smaller
     * @param kind of a banner around the headline, and its chip: a verdict, or empty for none
     */
    public static String of(
            String question, String headline, String kind, String dek, List<String> facts, String... parts) {
        String light = Html.name(headline).replaceFirst(" (\\[.*)$", " <span class=\"light\">$1</span>");
        return """
                <!DOCTYPE html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <meta name="color-scheme" content="light dark">
                <title>%s</title>
                <style>
                %s%s</style>
                </head>
                <body>
                <main>
                <p class="kicker"><b>callcost</b> \u00b7 %s</p>
                <header class="%s">
                %s<h1>%s</h1>
                %s</header>
                %s%s</main>
                </body>
                </html>
                """.formatted(
                        Html.words(headline),
                        Picture.style("marks.css"),
                        Picture.style("page.css"),
                        Html.words(question),
                        kind.isEmpty() ? "" : "banner " + kind,
                        kind.isEmpty() ? "" : Picture.chip(kind) + "\n",
                        light,
                        paragraph("dek", dek),
                        list("facts", facts),
                        String.join("", parts));
    }

    /** How many warnings there are, as a badge that leads to them. */
    public static String state(int warnings) {
        return warnings == 0
                ? ""
                : "<p class=\"state\"><a class=\"badge\" href=\"#warnings\">" + Sections.count(warnings, "warning")
                        + "</a></p>\n";
    }

    public static String section(String id, String heading, String how, String... parts) {
        String named = around(" id=\"", id, "\"");
        String head = "<section%s>\n<h2>%s</h2>\n%s".formatted(named, Html.words(heading), paragraph("how", how));
        return around(head, String.join("", parts), "</section>\n");
    }

    /** What is folded away behind a line. */
    public static String folded(String summary, String how, String... parts) {
        String head = "<details><summary>" + Html.words(summary) + "</summary>\n" + paragraph("how", how);
        return around(head, String.join("", parts), "</details>\n");
    }

    private static String paragraph(String kind, String text) {
        return around("<p class=\"" + kind + "\">", Html.words(text), "</p>\n");
    }

    private static String list(String kind, List<String> lines) {
        String items = lines.stream()
                .map(line -> "<li>" + Html.words(line) + "</li>\n")
                .collect(Collectors.joining());
        return around("<ul class=\"" + kind + "\">\n", items, "</ul>\n");
    }

    private static String around(String before, String content, String after) {
        return content.isEmpty() ? "" : before + content + after;
    }

    /** Warnings, each with its name in a badge: what stands before the first colon. */
    public static String warnings(List<String> lines) {
        return list("warnings", lines).replaceAll("<li>([^:<]{1,40}): ", "<li><span class=\"badge\">$1</span> ");
    }

    /** Names and what they stand for. */
    public static String terms(Map<String, String> terms) {
        StringBuilder list = new StringBuilder();
        terms.forEach((name, text) ->
                list.append("<dt>%s</dt><dd>%s</dd>\n".formatted(Html.escaped(name), Html.escaped(text))));
        return around("<dl>\n", list.toString(), "</dl>\n");
    }

    /** @param files what each shows, by the name of the file */
    public static String links(Map<String, String> files) {
        StringBuilder list = new StringBuilder();
        files.forEach((file, text) ->
                list.append("<li><a href=\"%s\">%s</a></li>\n".formatted(Html.escaped(file), Html.words(text))));
        return around("<ul>\n", list.toString(), "</ul>\n");
    }
}

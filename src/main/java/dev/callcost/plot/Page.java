package dev.callcost.plot;

import dev.callcost.text.Html;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The parts of an HTML page that holds all it needs: no script, no request to anywhere. It is read in light and dark, printed, and by screen readers. A part
 * without content is empty.
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
        String light = Html.words(headline).replaceFirst(" (\\[.*)$", " <span class=\"light\">$1</span>");
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

    /** How many warnings there are, as a badge that leads to them, and what else must not be missed. */
    public static String state(int warnings, String good) {
        String badge = warnings == 0
                ? ""
                : "<a class=\"badge\" href=\"#warnings\">" + warnings + (warnings == 1 ? " warning" : " warnings")
                        + "</a>";
        String state = badge + (good.isEmpty() ? "" : "<span class=\"badge good\">" + Html.words(good) + "</span>");
        return state.isEmpty() ? "" : "<p class=\"state\">" + state + "</p>\n";
    }

    /** A section with its heading and how to read it. */
    public static String section(String id, String heading, String how, String... parts) {
        String content = String.join("", parts);
        return content.isEmpty()
                ? ""
                : "<section%s>\n<h2>%s</h2>\n%s%s</section>\n"
                        .formatted(
                                id.isEmpty() ? "" : " id=\"" + id + "\"",
                                Html.words(heading),
                                paragraph("how", how),
                                content);
    }

    /** Parts that stand beside each other where there is room. */
    public static String beside(String... parts) {
        String content = String.join("", parts);
        return content.isEmpty() ? "" : "<div class=\"beside\">\n" + content + "</div>\n";
    }

    /** What is folded away behind a line. */
    public static String folded(String summary, String how, String... parts) {
        String content = String.join("", parts);
        return content.isEmpty()
                ? ""
                : "<details><summary>%s</summary>\n%s%s</details>\n"
                        .formatted(Html.words(summary), paragraph("how", how), content);
    }

    private static String paragraph(String kind, String text) {
        return text.isEmpty() ? "" : "<p class=\"%s\">%s</p>\n".formatted(kind, Html.words(text));
    }

    private static String list(String kind, List<String> lines) {
        return lines.isEmpty()
                ? ""
                : lines.stream()
                        .map(line -> "<li>" + Html.words(line) + "</li>\n")
                        .collect(Collectors.joining("", "<ul class=\"" + kind + "\">\n", "</ul>\n"));
    }

    /** Paragraphs, a line each. */
    public static String prose(String lines) {
        return lines.lines().map(line -> paragraph("prose", line)).collect(Collectors.joining());
    }

    /** Warnings, each with its name in a badge: what stands before the first colon. */
    public static String warnings(List<String> lines) {
        return list("warnings", lines).replaceAll("<li>([^:<]{1,40}): ", "<li><span class=\"badge\">$1</span> ");
    }

    /** Names and what they stand for; each term is a pair. */
    public static String terms(List<List<String>> terms) {
        return terms.stream()
                .map(term -> "<dt>" + Html.escaped(term.get(0)) + "</dt><dd>" + Html.escaped(term.get(1)) + "</dd>\n")
                .collect(Collectors.joining("", terms.isEmpty() ? "" : "<dl>\n", terms.isEmpty() ? "" : "</dl>\n"));
    }

    /** @param files what each shows, by the name of the file */
    public static String links(Map<String, String> files) {
        return files.entrySet().stream()
                .map(it -> "<li><a href=\"" + Html.escaped(it.getKey()) + "\">" + Html.words(it.getValue())
                        + "</a></li>\n")
                .collect(Collectors.joining("", files.isEmpty() ? "" : "<ul>\n", files.isEmpty() ? "" : "</ul>\n"));
    }

    /** Code or a command. */
    public static String code(String text) {
        return "<pre tabindex=\"0\">" + Html.escaped(text) + "</pre>\n";
    }

    /** A text in this jar, beside this class unless its name begins with a slash; empty where there is none. */
    public static Optional<String> resource(String name) {
        try (InputStream text = Page.class.getResourceAsStream(name)) {
            return text == null
                    ? Optional.empty()
                    : Optional.of(new String(text.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

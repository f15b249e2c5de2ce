package dev.callcost.text;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Text and tables as HTML. */
public final class Html {
    private static final Pattern NUMBER = Pattern.compile("[-+±<>]?\\d+(,\\d{3})*[\\d.]*($|[ %x±].*)");
    private static final Pattern INTERVAL = Pattern.compile("^(.*?)( [±\\[].*)$");

    private Html() {}

    /** Text as the content of an element or an attribute. */
    public static String escaped(String text) {
        return Visible.prose(text)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** Prose and numbers, escaped, with µs, true minus signs, and no-break spaces before units. */
    public static String words(String text) {
        return escaped(text.replace(Sections.NO_BREAK, ' ')
                .replaceAll("(?<=\\d) us\\b", "\u00a0µs")
                .replaceAll("(?<=\\d)(?: ?(?=%)| (?=(?:ns|ms|s|B)\\b))", "\u00a0")
                .replaceAll("(?<![\\w.)-])-(?=\\d)", "\u2212"));
    }

    /** Words with names of rows or methods, which break at their parts in a narrow window. */
    public static String name(String text) {
        return words(text).replaceAll("(?<=[a-z]{3})(?=[A-Z])|(?<=[a-z]\\.)(?=[a-z])|(?<=[A-Z]_)", "<wbr>");
    }

    /** Numbers with commas from 1,000 on. */
    public static String grouped(String text) {
        return text.replaceAll("(?<!\\.\\d{0,9})(?<=\\d)(?=(\\d{3})+(?!\\d))", ",");
    }

    /** {@link #words} with a number and its interval in two elements, the interval in the class {@code quiet}. */
    public static String number(String text, String element) {
        return INTERVAL.matcher(words(text))
                .replaceFirst("<" + element + " class=\"strong\">$1</" + element + "><" + element
                        + " class=\"quiet\">$2</" + element + ">");
    }

    /** A table. Lines that have their first cell in common stand below it; a column of numbers is flush right. */
    static String table(List<List<String>> lines) {
        List<String> header = lines.get(0);
        List<List<String>> rows = lines.subList(1, lines.size());
        Set<String> firsts = new HashSet<>(rows.stream().map(row -> row.get(0)).toList());
        int from = firsts.size() < rows.size() && header.size() > 2 ? 1 : 0;
        List<Boolean> right = IntStream.range(0, header.size())
                .mapToObj(c -> c > from
                        && rows.stream()
                                .map(row -> row.get(c))
                                .allMatch(
                                        it -> it.isEmpty() || NUMBER.matcher(it).matches()))
                .toList();
        StringBuilder table = new StringBuilder("<div class=\"scroll\" tabindex=\"0\"><table>\n<thead>"
                + row(header, from, right, "th scope=\"col\"") + "</thead>\n<tbody>\n");
        String group = "";
        for (List<String> row : rows) {
            if (from == 1 && !row.get(0).equals(group)) {
                group = row.get(0);
                table.append("<tr><th scope=\"rowgroup\" colspan=\"%d\"><span>%s</span></th></tr>\n"
                        .formatted(header.size() - 1, words(group)));
            }
            table.append(row(row, from, right, "td"));
        }
        return table.append("</tbody></table></div>\n").toString();
    }

    private static String row(List<String> cells, int from, List<Boolean> right, String element) {
        return IntStream.range(from, cells.size())
                .mapToObj(c -> {
                    String tag = c == from && element.equals("td") ? "th scope=\"row\"" : element;
                    String cell = cells.get(c);
                    String text = tag.startsWith("th scope=\"row")
                            ? name(cell)
                            : number(right.get(c) && element.equals("td") ? grouped(cell) : cell, "span");
                    return "<" + tag + (right.get(c) ? " class=\"right\">" : ">") + text + "</" + tag.substring(0, 2)
                            + ">";
                })
                .collect(Collectors.joining("", "<tr>", "</tr>\n"));
    }
}

package dev.callcost.pages;

import dev.callcost.plot.Page;
import dev.callcost.plot.Picture;
import dev.callcost.text.Sections;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.stream.DoubleStream;

/** What a page is about: runs, a comparison, or bills. */
interface Subject {
    /** The question that the page answers, in a few words. */
    String question();

    /** The answer to the question, in one sentence. */
    String headline();

    /** The verdict; empty for none. */
    default String kind() {
        return "";
    }

    /** What to make of the headline; empty for nothing. */
    default String dek() {
        return "";
    }

    /** What was measured where, and when. */
    List<String> facts();

    List<Figure> figures();

    /** What speaks against the numbers, where {@link #addTo} does not say it on a page. */
    default List<String> warnings() {
        return List.of();
    }

    /** Adds what its command prints at its end. A page has no warnings there. */
    Sections addTo(Sections report);

    /** Parts that a page folds away, as HTML by their headings. */
    default Map<String, String> folded() {
        return Map.of();
    }

    /** Pages with flame graphs by the rows' labels, of each session. */
    default List<Map<String, String>> flameGraphs() {
        return List.of();
    }

    /**
     * A picture of a page.
     *
     * @param name of its file, without the ending
     * @param legend how to read it
     * @param isFolded whether the page folds it away at the end
     */
    record Figure(String name, String legend, boolean isFolded, Picture picture) {
        /** More rows would make a page large and slow. Tables have all. */
        static final int MOST_ROWS = 60;

        String html() {
            return isFolded
                    ? Page.folded(picture.title(), legend, picture.html())
                    : Page.section("", picture.title(), legend, picture.html());
        }

        /** What to say of a picture of so many rows: nothing while it has all. */
        static String limit(int rows) {
            return rows > MOST_ROWS
                    ? " The first " + MOST_ROWS + " of " + rows + " rows are drawn. The table has all."
                    : "";
        }

        /** The least and the most of some numbers, at least one: {@code 0.92 to 1.3}, each formatted. */
        static String range(DoubleStream values, DoubleFunction<String> text) {
            double[] sorted = values.sorted().toArray();
            return text.apply(sorted[0]) + " to " + text.apply(sorted[sorted.length - 1]);
        }
    }
}

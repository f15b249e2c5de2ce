package dev.callcost.pages;

import dev.callcost.text.Sections;
import java.util.List;
import java.util.Map;

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
}

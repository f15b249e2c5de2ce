package dev.callcost.results.verdict;

import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Settings in which the two sides of rows differ, a line for each with the rows that have it. */
public final class Differences {
    /** Rows named one by one before they are only counted. */
    private static final int NAMED = 3;

    private final Map<String, List<String>> rows = new LinkedHashMap<>();

    /**
     * Adds a row.
     *
     * @param row what it is called
     * @param differences its differences
     */
    public void add(String row, List<String> differences) {
        differences.forEach(difference ->
                rows.computeIfAbsent(difference, d -> new ArrayList<>()).add(row));
    }

    /** The lines. */
    public List<String> lines() {
        return rows.entrySet().stream()
                .map(entry -> entry.getKey() + ": "
                        + (entry.getValue().size() <= NAMED
                                ? String.join(", ", entry.getValue())
                                : Sections.count(entry.getValue().size(), "row")))
                .toList();
    }
}

package dev.callcost.history;

import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a reader of many runs should know about rows or runs: what is said of several of them is one line. */
final class Remarks {
    private final Map<String, Set<String>> subjects = new LinkedHashMap<>();

    /** The first example of each text. */
    private final Map<String, String> examples = new LinkedHashMap<>();

    void add(String text, String subject) {
        add(text, "", subject);
    }

    /** @param example of which the first one is shown */
    void add(String text, String example, String subject) {
        examples.putIfAbsent(text, example);
        subjects.computeIfAbsent(text, it -> new LinkedHashSet<>()).add(subject);
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        subjects.forEach((text, of) -> lines.add(text
                + (examples.get(text).isEmpty() ? "" : ", such as " + examples.get(text)) + ": " + Sections.some(of)));
        return lines;
    }
}

package dev.callcost.compare;

import dev.callcost.data.RowNames;
import dev.callcost.text.JsonDocument;
import dev.callcost.text.Sections;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a comparison would measure, and why.
 *
 * @param sentence how many rows, and in about which time
 * @param time of the pairs, estimated
 */
public record ComparisonPlan(CompareLog session, String sentence, Duration time) {
    public String text(int width) {
        return render(Sections.text(width));
    }

    public String markdown() {
        return render(new Sections(true));
    }

    private String render(Sections report) {
        ReachedRows changed = session.changed();
        if (changed.reach() == null) {
            return report.paragraph(sentence).text();
        }
        report.lines(List.of(changed.differenceOfSides() + ".", sentence));
        changed.addPlan(report, new RowNames(session.header().rows()));
        return report.text();
    }

    /** For programs, ending in a line feed: numbers of methods and classes count from 0. */
    public String json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("schema", "callcost plan 1");
        json.put("seconds", time.toSeconds());
        json.put("changed", session.changed().reach());
        json.put("rows", session.changed().rows().values());
        return JsonDocument.of(json);
    }
}

package dev.callcost.cli;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.callcost.data.CountedWork.WorkChanges;
import dev.callcost.data.CountedWork.WorkStep;
import dev.callcost.data.RowKey;
import dev.callcost.data.RowKey.RowNames;
import dev.callcost.text.JsonDocument;
import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The work of results files, which stands after their verdicts and decides none of them.
 *
 * @param areSeveral whether a side has several files
 */
record WorkSection(WorkChanges changes, boolean areSeveral) {
    String markdown() {
        return addTo(new Sections(true)).text();
    }

    String text(int width) {
        return addTo(Sections.text(width)).text();
    }

    private Sections addTo(Sections sections) {
        List<RowKey> compared = List.copyOf(changes.steps().keySet());
        RowNames names = new RowNames(compared);
        List<String> lines = new ArrayList<>();
        changes.steps()
                .forEach((row, steps) -> steps.forEach(step -> lines.add(names.of(row) + " " + step.sentence())));
        long changed = changes.steps().values().stream()
                .filter(steps -> !steps.isEmpty())
                .count();
        String count = Sections.count(compared.size(), "row") + (areSeveral ? " (all files of a side agree)" : "");
        return sections.list("Work changed in " + changed + " of " + count + ", which says nothing about time:", lines)
                .paragraph(
                        compared.isEmpty() || changed > 0
                                ? ""
                                : "Work is the same in " + count + ", which says nothing about time.")
                .list("Work that does not compare:", changes.notes());
    }

    /** The report with a member {@code work}. */
    String json(String report) {
        JsonObject json = JsonParser.parseString(report).getAsJsonObject();
        List<Map<String, Object>> rows = new ArrayList<>();
        changes.steps()
                .forEach((row, steps) -> rows.add(JsonDocument.object(
                        "row",
                        row,
                        "steps",
                        steps.stream().map(WorkSection::json).toList())));
        json.add(
                "work",
                JsonDocument.GSON.toJsonTree(JsonDocument.object("rows", rows, "notCompared", changes.reasons())));
        return JsonDocument.of(json);
    }

    private static Map<String, Object> json(WorkStep step) {
        return JsonDocument.object("metric", step.count().metric(), "base", step.before(), "head", step.after());
    }
}

package dev.callcost.compare.report;

import dev.callcost.compare.measure.ComparisonPlan;
import dev.callcost.compare.session.Session;
import dev.callcost.data.RowNames;
import dev.callcost.text.JsonDocument;
import dev.callcost.text.Sections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a comparison would measure, and why. */
public record PlanReport(ComparisonPlan plan) {
    public String text(int width) {
        return render(Sections.text(width));
    }

    public String markdown() {
        return render(new Sections(true));
    }

    private String render(Sections report) {
        Session session = plan.session();
        String sentence = plan.work()
                .map(work -> ComparisonProgress.sentence(session, work))
                .orElse("The scouts were told to end.");
        if (session.changed().reach() == null) {
            return report.paragraph(sentence).text();
        }
        ReachText changed = new ReachText(session.changed());
        report.lines(List.of(changed.differenceOfSides() + ".", sentence));
        changed.addPlan(report, new RowNames(session.header().rows()));
        return report.text();
    }

    /** For programs, ending in a line feed: numbers of methods and classes count from 0. */
    public String json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("schema", "callcost plan 1");
        json.put("seconds", plan.work().map(it -> it.estimate().toSeconds()).orElse(0L));
        json.put("changed", plan.session().changed().reach());
        json.put("rows", plan.session().changed().rows().values());
        return JsonDocument.of(json);
    }
}

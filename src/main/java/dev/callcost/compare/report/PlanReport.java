package dev.callcost.compare.report;

import dev.callcost.compare.measure.Comparison.ComparisonPlan;
import dev.callcost.compare.measure.ComparisonListener.PlannedCounts;
import dev.callcost.compare.measure.ComparisonListener.PlannedWork;
import dev.callcost.compare.session.Session;
import dev.callcost.compare.session.SessionEvent.ForkLoss;
import dev.callcost.data.RowKey;
import dev.callcost.data.RowKey.RowNames;
import dev.callcost.text.JsonDocument;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

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
        report.lines(Stream.concat(
                        Stream.of(changed.differenceOfSides() + ".", sentence),
                        plan.counts().map(PlanReport::text).stream())
                .toList());
        Map<RowKey, String> losses = new HashMap<>();
        session.all(ForkLoss.class).forEach(loss -> losses.put(loss.row(), loss.text()));
        changed.addPlan(report, new RowNames(session.header().rows()), losses);
        return report.text();
    }

    private static String text(PlannedCounts counts) {
        String usual = "about " + Numbers.duration(counts.usual().toNanos());
        return "Before the pairs the work of " + Sections.count(counts.rows(), "row") + " is counted: "
                + counts.limit()
                        .map(limit -> (limit.compareTo(counts.usual()) < 0 ? "" : usual + ", ") + "at most "
                                + Numbers.duration(limit.toNanos()) + " of the budget")
                        .orElse(usual)
                + ".";
    }

    /** For programs, ending in a line feed: numbers of methods and classes count from 0. */
    public String json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("schema", "callcost plan 1");
        json.put(
                "seconds",
                plan.work()
                        .flatMap(PlannedWork::time)
                        .map(it -> it.usual().time().toSeconds())
                        .orElse(0L));
        json.put("changed", plan.session().changed().reach());
        json.put("rows", plan.session().changed().rows().values());
        return JsonDocument.of(json);
    }
}

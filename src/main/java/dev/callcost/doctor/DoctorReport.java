package dev.callcost.doctor;

import static dev.callcost.text.Numbers.percent;
import static dev.callcost.text.Numbers.significant;

import dev.callcost.doctor.Drift.Steadiness;
import dev.callcost.doctor.Examination.Section;
import dev.callcost.doctor.Finding.Level;
import dev.callcost.doctor.Resolution.Expected;
import dev.callcost.stats.VerdictRule;
import dev.callcost.text.Grid;
import dev.callcost.text.JsonDocument;
import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** An examination's findings, and what they mean for the machine time of a comparison: as a page of text, or as JSON. */
public final class DoctorReport {
    private static final int MOST_WARNINGS = 5;

    /** The probes whose notes affect intervals most come first. */
    private static final List<String> WORST_FIRST =
            List.of("Steadiness", "Machine", "Clock", "Wake-ups", "Waiting", "Profilers");

    private static final String MARGIN = percent(VerdictRule.MARGIN, 0);

    private final Examination examination;
    private final List<Section> sections;
    private final Resolution resolution;

    private record Json(
            String schema,
            boolean fit,
            List<Section> sections,
            Examination measured,
            Steadiness steadiness,
            Resolution expected) {}

    public DoctorReport(Examination examination) {
        this.examination = examination;
        this.sections = examination.sections();
        this.resolution = Resolution.expected(examination.drift().steadiness());
    }

    /** Whether no finding is {@link Level#UNFIT}. */
    public boolean isFit() {
        return warnings().stream().noneMatch(finding -> finding.level() == Level.UNFIT);
    }

    /** The findings that are not {@link Level#OK}, the worst first. */
    List<Finding> warnings() {
        return sections.stream()
                .sorted(Comparator.comparing(section -> WORST_FIRST.indexOf(section.title())))
                .flatMap(section -> section.findings().stream())
                .filter(finding -> finding.level() != Level.OK)
                .sorted(Comparator.comparing(Finding::level).reversed())
                .toList();
    }

    /**
     * The findings of the page, {@code measured} with the numbers behind them (nanoseconds; shares of one), and what to expect. A member whose value
     * is unknown is missing.
     */
    public String json() {
        Steadiness steadiness = examination.drift().steadiness();
        return JsonDocument.of(new Json("callcost doctor 1", isFit(), sections, examination, steadiness, resolution));
    }

    /** The page: the answer, what speaks against it, and the other findings. */
    public String page(int width) {
        List<Finding> warnings = warnings();
        List<Finding> worst = warnings.stream().limit(MOST_WARNINGS).toList();
        List<String> against = new ArrayList<>();
        worst.forEach(finding -> against.add(line(finding)));
        if (warnings.size() > worst.size()) {
            against.add(Sections.count(warnings.size() - worst.size(), "more note") + " below");
        }
        Sections page = Sections.text(width)
                .paragraph(answer())
                .list("What speaks against it:", against)
                .paragraph("What a row's machine time can show:")
                .table(expected())
                .paragraph(
                        "± is half of a row's 99 % interval when base and head share that time in adjacent pairs:"
                                + " t x sd x sqrt(2 / pairs). `compare` finds a difference of that size in half of the cases. The sd of forks, "
                                + percent(resolution.forkSd(), 2) + ", is estimated from the usual "
                                + percent(Resolution.USUAL_FORK_SD)
                                + " of pinned rows and the steadiness below. `java -jar benchmarks.jar compare --all-rows"
                                + " InlineCallBenchmark.latency` measures the interval of identical code, slow spells included.");
        for (Section section : sections) {
            List<String> lines = new ArrayList<>();
            for (Finding finding : section.findings()) {
                if (!worst.contains(finding)) {
                    lines.add(line(finding));
                }
                lines.addAll(finding.table());
            }
            page.list(section.title() + ":", lines);
        }
        return page.paragraph("Measured on " + examination.machine() + "; " + examination.jvm())
                .text();
    }

    private String answer() {
        if (!isFit()) {
            return "NOT FIT to measure: this machine cannot show a difference of " + MARGIN + " now.";
        }
        String times = resolution.rows().stream()
                .filter(row -> row.minutesToMargin() != null)
                .map(row -> minutes(row) + " (" + row.rows() + ")")
                .collect(Collectors.joining(", "));
        String difference = "show a difference of " + MARGIN;
        return times.isEmpty()
                ? "This machine cannot " + difference + " within a day."
                : "This machine can " + difference + ", and a row needs " + times + " of machine time for it.";
    }

    private static String line(Finding finding) {
        String level = finding.level() == Level.UNFIT ? "UNFIT:" : finding.level() == Level.NOTE ? "note:" : "ok:";
        return Stream.of(level, finding.what(), finding.means(), finding.todo())
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(" "));
    }

    private Grid expected() {
        Grid grid = new Grid().left("row").right("forks a minute");
        Resolution.MINUTES.forEach(minutes -> grid.right(minutes + " min"));
        grid.right("±" + MARGIN + " after");
        for (Expected expected : resolution.rows()) {
            List<String> cells = new ArrayList<>(List.of(expected.rows(), significant(expected.forksPerMinute())));
            Resolution.MINUTES.stream()
                    .map(expected.halfWidthAfterMinutes()::get)
                    .forEach(halfWidth -> cells.add(halfWidth == null ? "-" : "±" + percent(halfWidth)));
            cells.add(minutes(expected));
            grid.row(cells.toArray(String[]::new));
        }
        return grid;
    }

    private static String minutes(Expected expected) {
        Double needed = expected.minutesToMargin();
        return needed == null ? "more than a day" : significant(needed) + " min";
    }
}

package dev.callcost.doctor;

import static dev.callcost.text.Numbers.percent;
import static dev.callcost.text.Numbers.significant;

import dev.callcost.doctor.Diagnosis.Finding;
import dev.callcost.doctor.Diagnosis.Level;
import dev.callcost.doctor.Diagnosis.Section;
import dev.callcost.doctor.Drift.Steadiness;
import dev.callcost.doctor.Resolution.Expected;
import dev.callcost.stats.Rule;
import dev.callcost.text.Grid;
import dev.callcost.text.JsonDocument;
import dev.callcost.text.Sections;
import dev.callcost.text.Wrap;
import java.util.ArrayList;
import java.util.List;

/** A diagnosis as a page of text, or as JSON. */
public final class DoctorReport {
    private static final int WIDTH = 120;

    /** By level; equally long. */
    private static final String[] MARKS = {"  ok    ", "  note  ", "  UNFIT "};

    private static final String INDENT = " ".repeat(MARKS[0].length());

    private final StringBuilder text = new StringBuilder();

    private DoctorReport() {}

    private record Json(
            String schema,
            boolean fit,
            List<Section> sections,
            Examination measured,
            Steadiness steadiness,
            Resolution expected) {}

    /**
     * The findings of the page, {@code measured} with the numbers behind them (nanoseconds; shares of one), and what to expect. A member whose
     * value is unknown is missing.
     */
    public static String json(Examination examination, Diagnosis diagnosis) {
        return JsonDocument.of(new Json(
                "callcost doctor 1",
                diagnosis.isFit(),
                diagnosis.sections(),
                examination,
                examination.drift().steadiness(),
                diagnosis.resolution()));
    }

    /** The page; each line ends in a line feed. */
    public static String page(Examination examination, Diagnosis diagnosis) {
        DoctorReport page = new DoctorReport();
        page.wrapped("", "", "Machine: " + examination.machine());
        page.wrapped("", "", "Measured on: " + examination.jvm());
        page.wrapped(
                "",
                "",
                (diagnosis.isFit() ? "Fit to measure" : "NOT FIT to measure, see UNFIT below") + "; "
                        + Sections.count(diagnosis.count(Level.NOTE), "note") + ".");
        for (Section section : diagnosis.sections()) {
            page.line("\n" + section.title());
            section.findings().forEach(page::finding);
        }
        page.line("\nWhat to expect of machine time");
        page.resolution(diagnosis.resolution());
        return page.text.toString();
    }

    private void finding(Finding finding) {
        String means = finding.means().isEmpty() ? "" : " " + finding.means();
        wrapped(MARKS[finding.level().ordinal()], INDENT, finding.what() + means);
        finding.table().forEach(line -> line(INDENT + "  " + line));
        if (!finding.todo().isEmpty()) {
            wrapped(INDENT + "-> ", INDENT + "   ", finding.todo());
        }
    }

    private void resolution(Resolution resolution) {
        Grid grid = new Grid().left("row").right("forks a minute");
        Resolution.MINUTES.forEach(minutes -> grid.right(minutes + " min"));
        grid.right("±" + percent(Rule.MARGIN, 0) + " after");
        for (Expected expected : resolution.rows()) {
            List<String> cells = new ArrayList<>(List.of(expected.rows(), significant(expected.forksPerMinute())));
            for (int minutes : Resolution.MINUTES) {
                Double halfWidth = expected.halfWidthAfterMinutes().get(minutes);
                cells.add(halfWidth == null ? "-" : "±" + percent(halfWidth));
            }
            Double needed = expected.minutesToMargin();
            cells.add(needed == null ? "more than a day" : significant(needed) + " min");
            grid.row(cells.toArray(String[]::new));
        }
        grid.text().lines().forEach(line -> line(INDENT + line));
        wrapped(
                INDENT,
                INDENT,
                "The half width of a row's 99 % interval when base and head share that time in adjacent pairs: t x sd x"
                        + " sqrt(2 / pairs). `compare` finds a difference of that size in half of the cases. The fork-to-fork"
                        + " sd of "
                        + percent(resolution.forkSd(), 2)
                        + " is an estimate from the usual "
                        + percent(Resolution.USUAL_FORK_SD)
                        + " of pinned rows and the spread of the work above.");
        wrapped(
                INDENT + "-> ",
                INDENT + "   ",
                "`java -jar benchmarks.jar compare --self InlineCallBenchmark.latency` measures the interval of identical code"
                        + " on this machine, slow spells included.");
    }

    private void line(String line) {
        text.append(line).append('\n');
    }

    private void wrapped(String first, String others, String words) {
        Wrap.lines(first, others, words, WIDTH).forEach(this::line);
    }
}

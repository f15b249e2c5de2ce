package dev.callcost.doctor;

import static dev.callcost.text.Numbers.percent;
import static dev.callcost.text.Numbers.significant;

import dev.callcost.doctor.Finding.Level;
import dev.callcost.doctor.Resolution.Rows;
import dev.callcost.results.verdict.Rule;
import dev.callcost.text.Grid;
import java.util.ArrayList;
import java.util.List;

/** A diagnosis for people: one page of plain text. */
public final class Page {
    private static final int WIDTH = 120;

    /** What findings are marked with, in the order of the levels; all equally long. */
    private static final String[] MARKS = {"  ok    ", "  note  ", "  UNFIT "};

    private static final String INDENT = " ".repeat(MARKS[0].length());

    private final StringBuilder text = new StringBuilder();

    private Page() {}

    /** The page; each line ends in a line feed. */
    public static String of(Examination examination, Diagnosis diagnosis) {
        Page page = new Page();
        page.wrapped("", "", "Machine: " + examination.machine());
        page.wrapped("", "", "Measured on: " + examination.jvm());
        page.wrapped("", "", verdict(diagnosis));
        diagnosis.sections().forEach(section -> {
            page.title(section.title());
            section.findings().forEach(page::finding);
        });
        page.title("What to expect of machine time");
        page.resolution(diagnosis.resolution());
        return page.text.toString();
    }

    private static String verdict(Diagnosis diagnosis) {
        long notes = diagnosis.count(Level.NOTE);
        return (diagnosis.isFit() ? "Fit to measure" : "NOT FIT to measure, see UNFIT below") + "; " + notes
                + (notes == 1 ? " note." : " notes.");
    }

    private void title(String title) {
        text.append('\n').append(title).append('\n');
    }

    private void finding(Finding finding) {
        wrapped(MARKS[finding.level().ordinal()], INDENT, finding.what() + space(finding.means()));
        finding.table()
                .forEach(line -> text.append(INDENT).append("  ").append(line).append('\n'));
        if (!finding.todo().isEmpty()) {
            wrapped(INDENT + "-> ", INDENT + "   ", finding.todo());
        }
    }

    private void resolution(Resolution resolution) {
        Grid grid = new Grid().left("row").right("forks a minute");
        Resolution.MINUTES.forEach(minutes -> grid.right(minutes + " min"));
        grid.right("±" + percent(Rule.MARGIN, 0) + " after");
        for (Rows rows : Rows.values()) {
            List<String> cells = new ArrayList<>(List.of(rows.label(), significant(rows.forksPerMinute())));
            for (int minutes : Resolution.MINUTES) {
                double halfWidth = resolution.halfWidth(rows, minutes);
                cells.add(Double.isNaN(halfWidth) ? "-" : "±" + percent(halfWidth));
            }
            double needed = resolution.minutes(rows, Rule.MARGIN);
            cells.add(Double.isNaN(needed) ? "more than a day" : significant(needed) + " min");
            grid.row(cells.toArray(String[]::new));
        }
        grid.text().lines().forEach(line -> text.append(INDENT).append(line).append('\n'));
        wrapped(
                INDENT,
                INDENT,
                "Half width of a row's 99 % interval when base and head are interleaved and share that time: t x sd x"
                        + " sqrt(2 / pairs), with a fork-to-fork sd of "
                        + percent(resolution.forkSd(), 2)
                        + "; a difference as large is seen half of the time. That sd is an estimate: the "
                        + percent(Resolution.USUAL_FORK_SD)
                        + " that pinned rows usually have, and the spread of the loop above.");
        wrapped(
                INDENT + "-> ",
                INDENT + "   ",
                "`java -jar benchmarks.jar compare --self InlineCallBenchmark.latency` measures it for real, slow spells"
                        + " included: its interval is what identical code comes to here.");
    }

    private static String space(String sentence) {
        return sentence.isEmpty() ? "" : " " + sentence;
    }

    private void wrapped(String first, String others, String words) {
        StringBuilder line = new StringBuilder(first);
        boolean begun = false;
        for (String word : words.split(" ")) {
            if (begun && line.length() + 1 + word.length() > WIDTH) {
                text.append(line).append('\n');
                line = new StringBuilder(others);
                begun = false;
            }
            line.append(begun ? " " : "").append(word);
            begun = true;
        }
        text.append(line).append('\n');
    }
}

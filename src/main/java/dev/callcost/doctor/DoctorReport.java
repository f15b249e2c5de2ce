package dev.callcost.doctor;

import static dev.callcost.text.Numbers.percent;
import static dev.callcost.text.Numbers.significant;

import dev.callcost.doctor.Drift.Steadiness;
import dev.callcost.doctor.Examination.Section;
import dev.callcost.doctor.Finding.Level;
import dev.callcost.doctor.Resolution.Expected;
import dev.callcost.stats.Rule;
import dev.callcost.text.Grid;
import dev.callcost.text.JsonDocument;
import dev.callcost.text.Sections;
import dev.callcost.text.Wrap;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** An examination's findings, and what they mean for the machine time of a comparison: as a page of text, or as JSON. */
public final class DoctorReport {
    /** Longer lines of prose are hard to read. */
    private static final int WIDEST = 120;

    /** By level; equally long. */
    private static final String[] MARKS = {"  ok    ", "  note  ", "  UNFIT "};

    private static final String INDENT = " ".repeat(MARKS[0].length());
    private static final String ARROW = INDENT + "-> ";

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
        return count(Level.UNFIT) == 0;
    }

    long count(Level level) {
        return sections.stream()
                .flatMap(section -> section.findings().stream())
                .filter(finding -> finding.level() == level)
                .count();
    }

    /**
     * The findings of the page, {@code measured} with the numbers behind them (nanoseconds; shares of one), and what to expect. A member whose
     * value is unknown is missing.
     */
    public String json() {
        Steadiness steadiness = examination.drift().steadiness();
        return JsonDocument.of(new Json("callcost doctor 1", isFit(), sections, examination, steadiness, resolution));
    }

    /**
     * The page; each line ends in a line feed.
     *
     * @param width of a line, in characters
     */
    public String page(int width) {
        String fit = isFit() ? "Fit to measure" : "NOT FIT to measure, see UNFIT below";
        return Stream.of(
                        wrapped(width, "", "Machine: " + examination.machine()),
                        wrapped(width, "", "Measured on: " + examination.jvm()),
                        wrapped(width, "", fit + "; " + Sections.count(count(Level.NOTE), "note") + "."),
                        sections.stream().flatMap(section -> section(section, width)),
                        Stream.of("", "What to expect of machine time"),
                        expected().text(width - INDENT.length()).lines().map(INDENT::concat),
                        wrapped(
                                width,
                                INDENT,
                                "The half width of a row's 99 % interval when base and head share that time in adjacent pairs:"
                                        + " t x sd x sqrt(2 / pairs). `compare` finds a difference of that size in half of the"
                                        + " cases. The fork-to-fork sd of "
                                        + percent(resolution.forkSd(), 2)
                                        + " is an estimate from the usual "
                                        + percent(Resolution.USUAL_FORK_SD)
                                        + " of pinned rows and the spread of the work above."),
                        wrapped(
                                width,
                                ARROW,
                                "`java -jar benchmarks.jar compare --self InlineCallBenchmark.latency` measures the interval of"
                                        + " identical code on this machine, slow spells included."))
                .flatMap(lines -> lines)
                .map(line -> line + "\n")
                .collect(Collectors.joining());
    }

    private static Stream<String> section(Section section, int width) {
        return Stream.concat(
                Stream.of("", section.title()),
                section.findings().stream().flatMap(finding -> finding(finding, width)));
    }

    private static Stream<String> finding(Finding finding, int width) {
        String means = finding.means().isEmpty() ? "" : " " + finding.means();
        return Stream.of(
                        wrapped(width, MARKS[finding.level().ordinal()], finding.what() + means),
                        finding.table().stream().map(line -> INDENT + "  " + line),
                        finding.todo().isEmpty() ? Stream.<String>of() : wrapped(width, ARROW, finding.todo()))
                .flatMap(lines -> lines);
    }

    private Grid expected() {
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
        return grid;
    }

    private static Stream<String> wrapped(int width, String first, String words) {
        return Wrap.lines(first, " ".repeat(first.length()), words, Math.min(width, WIDEST)).stream();
    }
}

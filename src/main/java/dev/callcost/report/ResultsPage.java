package dev.callcost.report;

import dev.callcost.bill.BillReport;
import dev.callcost.compare.Session;
import dev.callcost.compare.SessionComparison;
import dev.callcost.compare.VerdictReport;
import dev.callcost.compare.VerdictReport.View;
import dev.callcost.data.Export;
import dev.callcost.data.Log;
import dev.callcost.data.ResultsFile;
import dev.callcost.ladder.Ladder;
import dev.callcost.ladder.LadderPicture;
import dev.callcost.plot.Page;
import dev.callcost.text.CommandException;
import dev.callcost.text.SafeFile;
import dev.callcost.text.Terminal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * Results files, sessions of {@code compare} and bills, any number of each, as text, Markdown, CSV and a page with pictures. The same input gives the same
 * bytes.
 */
public final class ResultsPage {
    private static final String PAGE = "report.html";

    private final List<FileReport> files = new ArrayList<>();
    private final List<BillReport> bills = new ArrayList<>();

    /** What is drawn of comparisons and bills. */
    private final List<Figure> more = new ArrayList<>();

    /**
     * Reads results.
     *
     * @param paths results files or their folders, folders of sessions, folders of bills
     * @throws dev.callcost.text.BadFileException when one is unreadable or none of these
     * @throws CommandException (usage) when the sessions have different margins; (failure) when a bill has no samples
     */
    public ResultsPage(List<Path> paths) {
        List<Session> sessions = new ArrayList<>();
        for (Path path : paths) {
            switch (command(path)) {
                case COMPARE -> sessions.add(Session.read(path));
                case BILL -> bills.add(BillReport.read(path, Optional.empty(), List.of()));
                case RUN -> files.add(new FileReport(ResultsFile.read(path)));
            }
        }
        if (!sessions.isEmpty()) {
            add(sessions);
        }
        bills.forEach(this::add);
    }

    /** Which command left a folder or a log; a results file counts as that of a run. */
    private static Log.Command command(Path path) {
        Path file = ResultsFile.find(path);
        return Log.isLog(file) ? Log.command(file) : Log.Command.RUN;
    }

    /** What a run, a comparison and a bill print at their ends, and the tables of the pictures, in lines of a width. */
    public String text(int width) {
        return report(false, width);
    }

    /** The same for a Markdown file. */
    public String markdown() {
        return report(true, Terminal.ENDLESS);
    }

    private String report(boolean markdown, int width) {
        List<String> parts = new ArrayList<>();
        for (FileReport file : files) {
            parts.add((files.size() > 1 ? file.name() + "\n\n" : "") + file.tables(markdown, width));
            file.figures().forEach(figure -> parts.add(figure.tables().text(markdown, width)));
            String warnings = Figure.sections(markdown, width)
                    .list("Warnings:", file.warnings())
                    .text();
            if (!warnings.isEmpty()) {
                parts.add(warnings);
            }
        }
        more.forEach(figure -> parts.add(figure.tables().text(markdown, width)));
        parts.addAll(twoWays(markdown, width));
        return String.join("\n", parts);
    }

    /**
     * One line a fork, see {@link Export#csv}.
     *
     * @throws CommandException (usage) when there is not exactly one results file
     */
    public String csv() {
        if (files.size() != 1) {
            throw CommandException.usage("report: CSV is of one results file, not of " + files.size());
        }
        return Export.csv(files.get(0).file());
    }

    private List<Ladder> ladders() {
        return files.stream().map(FileReport::ladder).toList();
    }

    private void add(List<Session> sessions) {
        VerdictReport report = report(sessions);
        more.add(new Figure(
                "verdicts",
                "Head against base",
                false,
                "The change of the time, + for slower, with its interval; the band is what does not matter.",
                report.picture(),
                (markdown, width) ->
                        markdown ? report.document() : report.text(new View(width, true, Optional.empty())),
                Optional.empty()));
        PairsPicture.of(sessions, report.verdicts()).ifPresent(more::add);
    }

    private void add(BillReport bill) {
        more.add(new Figure(
                "bill",
                "Where the time of a call goes",
                false,
                "",
                bill.picture(),
                (markdown, width) -> markdown ? bill.markdown() : bill.text(width),
                Optional.empty()));
    }

    private static VerdictReport report(List<Session> sessions) {
        try {
            return new VerdictReport(SessionComparison.of(sessions, OptionalDouble.empty()), false);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage("report: " + e.getMessage());
        }
    }

    /** The part of {@link #markdown()} that sets ladders beside bills; empty when none of a ladder's rungs have bills. */
    public String twoWays() {
        return String.join("\n", twoWays(true, Terminal.ENDLESS));
    }

    /** A table for each ladder, of those of its rungs that have a bill. */
    private List<String> twoWays(boolean markdown, int width) {
        if (bills.isEmpty()) {
            return List.of();
        }
        List<BillReport.Spent> spent =
                bills.stream().flatMap(bill -> bill.spent().stream()).toList();
        return ladders().stream()
                .map(ladder -> TwoWays.table(ladder, spent, Figure.sections(markdown, width)))
                .filter(table -> !table.isEmpty())
                .toList();
    }

    /** The pictures by the names of their files, each for itself. */
    public Map<String, String> pictures() {
        Map<String, String> pictures = new LinkedHashMap<>();
        LadderPicture.of(ladders(), names()).ifPresent(picture -> put(pictures, "times", ".svg", picture.svg()));
        figures()
                .forEach(figure ->
                        put(pictures, figure.name(), ".svg", figure.picture().svg()));
        return pictures;
    }

    /** What pictures are drawn from that no other file has, as CSV, by the names of their files: sweeps, percentiles, warm-ups, pairs. */
    public Map<String, String> points() {
        Map<String, String> points = new LinkedHashMap<>();
        figures().forEach(figure -> figure.points().ifPresent(grid -> put(points, figure.name(), ".csv", grid.csv())));
        return points;
    }

    private Stream<Figure> figures() {
        return Stream.concat(files.stream().flatMap(file -> file.figures().stream()), more.stream());
    }

    /** Numbers those that come after the first. */
    private static void put(Map<String, String> files, String name, String ending, String content) {
        String file = name + ending;
        for (int n = 2; files.containsKey(file); n++) {
            file = name + "-" + n + ending;
        }
        files.put(file, content);
    }

    /** The page. */
    public String html() {
        Page page = new Page("callcost");
        LadderPicture.of(ladders(), names())
                .ifPresent(picture -> page.section("Time of a call")
                        .paragraph("Dot: estimate. Line: 99 % interval. Grey ticks: forks. The axis is logarithmic."
                                + " Client and server share one CPU where the name does not say otherwise.")
                        .picture(picture));
        for (FileReport file : files) {
            String of = files.size() > 1 ? " of " + file.name() : "";
            String which = files.size() > 1 ? ", " + file.name() : "";
            page.folded("Table" + of, file.tables(false, Terminal.ENDLESS));
            page.list("What speaks against the numbers" + of + ":", file.warnings());
            file.environment().ifPresent(page::terms);
            file.figures().forEach(figure -> add(page, figure, which));
        }
        more.forEach(figure -> add(page, figure, ""));
        for (String table : twoWays(false, Terminal.ENDLESS)) {
            page.section("Two ways, one answer");
            page.folded("What a rung adds, by the ladder and by the bills", table);
        }
        List<BenchmarkSource> sources =
                BenchmarkSource.of(files.stream().map(FileReport::file).toList());
        if (!sources.isEmpty()) {
            page.section("What was measured");
            page.paragraph("Each benchmark with its lab note, from the jar that made this page.");
            sources.forEach(source -> page.folded(source.name(), source.text()));
        }
        return page.html();
    }

    private static void add(Page page, Figure figure, String which) {
        String heading = figure.heading() + which;
        String tables = figure.tables().text(false, Terminal.ENDLESS);
        if (figure.isAside()) {
            page.foldedPicture(heading, figure.legend(), figure.picture(), tables);
        } else {
            page.section(heading);
            page.paragraph(figure.legend()).picture(figure.picture()).folded("Table", tables);
        }
    }

    /**
     * Writes the page of one folder's results beside them.
     *
     * @param results a results file, or the folder of a session or a bill
     * @return the file
     * @throws CommandException (bad file) when it cannot be written
     */
    public static Path writeBeside(Path results) {
        Path page = Files.isDirectory(results) ? results.resolve(PAGE) : ResultsFile.beside(results, PAGE);
        String html = new ResultsPage(List.of(results)).html();
        SafeFile.write(page, out -> out.print(html));
        return page;
    }

    private List<String> names() {
        return files.stream().map(FileReport::name).toList();
    }
}

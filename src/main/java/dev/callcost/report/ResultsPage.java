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
import dev.callcost.plot.Page;
import dev.callcost.text.CommandException;
import dev.callcost.text.SafeFile;
import dev.callcost.text.Sections;
import dev.callcost.text.Terminal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Results files, sessions of {@code compare} and bills, any number of each, as text, Markdown, CSV and a page with pictures. The same input gives the same
 * bytes.
 */
public final class ResultsPage {
    private static final String PAGE = "report.html";

    private final List<FileReport> files = new ArrayList<>();
    private final List<BillReport> bills = new ArrayList<>();

    private final Optional<VerdictReport> verdicts;
    private final Optional<Comparisons> comparisons;

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
        verdicts = sessions.isEmpty() ? Optional.empty() : Optional.of(report(sessions));
        comparisons = verdicts.map(report -> new Comparisons(report.verdicts(), sessions));
        comparisons.flatMap(Comparisons::pairs).ifPresent(more::add);
    }

    /** A comparison of two results files. */
    public ResultsPage(VerdictReport report) {
        verdicts = Optional.of(report);
        comparisons = Optional.of(new Comparisons(report.verdicts(), List.of()));
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
            file.figures().forEach(figure -> parts.add(text(figure, markdown, width)));
            parts.add(
                    sections(markdown, width).list("Warnings:", file.warnings()).text());
        }
        verdicts.ifPresent(report ->
                parts.add(markdown ? report.document() : report.text(new View(width, true, Optional.empty()))));
        more.forEach(figure -> parts.add(text(figure, markdown, width)));
        bills.forEach(bill -> parts.add(markdown ? bill.markdown() : bill.text(width)));
        parts.addAll(twoWays(() -> sections(markdown, width)));
        parts.removeIf(String::isEmpty);
        return String.join("\n", parts);
    }

    private static Sections sections(boolean markdown, int width) {
        return markdown ? new Sections(true) : Sections.text(width);
    }

    private static String text(Figure figure, boolean markdown, int width) {
        return figure.tables().apply(sections(markdown, width)).text();
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

    private static VerdictReport report(List<Session> sessions) {
        try {
            return new VerdictReport(SessionComparison.of(sessions, OptionalDouble.empty()), false);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage("report: " + e.getMessage());
        }
    }

    /** The part of {@link #markdown()} that compares ladders with bills; empty when none of a ladder's rungs have bills. */
    public String twoWays() {
        return String.join("\n", twoWays(() -> new Sections(true)));
    }

    /** A table for each ladder, of its rungs that have a bill. */
    private List<String> twoWays(Supplier<Sections> empty) {
        return bills.isEmpty()
                ? List.of()
                : ladders().stream()
                        .map(ladder -> TwoWays.table(ladder, spent(), empty.get()))
                        .filter(table -> !table.isEmpty())
                        .toList();
    }

    private List<BillReport.Spent> spent() {
        return bills.stream().flatMap(bill -> bill.spent().stream()).toList();
    }

    /** The pictures by the names of their files, each for itself. */
    public Map<String, String> pictures() {
        Map<String, String> pictures = new LinkedHashMap<>();
        if (files.size() == 1) {
            Ladders.waterfall(files.get(0).ladder())
                    .ifPresent(picture -> put(pictures, "waterfall", ".svg", picture.svg()));
        }
        if (!files.isEmpty()) {
            put(pictures, "times", ".svg", Ladders.times(ladders(), names()).svg());
        }
        comparisons.ifPresent(
                it -> put(pictures, "verdicts", ".svg", it.forest().svg()));
        if (!bills.isEmpty()) {
            put(pictures, "bill", ".svg", new Bills(spent()).picture().svg());
        }
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

    /** The page: the answer, its picture, its numbers, what speaks against them, and the rest folded. */
    public String html() {
        List<String> warnings =
                files.stream().flatMap(file -> file.warnings().stream()).toList();
        StringBuilder pictures = new StringBuilder();
        StringBuilder numbers = new StringBuilder();
        StringBuilder folded = new StringBuilder();
        for (FileReport file : files) {
            Ladders.waterfall(file.ladder())
                    .ifPresent(picture -> pictures.append(Page.section(
                            "",
                            "Where the time of a gRPC call goes" + of(file),
                            "Each bar adds one layer to the call above it, measured by a benchmark of its own. The time so"
                                    + " far is at the right.",
                            picture.html())));
            numbers.append(files.size() > 1 ? Page.section("", file.name(), "", file.html()) : file.html());
        }
        if (!files.isEmpty()) {
            pictures.append(Page.section(
                    "",
                    "Every call, to scale",
                    "Dot: estimate. Line: 99% interval. Grey ticks: forks. All axes begin at zero.",
                    Ladders.times(ladders(), names()).html()));
        }
        comparisons.ifPresent(it -> pictures.append(Page.section(
                "",
                "The change and its margin",
                "Mark: change of the time. Line: its interval. Grey ticks: pairs. Band: changes that do not matter.",
                it.forest().html())));
        verdicts.ifPresent(report -> numbers.append(report.html()));
        if (!bills.isEmpty()) {
            pictures.append(Page.section(
                    "",
                    "Time of a call",
                    "Blue is waiting, waking and the kernel; everything else is code.",
                    new Bills(spent()).picture().html()));
            bills.forEach(bill -> numbers.append(bill.html()));
        }
        String beside = Page.beside(pictures.toString());
        StringBuilder others = new StringBuilder();
        Stream.concat(
                        files.stream().flatMap(file -> file.figures().stream().map(it -> Map.entry(it, of(file)))),
                        more.stream().map(it -> Map.entry(it, "")))
                .forEach(it -> add(it.getKey(), it.getValue(), others, folded));
        twoWays(Sections::html).forEach(table -> others.append(Page.section("", "Two ways, one answer", "", table)));
        files.forEach(file -> folded.append(Page.folded(
                "How it was measured" + of(file),
                "",
                Page.terms(file.environment().orElse(List.of())))));
        FileReport.sources(files).forEach((name, text) -> folded.append(Page.folded(name, "", Page.code(text))));
        return Page.of(
                question(),
                headline(),
                files.isEmpty() ? comparisons.map(Comparisons::verdict).orElse("") : "",
                dek(),
                files.stream().findFirst().map(FileReport::facts).orElse(List.of()),
                Page.state(
                        warnings.size(),
                        files.size() == 1 ? Ladders.order(files.get(0).ladder()) : ""),
                beside,
                others.toString(),
                Page.section("numbers", "All numbers", "", numbers.toString()),
                Page.section("warnings", "What speaks against these numbers", "", Page.warnings(warnings)),
                Page.section("", "More", "", folded.toString()));
    }

    private String question() {
        return !files.isEmpty()
                ? "what a call costs"
                : comparisons.isPresent() ? "did the change matter?" : "where the time goes";
    }

    private String headline() {
        return !files.isEmpty()
                ? Ladders.headline(files.get(0).ladder())
                : comparisons.map(Comparisons::headline).orElseGet(() -> new Bills(spent()).headline());
    }

    private String dek() {
        return !files.isEmpty()
                ? Ladders.dek(files.get(0).ladder())
                : comparisons.map(Comparisons::dek).orElseGet(() -> new Bills(spent()).dek());
    }

    /** Which of several files a heading is of. */
    private String of(FileReport file) {
        return files.size() > 1 ? ", " + file.name() : "";
    }

    private static void add(Figure figure, String of, StringBuilder others, StringBuilder folded) {
        String table = figure.tables().apply(Sections.html()).text();
        String heading = figure.heading() + of;
        if (figure.isAside()) {
            folded.append(Page.folded(heading, figure.legend(), figure.picture().html(), table));
        } else {
            others.append(Page.section(
                    "", heading, figure.legend(), figure.picture().html(), Page.folded("Table", "", table)));
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

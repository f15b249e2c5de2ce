package dev.callcost.pages;

import dev.callcost.bill.BillReport;
import dev.callcost.compare.CompareLog;
import dev.callcost.compare.VerdictReport;
import dev.callcost.compare.VerdictReport.View;
import dev.callcost.data.Log;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.file.BadFileException;
import dev.callcost.file.SafeFile;
import dev.callcost.ladder.Ladder;
import dev.callcost.plot.Page;
import dev.callcost.text.CommandException;
import dev.callcost.text.Sections;
import dev.callcost.warnings.Warnings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Results files, sessions of {@code compare} and bills, any number of each, as text, Markdown, CSV and a page with pictures. The same input gives the same
 * bytes.
 */
public final class ResultsPage {
    private static final String PAGE = "report.html";

    private final List<RunFigures> runs = new ArrayList<>();
    private final List<BillReport> billed = new ArrayList<>();
    /** Flame graphs of slower rows, by the rows' labels. */
    private final Map<String, String> changes = new LinkedHashMap<>();

    private final Optional<BillFigures> bills;
    private final Optional<ComparisonFigures> comparisons;

    /** What is drawn of all runs, comparisons or bills together. */
    private final List<Figure> shared;

    /**
     * Reads results.
     *
     * @param paths results files or their folders, folders of sessions, folders of bills
     * @throws dev.callcost.file.BadFileException when one is unreadable or none of these
     * @throws CommandException (usage) when the sessions have different margins; (failure) when a bill has no samples
     */
    public ResultsPage(List<Path> paths) {
        List<CompareLog> sessions = new ArrayList<>();
        for (Path path : paths) {
            Path file = ResultsFile.find(path);
            switch (Log.isLog(file) ? Log.command(file) : Log.Command.RUN) {
                case COMPARE -> {
                    CompareLog session = CompareLog.read(path);
                    sessions.add(session);
                    addChanges(session, Files.isDirectory(path) ? path : path.resolveSibling(""));
                }
                case BILL -> billed.add(BillReport.read(path));
                case RUN -> runs.add(RunFigures.of(ResultsFile.read(path)));
            }
        }
        bills = billed.isEmpty()
                ? Optional.empty()
                : Optional.of(new BillFigures(
                        billed.stream().flatMap(bill -> bill.spent().stream()).toList()));
        comparisons = sessions.isEmpty() ? Optional.empty() : Optional.of(ComparisonFigures.of(sessions));
        List<String> files = runs.stream()
                .filter(run -> run.ladder().isPresent())
                .map(run -> run.file().name())
                .toList();
        shared = Stream.of(
                        files.isEmpty() ? Optional.<Figure>empty() : Optional.of(LadderFigures.times(ladders(), files)),
                        comparisons.flatMap(ComparisonFigures::forest),
                        bills.map(BillFigures::figure),
                        comparisons.flatMap(ComparisonFigures::pairs))
                .flatMap(Optional::stream)
                .toList();
    }

    private void addChanges(CompareLog session, Path folder) {
        for (RowKey row : session.header().rows()) {
            Path file = folder.resolve(PageFiles.flame(row.label()) + ".html");
            if (Files.isRegularFile(file)) {
                try {
                    changes.put(row.label(), Files.readString(file));
                } catch (IOException e) {
                    throw new BadFileException(file, e);
                }
            }
        }
    }

    /** A line for each row that results files hold and no picture shows. */
    public List<String> warnings() {
        return runs.stream().flatMap(run -> run.file().warnings().stream()).toList();
    }

    /**
     * What a run, a comparison and a bill print at their ends, and the tables of the pictures.
     *
     * @param width of a line in characters
     * @param all whether the tables of pictures that the page folds away are there too
     */
    public String text(int width, boolean all) {
        return report(Sections.text(width), all);
    }

    /** The same for a Markdown file, with all tables. */
    public String markdown() {
        return report(new Sections(true), true);
    }

    private String report(Sections report, boolean all) {
        Predicate<Figure> isShown = figure -> all || figure.place() != Figure.Place.FOLDED;
        for (RunFigures run : runs) {
            run.addTo(report.paragraph(runs.size() > 1 ? run.file().name() : ""));
            run.figures().stream()
                    .filter(isShown)
                    .forEach(figure -> figure.tables().apply(report));
            report.list("Warnings:", Warnings.of(run.log()));
        }
        comparisons
                .map(ComparisonFigures::report)
                .map(it -> report.isMarkdown() ? it.document() : it.text(new View(report.width(), true)))
                .ifPresent(report::add);
        shared.stream().filter(isShown).forEach(figure -> figure.tables().apply(report));
        billed.forEach(bill -> bill.addTo(report));
        return addTwoWays(report).text();
    }

    /** The part of {@link #markdown()} that compares ladders with bills; empty when none of a ladder's rungs have bills. */
    public String twoWays() {
        return addTwoWays(new Sections(true)).text();
    }

    private Sections addTwoWays(Sections report) {
        bills.ifPresent(known -> ladders().forEach(ladder -> TwoWays.addTo(report, ladder, known)));
        return report;
    }

    /**
     * One line a fork, see {@link ForkCsv}.
     *
     * @throws CommandException (usage) when there is not exactly one results file
     */
    public String csv() {
        if (runs.size() != 1) {
            throw CommandException.usage("report: CSV is of one results file, not of " + runs.size());
        }
        return ForkCsv.csv(runs.get(0).file());
    }

    /** The pictures by the names of their files, each for itself. */
    public Map<String, String> pictures() {
        return drawn().texts();
    }

    private PageFiles drawn() {
        PageFiles files = new PageFiles();
        figures()
                .forEach(figure ->
                        files.add(figure.name(), ".svg", figure.picture().svg()));
        return files;
    }

    /**
     * The page, the flame graphs of bills, the report in Markdown, the pictures, and as CSV what pictures are drawn from that no other file has (rates,
     * sweeps, percentiles, warm-ups, pairs).
     */
    public PageFiles files() {
        PageFiles files = drawn();
        figures()
                .filter(figure -> !figure.points().csv().isEmpty())
                .forEach(figure ->
                        files.add(figure.name(), ".csv", figure.points().csv()));
        files.add("report", ".md", markdown());
        addFlames(files);
        files.add("index", ".html", html(files.flames()));
        return files;
    }

    private void addFlames(PageFiles files) {
        billed.forEach(bill -> files.addFlames(bill.flameGraphs()));
        files.addFlames(changes);
    }

    /** Those that have files; of several runs the waterfalls have none. */
    private Stream<Figure> figures() {
        return Stream.concat(
                runs.size() == 1 ? waterfall(runs.get(0)).stream() : Stream.of(),
                Stream.concat(runs.stream().flatMap(run -> run.figures().stream()), shared.stream()));
    }

    private Optional<Figure> waterfall(RunFigures run) {
        return run.ladder().flatMap(ladder -> LadderFigures.waterfall(ladder, bills));
    }

    private List<Ladder> ladders() {
        return runs.stream().flatMap(run -> run.ladder().stream()).toList();
    }

    /** The page: the answer, its picture, its numbers, what speaks against them, and the rest folded. */
    public String html() {
        return html(Map.of());
    }

    /** @param flames labels of flame graphs by the names of their files */
    private String html(Map<String, String> flames) {
        List<String> warnings = Stream.concat(
                        runs.stream().flatMap(run -> Warnings.of(run.log()).stream()),
                        comparisons.stream().flatMap(it -> it.report().warnings().stream()))
                .toList();
        boolean areRungs = ladders().stream().anyMatch(ladder -> !ladder.steps().isEmpty());
        Map<Figure.Place, StringBuilder> parts = new EnumMap<>(Figure.Place.class);
        Stream.of(Figure.Place.values()).forEach(place -> parts.put(place, new StringBuilder()));
        StringBuilder numbers = new StringBuilder();
        StringBuilder folded = parts.get(Figure.Place.FOLDED);
        for (RunFigures run : runs) {
            Sections report = run.addTo(Sections.html());
            run.rates().ifPresent(rates -> {
                rates.addTo(report);
                folded.append(
                        Page.folded("How latency at a rate is measured" + of(run), "", Page.prose(LoadPage.METHOD)));
            });
            numbers.append(runs.size() > 1 ? Page.section("", run.file().name(), "", report.text()) : report.text());
            Stream.concat(waterfall(run).stream(), run.figures().stream())
                    .forEach(figure -> parts.get(figure.place()).append(figure.html(of(run))));
        }
        shared.forEach(figure -> parts.get(figure.place()).append(figure.html("")));
        comparisons.ifPresent(
                it -> numbers.append(Page.verdicts(it.table(Sections.html()).text())));
        billed.forEach(bill -> numbers.append(bill.addTo(Sections.html()).text()));
        String flameGraphs = Page.section(
                "",
                "Flame graphs",
                "Each sample's frames, with callers above. A click shows a frame alone.",
                Page.links(flames));
        String twoWays = addTwoWays(Sections.html()).text();
        comparisons.map(ComparisonFigures::report).ifPresent(it -> {
            folded.append(Page.folded(
                    VerdictReport.REACH, "", it.addReach(Sections.html()).text()));
            folded.append(Page.folded(
                    "Rows without a large slowdown in their first pair",
                    "",
                    comparisons.get().firstPairs(Sections.html()).text()));
            folded.append(Page.folded("How the change was judged", "", it.html()));
        });
        runs.forEach(
                run -> folded.append(Page.folded("How it was measured" + of(run), "", Page.terms(run.environment()))));
        sources().forEach((name, text) -> folded.append(Page.folded(name, "", Page.code(text))));
        return Page.of(
                runs.isEmpty()
                        ? comparisons.isPresent() ? "did the change matter?" : "where the time goes"
                        : areRungs
                                ? "what a call costs"
                                : runs.get(0).open().isPresent() ? "latency at a rate" : "what was measured",
                first(this::headline, it -> it.report().headline(), BillFigures::headline),
                first(run -> "", it -> it.report().kind(), bill -> ""),
                first(RunFigures::dek, ComparisonFigures::dek, BillFigures::dek),
                first(RunFigures::facts, it -> it.verdicts().preface().sides(), bill -> List.of()),
                Page.state(
                        warnings.size(),
                        runs.size() == 1
                                ? runs.get(0).ladder().map(LadderFigures::order).orElse("")
                                : ""),
                Page.beside(parts.get(Figure.Place.FIRST).toString()),
                parts.get(Figure.Place.BELOW) + flameGraphs + Page.section("", "Two ways, one answer", "", twoWays),
                Page.section("numbers", "All numbers", "", numbers.toString()),
                Page.section("warnings", "What speaks against these numbers", "", Page.warnings(warnings)),
                Page.section("", "More", "", folded.toString()));
    }

    /** Of several files it is of the first alone. */
    private String headline(RunFigures run) {
        return (runs.size() > 1 ? run.file().name() + ": " : "") + run.headline();
    }

    /** What the first run says; without one, what the comparison says, or else the bills. */
    private <T> T first(
            Function<RunFigures, T> ofRun,
            Function<ComparisonFigures, T> ofComparison,
            Function<BillFigures, T> ofBills) {
        return runs.stream()
                .findFirst()
                .map(ofRun)
                .or(() -> comparisons.map(ofComparison))
                .or(() -> bills.map(ofBills))
                .orElseThrow();
    }

    /** Which of several files a heading is of. */
    private String of(RunFigures run) {
        return runs.size() > 1 ? ", " + run.file().name() : "";
    }

    /** The source of each benchmark class of the suite in the files, as it stands in this jar: a name and the text from the class comment on. */
    private Map<String, String> sources() {
        Map<String, String> sources = new LinkedHashMap<>();
        runs.stream()
                .flatMap(run -> run.file().rows().stream())
                .map(Row::className)
                .distinct()
                .forEach(name -> Page.resource("/sources/" + name.replace('.', '/') + ".java")
                        .ifPresent(text -> sources.put(
                                name.substring(name.lastIndexOf('.') + 1), text.substring(text.indexOf("/**")))));
        return sources;
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
        ResultsPage report = new ResultsPage(List.of(results));
        PageFiles flames = new PageFiles();
        report.addFlames(flames);
        flames.write(page.toAbsolutePath().getParent());
        String html = report.html(flames.flames());
        SafeFile.write(page, out -> out.print(html));
        return page;
    }
}

package dev.callcost.pages;

import dev.callcost.bill.BillReport;
import dev.callcost.compare.judge.PairVerdicts.JudgedSession;
import dev.callcost.compare.session.Session;
import dev.callcost.compare.session.SessionFile;
import dev.callcost.data.Log;
import dev.callcost.data.ResultsFile;
import dev.callcost.file.SafeFile;
import dev.callcost.pages.Subject.Figure;
import dev.callcost.plot.Page;
import dev.callcost.text.CommandException;
import dev.callcost.text.Sections;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Results files, sessions of {@code compare} and bills, any number of each, as text, Markdown and a page with pictures.
 * The same input gives the same bytes.
 */
public final class ResultsPage {
    private static final String PAGE = "report.html";

    private final List<ResultsFile> files = new ArrayList<>();

    /** The page answers the question of the first. */
    private final List<Subject> subjects = new ArrayList<>();

    private ResultsPage(Subject subject) {
        subjects.add(subject);
    }

    /**
     * Reads results.
     *
     * @param paths results files or their folders, folders of sessions, folders of bills
     * @throws dev.callcost.file.BadFileException when one is unreadable or none of these
     * @throws CommandException (usage) when the sessions have different margins; (failure) when a bill has no samples
     *     or all forks of a run failed
     */
    public ResultsPage(List<Path> paths) {
        Map<Path, Session> sessions = new LinkedHashMap<>();
        List<BillReport> bills = new ArrayList<>();
        for (Path path : paths) {
            Path file = ResultsFile.find(path);
            switch (Log.isLog(file) ? Log.command(file) : Log.Command.RUN) {
                case COMPARE ->
                    sessions.put(Files.isDirectory(path) ? path : path.resolveSibling(""), SessionFile.read(path));
                case BILL -> bills.add(BillReport.read(path));
                case RUN -> files.add(run(path, file));
            }
        }
        Optional<BillFigures> billed = bills.isEmpty() ? Optional.empty() : Optional.of(new BillFigures(bills));
        if (!files.isEmpty()) {
            subjects.add(new RunFigures(files.stream().map(RunFigures.Run::of).toList(), billed));
        }
        if (!sessions.isEmpty()) {
            subjects.add(ComparisonFigures.of(sessions));
        }
        billed.ifPresent(subjects::add);
    }

    private ResultsPage(ResultsFile run) {
        files.add(run);
        subjects.add(new RunFigures(List.of(RunFigures.Run.of(run)), Optional.empty()));
    }

    /** A run. Where no fork of it measured, the failure that its log has is the answer. */
    private static ResultsFile run(Path path, Path file) {
        if (Log.isLog(file) && Log.forks(file).isEmpty()) {
            Log.lost(file).stream().findFirst().ifPresent(lost -> {
                String what = path + ": nothing was measured: " + lost.line();
                throw lost.isSkip() ? CommandException.unmeasured(what) : CommandException.failure(what);
            });
        }
        return ResultsFile.read(path);
    }

    /** Whether a fork of a run failed. */
    public boolean hasFailures() {
        return files.stream().flatMap(file -> Log.lost(file).stream()).anyMatch(lost -> !lost.isSkip());
    }

    /** A line for each row that results files hold and no picture shows. */
    public List<String> warnings() {
        return files.stream().flatMap(file -> file.warnings().stream()).toList();
    }

    /**
     * What a run, a comparison and a bill print at their ends.
     *
     * @param width of a line in characters
     */
    public String text(int width) {
        return addTo(Sections.text(width));
    }

    public String markdown() {
        return addTo(new Sections(true));
    }

    private String addTo(Sections report) {
        subjects.forEach(subject -> subject.addTo(report));
        return report.text();
    }

    private Stream<Figure> figures() {
        return subjects.stream().flatMap(subject -> subject.figures().stream());
    }

    /** The page, its flame graphs, the report in Markdown, and the pictures. */
    public PageFiles files() {
        PageFiles all = new PageFiles();
        figures()
                .forEach(figure ->
                        all.add(figure.name(), ".svg", figure.picture().svg()));
        all.add("report", ".md", markdown());
        addFlames(all);
        all.add("index", ".html", html(all.flames()));
        return all;
    }

    private void addFlames(PageFiles all) {
        subjects.forEach(subject -> subject.flameGraphs().forEach(all::addFlames));
    }

    /**
     * The page without links to files: the answer, its picture, its numbers, what speaks against them, and the rest
     * folded.
     */
    public String html() {
        return html(Map.of());
    }

    /** @param flames labels of flame graphs by the names of their files */
    private String html(Map<String, String> flames) {
        Subject first = subjects.get(0);
        List<String> warnings = subjects.stream()
                .flatMap(subject -> subject.warnings().stream())
                .toList();
        String folded = html(Figure::isFolded)
                + subjects.stream()
                        .flatMap(subject -> subject.folded().entrySet().stream())
                        .map(part -> Page.folded(part.getKey(), "", part.getValue()))
                        .collect(Collectors.joining());
        return Page.of(
                first.question(),
                first.headline(),
                first.kind(),
                first.dek(),
                first.facts(),
                Page.state(warnings.size()),
                html(figure -> !figure.isFolded()),
                Page.section(
                        "",
                        "Flame graphs",
                        "Each sample's frames, with callers above. A click shows a frame alone.",
                        Page.links(flames)),
                Page.section("numbers", "All numbers", "", addTo(Sections.html())),
                Page.section("warnings", "What speaks against these numbers", "", Page.warnings(warnings)),
                Page.section("", "More", "", folded));
    }

    private String html(Predicate<Figure> which) {
        return figures().filter(which).map(Figure::html).collect(Collectors.joining());
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
        return new ResultsPage(List.of(results)).write(page);
    }

    /** The same for a run of this process, which need not be read again. */
    public static Path writeBeside(ResultsFile run) {
        return new ResultsPage(run).write(ResultsFile.beside(run.path(), PAGE));
    }

    /** The same for a session of this process. */
    public static Path writeBeside(Path folder, JudgedSession session) {
        return new ResultsPage(ComparisonFigures.of(folder, session)).write(folder.resolve(PAGE));
    }

    /** The same for a bill. */
    public static Path writeBeside(Path folder, BillReport bill) {
        return new ResultsPage(new BillFigures(List.of(bill))).write(folder.resolve(PAGE));
    }

    private Path write(Path page) {
        PageFiles flames = new PageFiles();
        addFlames(flames);
        flames.write(page.toAbsolutePath().getParent());
        String html = html(flames.flames());
        SafeFile.write(page, out -> out.print(html));
        return page;
    }
}

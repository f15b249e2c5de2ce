package dev.callcost.report;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.callcost.bill.BillReport;
import dev.callcost.compare.Session;
import dev.callcost.compare.VerdictReport;
import dev.callcost.compare.VerdictReport.View;
import dev.callcost.data.Fork;
import dev.callcost.data.Log;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.ladder.Ladder;
import dev.callcost.ladder.LadderTable;
import dev.callcost.ladder.PitfallResult;
import dev.callcost.ladder.Warnings;
import dev.callcost.load.RateTable;
import dev.callcost.plot.Page;
import dev.callcost.text.BadFileException;
import dev.callcost.text.CommandException;
import dev.callcost.text.PathTails;
import dev.callcost.text.SafeFile;
import dev.callcost.text.Sections;
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
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Results files, sessions of {@code compare} and bills, any number of each, as text, Markdown, CSV and a page with pictures. The same input gives the same
 * bytes.
 */
public final class ResultsPage {
    /** The folder of flame graphs next to a page. */
    public static final String FLAMES = "flames";

    private static final String PAGE = "report.html";
    private static final String HTML = ".html";

    /** Of a file, without its ending; file systems allow 255 bytes. */
    private static final int LONGEST_NAME = 200;

    /** The members of the environment on a page. */
    private static final List<String> ENVIRONMENT =
            List.of("start", "machine", "forkJvms", "commit", "versions", "commandLine");

    private final List<Run> runs = new ArrayList<>();
    private final List<BillReport> billed = new ArrayList<>();
    /** Flame graphs of slower rows, by the rows' labels. */
    private final Map<String, String> changes = new LinkedHashMap<>();

    private final Optional<Bills> bills;
    private final Optional<Comparisons> comparisons;

    /** What is drawn of all runs, comparisons or bills together. */
    private final List<Figure> shared;

    /**
     * A results file and what is drawn of it, without the waterfall and the picture of times.
     *
     * @param ladder of the rows that are no open loops, if there are any
     */
    private record Run(
            ResultsFile file, List<Fork> log, Optional<Ladder> ladder, Optional<LoadPage> rates, List<Figure> figures) {
        static Run of(ResultsFile file) {
            List<Fork> log = Log.forks(file);
            Optional<ResultsFile> closed = RateTable.rest(file);
            Optional<Ladder> ladder = closed.map(it -> new Ladder(it, log));
            Optional<LoadPage> rates = LoadPage.of(file);
            return new Run(
                    file,
                    log,
                    ladder,
                    rates,
                    Stream.of(
                                    rates.flatMap(LoadPage::byRate),
                                    rates.flatMap(LoadPage::byPercentile),
                                    ForkFigures.iterations(log),
                                    ForkFigures.warmUp(log),
                                    rates.flatMap(LoadPage::byWindow),
                                    closed.flatMap(it -> Sweep.figure(it, ladder.orElseThrow())),
                                    closed.flatMap(Percentiles::figure))
                            .flatMap(Optional::stream)
                            .toList());
        }

        /** Adds the tables that a run prints at its end. */
        Sections addTo(Sections report) {
            if (report.isText()) {
                RateTable.of(file).ifPresent(table -> table.addTo(report));
            }
            ladder.map(LadderTable::new)
                    .ifPresent(table -> table.addTo(report).list(report.isText() ? table.notes(true) : List.of()));
            return PitfallResult.addTo(report, file);
        }

        /** The open loops, where the page is about them: there are no rungs. */
        Optional<LoadPage> open() {
            return rates.filter(
                    it -> ladder.stream().allMatch(rows -> rows.steps().isEmpty()));
        }

        String headline() {
            return open().map(LoadPage::headline).orElseGet(() -> Ladders.headline(ladder.orElseThrow()));
        }

        String dek() {
            return open().map(LoadPage::dek).orElseGet(() -> Ladders.dek(ladder.orElseThrow()));
        }

        /** Names and values from {@link ResultsFile#environment()}. */
        Map<String, String> environment() {
            Map<String, String> known = new LinkedHashMap<>();
            file.environment()
                    .ifPresent(all -> ENVIRONMENT.stream()
                            .filter(all::has)
                            .forEach(name -> known.put(name, PathTails.cut(words(all.get(name))))));
            return known;
        }

        private static String words(JsonElement value) {
            if (value.isJsonObject()) {
                return value.getAsJsonObject().entrySet().stream()
                        .map(member -> member.getKey() + " " + words(member.getValue()))
                        .collect(Collectors.joining(", "));
            }
            if (value.isJsonArray()) {
                return value.getAsJsonArray().asList().stream().map(Run::words).collect(Collectors.joining(" "));
            }
            return value.isJsonNull() ? "" : value.getAsString();
        }

        /** JDK, machine, day and forks, as far as they are known. */
        List<String> facts() {
            List<String> facts = new ArrayList<>();
            String jdks = file.rows().stream()
                    .map(Row::jdkVersion)
                    .filter(version -> !version.isEmpty())
                    .distinct()
                    .sorted()
                    .collect(Collectors.joining(", "));
            if (!jdks.isEmpty()) {
                facts.add("JDK " + jdks);
            }
            file.environment().ifPresent(all -> {
                if (all.get("machine") instanceof JsonObject machine && machine.has("cpu") && machine.has("cores")) {
                    facts.add(words(machine.get("cpu")) + ", " + words(machine.get("cores")) + " CPUs");
                }
                if (all.has("start")) {
                    facts.add(words(all.get("start")).split("T")[0]);
                }
            });
            if (open().isPresent()) {
                facts.addAll(open().get().facts());
                return facts;
            }
            String forks = Figure.span(
                    ladder.orElseThrow().rows().stream()
                            .mapToDouble(row -> row.primary().forks().size()),
                    it -> String.valueOf((int) it));
            facts.add(
                    forks.equals("1")
                            ? "1 fork, no intervals"
                            : "99% intervals over " + forks + " forks"
                                    + (forks.startsWith("1 ") ? " (1 fork: no interval)" : ""));
            return facts;
        }
    }

    /** Flame graphs and their labels by the names of their files. */
    private record FlameGraphs(Map<String, String> labels, Map<String, String> pages) {
        void add(String label, String html) {
            labels.put(put(pages, flameFile(label), HTML, html), label);
        }
    }

    /** The file of a flame graph with a label, without its ending, in the folder of its page. */
    private static String flameFile(String label) {
        String name = label.replaceAll("[^\\w.=-]+", "-");
        return FLAMES + "/" + name.substring(0, Math.min(name.length(), LONGEST_NAME));
    }

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
            Path file = ResultsFile.find(path);
            switch (Log.isLog(file) ? Log.command(file) : Log.Command.RUN) {
                case COMPARE -> {
                    Session session = Session.read(path);
                    sessions.add(session);
                    addChanges(session, Files.isDirectory(path) ? path : path.resolveSibling(""));
                }
                case BILL -> billed.add(BillReport.read(path, Optional.empty(), List.of()));
                case RUN -> runs.add(Run.of(ResultsFile.read(path)));
            }
        }
        bills = billed.isEmpty()
                ? Optional.empty()
                : Optional.of(new Bills(
                        billed.stream().flatMap(bill -> bill.spent().stream()).toList()));
        comparisons = sessions.isEmpty() ? Optional.empty() : Optional.of(Comparisons.of(sessions));
        List<String> files = runs.stream()
                .filter(run -> run.ladder.isPresent())
                .map(run -> run.file.name())
                .toList();
        shared = Stream.of(
                        files.isEmpty() ? Optional.<Figure>empty() : Optional.of(Ladders.times(ladders(), files)),
                        comparisons.flatMap(Comparisons::forest),
                        bills.map(Bills::figure),
                        comparisons.flatMap(Comparisons::pairs))
                .flatMap(Optional::stream)
                .toList();
    }

    private void addChanges(Session session, Path folder) {
        for (RowKey row : session.header().rows()) {
            Path file = folder.resolve(flameFile(row.label()) + HTML);
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
        return runs.stream().flatMap(run -> run.file.warnings().stream()).toList();
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
        for (Run run : runs) {
            run.addTo(report.paragraph(runs.size() > 1 ? run.file.name() : ""));
            run.figures.stream()
                    .filter(isShown)
                    .forEach(figure -> figure.tables().apply(report));
            report.list("Warnings:", Warnings.of(run.log));
        }
        comparisons
                .map(Comparisons::report)
                .map(it ->
                        report.isMarkdown() ? it.document() : it.text(new View(report.width(), true, Optional.empty())))
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
     * One line a fork, see {@link ForkLines}.
     *
     * @throws CommandException (usage) when there is not exactly one results file
     */
    public String csv() {
        if (runs.size() != 1) {
            throw CommandException.usage("report: CSV is of one results file, not of " + runs.size());
        }
        return ForkLines.csv(runs.get(0).file);
    }

    /** The pictures by the names of their files, each for itself. */
    public Map<String, String> pictures() {
        Map<String, String> pictures = new LinkedHashMap<>();
        figures()
                .forEach(figure ->
                        put(pictures, figure.name(), ".svg", figure.picture().svg()));
        return pictures;
    }

    /**
     * The page, the flame graphs of bills, the report in Markdown, the pictures, and as CSV what pictures are drawn from that no other file has (rates,
     * sweeps, percentiles, warm-ups, pairs), by the names of their files.
     */
    public Map<String, String> files() {
        Map<String, String> files = pictures();
        figures()
                .filter(figure -> !figure.points().csv().isEmpty())
                .forEach(figure ->
                        put(files, figure.name(), ".csv", figure.points().csv()));
        files.put("report.md", markdown());
        FlameGraphs flames = flameGraphs();
        files.put("index.html", html(flames.labels));
        files.putAll(flames.pages);
        return files;
    }

    private FlameGraphs flameGraphs() {
        FlameGraphs flames = new FlameGraphs(new LinkedHashMap<>(), new LinkedHashMap<>());
        billed.forEach(bill -> bill.flameGraphs().forEach(flames::add));
        changes.forEach(flames::add);
        return flames;
    }

    /** Those that have files; of several runs the waterfalls have none. */
    private Stream<Figure> figures() {
        return Stream.concat(
                runs.size() == 1 ? waterfall(runs.get(0)).stream() : Stream.of(),
                Stream.concat(runs.stream().flatMap(run -> run.figures.stream()), shared.stream()));
    }

    private Optional<Figure> waterfall(Run run) {
        return run.ladder.flatMap(ladder -> Ladders.waterfall(ladder, bills));
    }

    /** Numbers those that come after the first, and returns the file's name. */
    private static String put(Map<String, String> files, String name, String ending, String content) {
        String file = name + ending;
        for (int n = 2; files.containsKey(file); n++) {
            file = name + "-" + n + ending;
        }
        files.put(file, content);
        return file;
    }

    private List<Ladder> ladders() {
        return runs.stream().flatMap(run -> run.ladder.stream()).toList();
    }

    /** The page: the answer, its picture, its numbers, what speaks against them, and the rest folded. */
    public String html() {
        return html(Map.of());
    }

    /** @param flames labels of flame graphs by the names of their files */
    private String html(Map<String, String> flames) {
        List<String> warnings = Stream.concat(
                        runs.stream().flatMap(run -> Warnings.of(run.log).stream()),
                        comparisons.stream().flatMap(it -> it.report().warnings().stream()))
                .toList();
        boolean areRungs = ladders().stream().anyMatch(ladder -> !ladder.steps().isEmpty());
        Map<Figure.Place, StringBuilder> parts = new EnumMap<>(Figure.Place.class);
        Stream.of(Figure.Place.values()).forEach(place -> parts.put(place, new StringBuilder()));
        StringBuilder numbers = new StringBuilder();
        StringBuilder folded = parts.get(Figure.Place.FOLDED);
        for (Run run : runs) {
            Sections report = run.addTo(Sections.html());
            run.rates.ifPresent(rates -> {
                rates.addTo(report);
                folded.append(
                        Page.folded("How latency at a rate is measured" + of(run), "", Page.prose(LoadPage.METHOD)));
            });
            numbers.append(runs.size() > 1 ? Page.section("", run.file.name(), "", report.text()) : report.text());
            Stream.concat(waterfall(run).stream(), run.figures.stream())
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
        comparisons.map(Comparisons::report).ifPresent(it -> {
            folded.append(Page.folded(
                    VerdictReport.REACH, "", it.addReach(Sections.html()).text()));
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
                first(this::headline, it -> it.report().headline(), Bills::headline),
                first(run -> "", it -> it.report().kind(), bill -> ""),
                first(Run::dek, Comparisons::dek, Bills::dek),
                first(Run::facts, it -> it.verdicts().preface().sides(), bill -> List.of()),
                Page.state(
                        warnings.size(),
                        runs.size() == 1
                                ? runs.get(0).ladder.map(Ladders::order).orElse("")
                                : ""),
                Page.beside(parts.get(Figure.Place.FIRST).toString()),
                parts.get(Figure.Place.BELOW) + flameGraphs + Page.section("", "Two ways, one answer", "", twoWays),
                Page.section("numbers", "All numbers", "", numbers.toString()),
                Page.section("warnings", "What speaks against these numbers", "", Page.warnings(warnings)),
                Page.section("", "More", "", folded.toString()));
    }

    /** Of several files it is of the first alone. */
    private String headline(Run run) {
        return (runs.size() > 1 ? run.file.name() + ": " : "") + run.headline();
    }

    /** What the first run says; without one, what the comparison says, or else the bills. */
    private <T> T first(Function<Run, T> ofRun, Function<Comparisons, T> ofComparison, Function<Bills, T> ofBills) {
        return runs.stream()
                .findFirst()
                .map(ofRun)
                .or(() -> comparisons.map(ofComparison))
                .or(() -> bills.map(ofBills))
                .orElseThrow();
    }

    /** Which of several files a heading is of. */
    private String of(Run run) {
        return runs.size() > 1 ? ", " + run.file.name() : "";
    }

    /** The source of each benchmark class of the suite in the files, as it stands in this jar: a name and the text from the class comment on. */
    private Map<String, String> sources() {
        Map<String, String> sources = new LinkedHashMap<>();
        runs.stream()
                .flatMap(run -> run.file.rows().stream())
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
        FlameGraphs flames = report.flameGraphs();
        writeAll(page.toAbsolutePath().getParent(), flames.pages);
        String html = report.html(flames.labels);
        SafeFile.write(page, out -> out.print(html));
        return page;
    }

    /**
     * Writes files to a folder.
     *
     * @param files by their names; a name may begin with the name of a folder
     * @throws CommandException (bad file) when one cannot be written
     */
    public static void writeAll(Path folder, Map<String, String> files) {
        files.forEach((name, text) -> {
            Path file = folder.resolve(name);
            try {
                Files.createDirectories(file.getParent());
            } catch (IOException e) {
                throw CommandException.badFile("cannot create " + file.getParent() + ": " + e.getMessage());
            }
            SafeFile.write(file, out -> out.print(text));
        });
    }

    /** Writes flame graphs to the folder {@value #FLAMES} in a folder; their labels are the keys. */
    public static Path writeFlames(Path folder, Map<String, String> graphs) {
        FlameGraphs flames = new FlameGraphs(new LinkedHashMap<>(), new LinkedHashMap<>());
        graphs.forEach(flames::add);
        writeAll(folder, flames.pages);
        return folder.resolve(FLAMES);
    }
}

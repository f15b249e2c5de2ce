package dev.callcost.report;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.callcost.bill.BillReport;
import dev.callcost.compare.CompareReport;
import dev.callcost.compare.Session;
import dev.callcost.compare.SessionComparison;
import dev.callcost.picture.Page;
import dev.callcost.results.Export;
import dev.callcost.results.ResultsFile;
import dev.callcost.results.verdict.VerdictReport;
import dev.callcost.run.ladder.LadderPicture;
import dev.callcost.run.ladder.LadderTable;
import dev.callcost.run.pitfall.PitfallTable;
import dev.callcost.run.warning.Warnings;
import dev.callcost.text.CommandException;
import dev.callcost.text.PathTails;
import dev.callcost.text.SafeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What results say, as text, Markdown, CSV and a page with pictures: of results files, sessions of {@code compare}, and bills, any number of each. The same
 * input gives the same bytes.
 */
public final class ResultsPage {
    private static final String PAGE = "report.html";
    private static final String ENVIRONMENT = "environment.json";

    /** What of the environment stands on the page. */
    private static final List<String> TOLD =
            List.of("start", "machine", "forkJvms", "commit", "versions", "commandLine");

    private final List<ResultsFile> files = new ArrayList<>();
    private final List<BillReport> bills = new ArrayList<>();
    private final Optional<VerdictReport<?>> comparison;

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
            if (holds(path, Session.FILE, Session.PACKED)) {
                sessions.add(Session.read(path));
            } else if (BillReport.isIn(path)) {
                bills.add(BillReport.read(path, Optional.empty(), List.of()));
            } else {
                files.add(ResultsFile.read(path));
            }
        }
        comparison = comparison(sessions);
    }

    private static boolean holds(Path folder, String... files) {
        return Stream.of(files).anyMatch(file -> Files.exists(folder.resolve(file)));
    }

    /** What a run, a comparison and a bill print at their ends. */
    public String text() {
        return report(false);
    }

    /** The same for a Markdown file. */
    public String markdown() {
        return report(true);
    }

    private String report(boolean markdown) {
        List<String> parts = new ArrayList<>();
        for (ResultsFile file : files) {
            String tables = tables(file, markdown);
            parts.add((files.size() > 1 ? name(file) + "\n\n" : "") + tables);
            List<String> warnings = Warnings.of(file);
            if (!warnings.isEmpty()) {
                parts.add(warnings.stream().collect(Collectors.joining("\n- ", "Warnings:\n\n- ", "\n")));
            }
        }
        comparison.ifPresent(report -> parts.add(markdown ? report.markdown() : report.text()));
        bills.forEach(bill -> parts.add(markdown ? bill.markdown() : bill.text()));
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
        return Export.csv(files.get(0));
    }

    private static String tables(ResultsFile file, boolean markdown) {
        String pitfalls = PitfallTable.text(file);
        return Stream.of(
                        markdown ? LadderTable.markdown(file) : LadderTable.text(file),
                        markdown && !pitfalls.isEmpty() ? PitfallTable.markdown(file) : pitfalls)
                .filter(table -> !table.isEmpty())
                .collect(Collectors.joining("\n"));
    }

    private static Optional<VerdictReport<?>> comparison(List<Session> sessions) {
        try {
            return sessions.isEmpty()
                    ? Optional.empty()
                    : Optional.of(CompareReport.of(SessionComparison.of(sessions, OptionalDouble.empty()), false));
        } catch (IllegalArgumentException e) {
            throw CommandException.usage("report: " + e.getMessage());
        }
    }

    /** The pictures by the names of their files, each for itself. */
    public Map<String, String> pictures() {
        Map<String, String> pictures = new LinkedHashMap<>();
        LadderPicture.of(files, names()).ifPresent(plot -> pictures.put("times.svg", plot.svg()));
        comparison.ifPresent(
                report -> pictures.put("verdicts.svg", report.picture().svg()));
        for (int n = 0; n < bills.size(); n++) {
            pictures.put(
                    "bill" + (n == 0 ? "" : "-" + (n + 1)) + ".svg",
                    bills.get(n).picture().svg());
        }
        return pictures;
    }

    /** The page. */
    public String html() {
        Page page = new Page("callcost");
        LadderPicture.of(files, names()).ifPresent(plot -> {
            page.section("Time of a call");
            page.paragraph(
                    "Each dot a fork, the line the 99 % interval, on a logarithmic axis; everything on one CPU where the name does not say"
                            + " otherwise. Behind a time its ratio to the rung below.");
            page.picture(plot.svg());
        });
        for (ResultsFile file : files) {
            page.folded("Table" + (files.size() > 1 ? " of " + name(file) : ""), tables(file, false));
            page.list(
                    "What speaks against the numbers" + (files.size() > 1 ? " of " + name(file) : "") + ":",
                    Warnings.of(file));
            environment(file).ifPresent(page::terms);
        }
        comparison.ifPresent(report -> {
            page.section("Head against base");
            page.paragraph(
                    "The change of the time, + for slower, with its interval; the band is what does not matter.");
            page.picture(report.picture().svg());
            page.folded("Table", report.text());
        });
        for (BillReport bill : bills) {
            page.section("Where the time of a call goes");
            page.picture(bill.picture().svg());
            page.folded("Table", bill.text());
        }
        return page.html();
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
        return files.stream().map(ResultsPage::name).toList();
    }

    /** A file by the folder that it is in, and by its own name when that is not the usual one. */
    private static String name(ResultsFile file) {
        Path path = file.path().toAbsolutePath().normalize();
        boolean isUsual = path.getFileName().toString().equals(ResultsFile.NAME) && path.getParent() != null;
        return String.valueOf((isUsual ? path.getParent() : path).getFileName());
    }

    private static Optional<List<List<String>>> environment(ResultsFile file) {
        Path environment = ResultsFile.beside(file.path(), ENVIRONMENT);
        if (!Files.isRegularFile(environment)) {
            return Optional.empty();
        }
        try {
            JsonObject told =
                    JsonParser.parseString(Files.readString(environment)).getAsJsonObject();
            return Optional.of(TOLD.stream()
                    .filter(told::has)
                    .map(name -> List.of(name, PathTails.cut(words(told.get(name)))))
                    .toList());
        } catch (IOException | JsonParseException | IllegalStateException e) {
            return Optional.empty(); // it says nothing of the numbers
        }
    }

    /** A JSON value as words. */
    private static String words(JsonElement value) {
        if (value.isJsonObject()) {
            return value.getAsJsonObject().entrySet().stream()
                    .map(member -> member.getKey() + " " + words(member.getValue()))
                    .collect(Collectors.joining(", "));
        }
        if (value.isJsonArray()) {
            return value.getAsJsonArray().asList().stream()
                    .map(ResultsPage::words)
                    .collect(Collectors.joining(" "));
        }
        return value.isJsonNull() ? "" : value.getAsString();
    }
}

package dev.callcost.lab;

import dev.callcost.bill.BillReport;
import dev.callcost.compare.Session;
import dev.callcost.compare.SessionComparison;
import dev.callcost.compare.VerdictReport;
import dev.callcost.data.ResultsFile;
import dev.callcost.ladder.Ladder;
import dev.callcost.ladder.LadderTable;
import dev.callcost.ladder.PitfallTable;
import dev.callcost.report.ResultsPage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The tables in Markdown files that are made from committed results. Such a block stands between two lines of its own,
 * which begin in the first column:
 *
 * <pre>
 * &lt;!-- callcost:ladder results/FOLDER --&gt;
 * ...
 * &lt;!-- /callcost --&gt;
 * </pre>
 *
 * {@link #KINDS} take one results file or its folder, relative to the root of the repository; {@link #KINDS_OF_SESSIONS} any number of folders with
 * sessions of {@code compare}; {@link #BILLS} and {@code clients} one folder; {@code machines} two ladders; {@code two-ways} a ladder and bills.
 */
public final class ReadmeTables {
    private static final Map<String, Function<ResultsFile, String>> KINDS = Map.ofEntries(
            Map.entry("ladder", file -> new LadderTable(Ladder.of(file)).markdown()),
            Map.entry("short", LadderTables::page),
            Map.entry("pinning", LadderTables::pinning),
            Map.entry("host", LadderTables::host),
            Map.entry("pitfalls", PitfallTable::markdown),
            Map.entry("cv", LadderTables::spread),
            Map.entry("disturbed", DisturbedTable::markdown),
            Map.entry("marshaller", MarshallerTable::markdown),
            Map.entry("wire-format", WireFormatTable::markdown),
            Map.entry("sentence", LadderTables::sentence),
            Map.entry("warmup", IterationTables::warmup),
            Map.entry("warmed", WarmUpTable::markdown),
            Map.entry("recorder", RecorderTable::markdown),
            Map.entry("item17", ItemSeventeenTable::markdown),
            Map.entry("rounds", IterationTables::rounds),
            Map.entry("idle", IdleTable::markdown),
            Map.entry("echo", EchoTable::markdown),
            Map.entry("delay", DelayTable::markdown),
            Map.entry("delay-published", DelayTable::published),
            Map.entry("heap", HeapTable::markdown),
            Map.entry("heap-gc", HeapTable::collections),
            Map.entry("others", OthersTable::markdown),
            Map.entry("keyvalue", KeyValueTable::markdown));

    /** Which rows of a session of {@code bill}. */
    private static final Map<String, List<Pattern>> BILLS =
            Map.of("bill", List.of(), "bill-top", List.of(Pattern.compile("transport=NIO$")));

    private static final Map<String, Function<List<Session>, String>> KINDS_OF_SESSIONS = Map.of(
            "paired",
            ReadmeTables::paired,
            "verdicts",
            ReadmeTables::verdicts,
            "self",
            SelfTable::markdown,
            "fifths",
            FifthsTable::markdown);

    /** Rules of their own of the sessions in the folders beside it. */
    private static final String RULES = "bill.rules";

    /** The largest ingredients, as a first page has them. */
    private static final int INGREDIENTS = 9;

    private static final Pattern MARKER =
            Pattern.compile("^<!-- (?:callcost:(?<kind>\\S+)(?<folders>(?: \\S+)+)|/callcost) -->$", Pattern.MULTILINE);

    private ReadmeTables() {}

    /** All kinds. */
    static Set<String> kinds() {
        Set<String> kinds = new TreeSet<>(List.of("clients", "two-ways", "machines"));
        List.of(KINDS, BILLS, KINDS_OF_SESSIONS).forEach(some -> kinds.addAll(some.keySet()));
        return kinds;
    }

    /**
     * The same text with new content in every block.
     *
     * @param markdown the text of a Markdown file, with line feeds
     * @param root the root of the repository
     * @throws IllegalArgumentException when a block is not closed, not opened, of no known kind or with too many folders, or when
     *     its files hold nothing for it
     * @throws dev.callcost.text.BadFileException when a block's results cannot be read
     */
    public static String render(String markdown, Path root) {
        StringBuilder out = new StringBuilder();
        Matcher marker = MARKER.matcher(markdown);
        int copied = 0;
        while (marker.find()) {
            String opening = marker.group();
            if (marker.group("kind") == null) {
                throw new IllegalArgumentException("closes no block: " + opening);
            }
            String table = table(marker, root);
            out.append(markdown, copied, marker.end())
                    .append("\n\n")
                    .append(table)
                    .append('\n');
            if (!marker.find() || marker.group("kind") != null) {
                throw new IllegalArgumentException("is not closed: " + opening);
            }
            copied = marker.start();
        }
        return out.append(markdown, copied, markdown.length()).toString();
    }

    private static String table(Matcher marker, Path root) {
        String kind = marker.group("kind");
        List<Path> folders = Arrays.stream(marker.group("folders").strip().split(" "))
                .map(root::resolve)
                .toList();
        if (KINDS_OF_SESSIONS.containsKey(kind)) {
            return KINDS_OF_SESSIONS.get(kind).apply(Session.readAll(folders));
        }
        if (BILLS.containsKey(kind) && folders.size() == 1) {
            Path folder = folders.get(0);
            Optional<Path> rules = Optional.of(folder.resolveSibling(RULES)).filter(Files::exists);
            String bill = BillReport.read(folder, rules, BILLS.get(kind)).markdown();
            return kind.equals("bill") ? bill : top(bill);
        }
        if (kind.equals("clients") && folders.size() == 1) {
            return ClientsTable.markdown(folders.get(0));
        }
        if (kind.equals("two-ways")) {
            return new ResultsPage(folders).twoWays();
        }
        if (kind.equals("machines") && folders.size() == 2) {
            return LadderTables.machines(ResultsFile.read(folders.get(0)), ResultsFile.read(folders.get(1)));
        }
        if (!KINDS.containsKey(kind) || folders.size() > 1) {
            throw new IllegalArgumentException("no table callcost:" + kind + marker.group("folders")
                    + ", only machines with two files, " + new TreeSet<>(KINDS_OF_SESSIONS.keySet())
                    + " with any number of sessions, and with one file " + new TreeSet<>(KINDS.keySet()));
        }
        return KINDS.get(kind).apply(ResultsFile.read(folders.get(0)));
    }

    /** The first lines of a bill. */
    private static String top(String bill) {
        return bill.lines()
                .filter(line -> line.startsWith("|"))
                .limit(2 + INGREDIENTS)
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static String verdicts(List<Session> sessions) {
        return new VerdictReport(SessionComparison.of(sessions, OptionalDouble.empty()), false).table();
    }

    private static String paired(List<Session> sessions) {
        return new VerdictReport(SessionComparison.of(sessions, OptionalDouble.empty()), false).document();
    }
}

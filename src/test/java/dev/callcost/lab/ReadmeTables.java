package dev.callcost.lab;

import dev.callcost.bill.BillReport;
import dev.callcost.cli.Invocation;
import dev.callcost.compare.judge.PairVerdicts;
import dev.callcost.compare.report.VerdictReport;
import dev.callcost.compare.session.Session;
import dev.callcost.compare.session.SessionFile;
import dev.callcost.data.EstimateText;
import dev.callcost.data.ResultsFile;
import dev.callcost.ladder.Ladder;
import dev.callcost.ladder.LadderTable;
import dev.callcost.ladder.Rung;
import dev.callcost.load.RateTable;
import dev.callcost.text.Sections;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
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
 * The folders, or results files, are relative to the root of the repository. Most kinds take one; the kinds of
 * {@code compare} take any number of sessions. The kind {@code output} takes a command line of the suite after the
 * lines to show of what it prints, such as {@code output 1-9 check BASE HEAD}; its paths are relative to the working
 * directory.
 */
public final class ReadmeTables {
    private static final Map<String, Function<List<Path>, String>> KINDS = new TreeMap<>(Map.of(
            "ladder",
                    file(file -> new LadderTable(Ladder.of(file))
                            .addTo(new Sections(true))
                            .text()),
            "sentence", file(ReadmeTables::sentence),
            "rates",
                    file(file -> RateTable.of(file)
                            .orElseThrow(() -> new IllegalArgumentException("has no rates: " + file.path()))
                            .addTo(new Sections(true))
                            .text()),
            "paired", sessions(ReadmeTables::paired),
            "verdicts", sessions(ReadmeTables::verdicts),
            "self", sessions(SelfTable::markdown),
            "bill", folders -> bill(only(folders))));

    static {
        KINDS.put("percentiles", file(SampleTable::percentiles));
        KINDS.put("scatter", file(SampleTable::scatter));
        RowTable.names().forEach(kind -> KINDS.put(kind, file(file -> RowTable.markdown(kind, file))));
    }

    /** What a command prints, as a block of code. */
    private static final String OUTPUT = "output";

    /** Rules of their own of the sessions in the folders beside it. */
    private static final Pattern MARKER =
            Pattern.compile("^<!-- (?:callcost:(?<kind>\\S+)(?<folders>(?: \\S+)+)|/callcost) -->$", Pattern.MULTILINE);

    private ReadmeTables() {}

    /** All kinds. */
    static Set<String> kinds() {
        return KINDS.keySet();
    }

    /**
     * The same text with new content in every block.
     *
     * @param markdown the text of a Markdown file, with line feeds
     * @param root the root of the repository
     * @throws IllegalArgumentException when a block is not closed, not opened, of no known kind or with too many
     *     folders, or when its files hold nothing for it
     * @throws dev.callcost.file.BadFileException when a block's results cannot be read
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
        String[] words = marker.group("folders").strip().split(" ");
        if (marker.group("kind").equals(OUTPUT)) {
            return output(words);
        }
        List<Path> folders = Arrays.stream(words).map(root::resolve).toList();
        return Optional.ofNullable(KINDS.get(marker.group("kind")))
                .orElseThrow(() -> new IllegalArgumentException(
                        "no table callcost:" + marker.group("kind") + ", only " + KINDS.keySet()))
                .apply(folders);
    }

    private static String output(String... words) {
        String[] range = words[0].split("-");
        Invocation command = Invocation.of(Arrays.copyOfRange(words, 1, words.length));
        if (!command.err().isEmpty()) {
            throw new IllegalArgumentException(command.err());
        }
        return command.out()
                .lines()
                .limit(Long.parseLong(range[1]))
                .skip(Long.parseLong(range[0]) - 1)
                .map(line -> line.isBlank() ? "\n" : "    " + line.stripTrailing() + "\n")
                .collect(Collectors.joining());
    }

    private static Function<List<Path>, String> file(Function<ResultsFile, String> table) {
        return folders -> table.apply(ResultsFile.read(only(folders)));
    }

    private static Function<List<Path>, String> sessions(Function<List<Session>, String> table) {
        return folders -> table.apply(SessionFile.readAll(folders));
    }

    /** The finding of the first page. */
    private static String sentence(ResultsFile file) {
        Ladder ladder = Ladder.of(file);
        Function<Rung, String> time = rung -> EstimateText.plainTime(ladder.step(rung)
                .orElseThrow(() -> new IllegalArgumentException(file.path() + " has no rung " + rung.label()))
                .nanos());
        return "A call over gRPC takes **" + time.apply(Rung.BASE_CELL)
                + "** on one CPU. gRPC's own stub, call and listeners take "
                + time.apply(Rung.IN_PROCESS_DIRECT)
                + " of it; waking threads, sockets, netty and HTTP/2 take the rest. RMI takes " + time.apply(Rung.RMI)
                + ", an interface call with four receiver types " + time.apply(Rung.INTERFACE_CALL)
                + ".\n";
    }

    private static Path only(List<Path> folders) {
        if (folders.size() > 1) {
            throw new IllegalArgumentException("a callcost table of one folder, not of " + folders);
        }
        return folders.get(0);
    }

    private static String bill(Path folder) {
        return BillReport.read(folder).addTo(new Sections(true)).text();
    }

    private static String verdicts(List<Session> sessions) {
        return new VerdictReport(PairVerdicts.of(sessions), false)
                .addRows(new Sections(true))
                .text();
    }

    private static String paired(List<Session> sessions) {
        return new VerdictReport(PairVerdicts.of(sessions), false).document();
    }
}

package dev.callcost.results.report;

import dev.callcost.results.ResultsFile;
import dev.callcost.results.report.ladder.LadderTable;
import dev.callcost.results.report.ladder.RatioSentence;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
 * The kinds are {@code ladder}, {@code rungs} (the ladder without the rows that are no rungs), {@code pinning} (RMI and gRPC NIO, ONE_CPU beside FREE), {@code cv} (between-fork
 * coefficient of variation of every row), {@code marshaller} (encode and decode by wire format) {@code sentence} (the
 * ladder as multiples of its lowest rung) and {@code warmup} (each fork's curve, ten iterations a line). The folder, or results file, is relative to the root of the repository.
 */
public final class ReadmeTables {
    private static final Map<String, Function<ResultsFile, String>> KINDS = Map.of(
            "ladder", LadderTable::markdown,
            "rungs", LadderTable::rungsMarkdown,
            "pinning", PinningTable::markdown,
            "cv", SpreadTable::markdown,
            "marshaller", MarshallerTable::markdown,
            "sentence", RatioSentence::markdown,
            "warmup", WarmupTable::markdown);

    private static final Pattern MARKER =
            Pattern.compile("^<!-- (?:callcost:(?<kind>\\S+) (?<folder>\\S+)|/callcost) -->$", Pattern.MULTILINE);

    private ReadmeTables() {}

    /**
     * The same text with the content of every block made anew.
     *
     * @param markdown the text of a Markdown file, with line feeds
     * @param root the root of the repository
     * @throws IllegalArgumentException when a block is not closed, not opened or of no known kind, or when its file holds
     *     nothing for it
     * @throws dev.callcost.results.BadResultsFileException when a block's results cannot be read
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
            String table = table(marker.group("kind"), root.resolve(marker.group("folder")));
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

    private static String table(String kind, Path folder) {
        Function<ResultsFile, String> renderer = KINDS.get(kind);
        if (renderer == null) {
            throw new IllegalArgumentException("no table callcost:" + kind + ", only " + new TreeSet<>(KINDS.keySet()));
        }
        return renderer.apply(ResultsFile.read(folder));
    }
}

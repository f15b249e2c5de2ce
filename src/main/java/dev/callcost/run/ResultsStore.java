package dev.callcost.run;

import dev.callcost.fork.JmhRow;
import dev.callcost.fork.PlannedRow;
import dev.callcost.text.SafeFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;

/**
 * The results file of a run, written by JMH's own writer after every fork: a run that is killed leaves all forks that
 * ended before. A file that was there stays as it was until the first fork has a result.
 */
public final class ResultsStore {
    private final Path file;
    private final ResultFormatType format;
    private final Map<PlannedRow, List<JmhRow>> rows = new LinkedHashMap<>();

    /**
     * A store for a run that has not begun.
     *
     * @param format the format JMH writes it in
     * @param rows the rows of the run, in the order of the file
     */
    public ResultsStore(Path file, ResultFormatType format, Collection<PlannedRow> rows) {
        this.file = file;
        this.format = format;
        rows.forEach(row -> this.rows.put(row, new ArrayList<>()));
    }

    /** The results file. */
    public Path file() {
        return file;
    }

    /** Whether the results file is JMH's JSON. */
    public boolean isJson() {
        return format == ResultFormatType.JSON;
    }

    /** Adds a fork to its row. */
    void add(PlannedRow row, JmhRow fork) {
        rows.get(row).add(fork);
    }

    /** Writes the file, unless no fork has had a result. */
    void write() {
        if (!isEmpty()) {
            List<RunResult> results = rows.values().stream()
                    .filter(forks -> !forks.isEmpty())
                    .map(JmhRow::merged)
                    .toList();
            SafeFile.write(
                    file, out -> ResultFormatFactory.getInstance(format, out).writeOut(results));
        }
    }

    /** Whether no fork has had a result. */
    public boolean isEmpty() {
        return rows.values().stream().allMatch(List::isEmpty);
    }

    /** Reports that profilers wrote as text, such as perfasm's, over all forks of each row. */
    public List<String> texts() {
        List<String> texts = new ArrayList<>();
        rows.forEach((row, forks) -> {
            Map<String, String> joined = new TreeMap<>();
            forks.forEach(fork -> fork.texts().forEach((label, text) -> joined.merge(label, text, String::concat)));
            joined.values().removeIf(String::isBlank);
            joined.forEach(
                    (label, text) -> texts.add(row.label() + ", " + label + ":\n" + text.stripTrailing() + "\n"));
        });
        return texts;
    }
}

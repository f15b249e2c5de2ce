package dev.callcost.run;

import dev.callcost.fork.ForkOutcome;
import dev.callcost.fork.PlannedRow;
import dev.callcost.text.SafeFile;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
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
    private final Map<PlannedRow, MergedRow> rows = new LinkedHashMap<>();

    /**
     * A store for a run that has not begun.
     *
     * @param file the results file
     * @param format the format JMH writes it in
     * @param rows the rows of the run, in the order of the file
     */
    public ResultsStore(Path file, ResultFormatType format, Collection<PlannedRow> rows) {
        this.file = file;
        this.format = format;
        rows.forEach(row -> this.rows.put(row, new MergedRow(row)));
    }

    /** The results file. */
    public Path file() {
        return file;
    }

    /** Whether the results file is JMH's JSON. */
    public boolean isJson() {
        return format == ResultFormatType.JSON;
    }

    /** Adds a fork's result to its row. */
    public void add(PlannedRow row, ForkOutcome.Measured fork) {
        rows.get(row).add(fork.params(), fork.result());
    }

    /** Writes the file, unless no fork has had a result. */
    public void write() {
        if (isEmpty()) {
            return;
        }
        List<RunResult> results = measured().map(MergedRow::result).toList();
        SafeFile.write(file, out -> ResultFormatFactory.getInstance(format, out).writeOut(results));
    }

    /** Whether no fork has had a result. */
    public boolean isEmpty() {
        return measured().findAny().isEmpty();
    }

    /** What profilers wrote as text, over all forks of each row. */
    public List<String> texts() {
        return measured().flatMap(row -> row.texts().stream()).toList();
    }

    private Stream<MergedRow> measured() {
        return rows.values().stream().filter(row -> !row.isEmpty());
    }
}

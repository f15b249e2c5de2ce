package dev.callcost.ladder;

import dev.callcost.data.Fork;
import dev.callcost.data.Log;
import dev.callcost.data.ResultsFile;
import dev.callcost.text.BadFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All warnings about a run: a line for each kind, which names the worst row. */
public final class Warnings {
    private Warnings() {}

    /**
     * The warnings about a run by its results; none when it left no log.
     *
     * @throws BadFileException when the log is unreadable or not one
     */
    public static List<String> of(ResultsFile results) {
        return of(Log.forks(results));
    }

    /** @throws BadFileException when the log is missing, unreadable or not one */
    public static List<String> of(Path log) {
        return of(Log.forks(log));
    }

    public static List<String> of(List<Fork> log) {
        return worstFirst(log).map(RowWarning::line).toList();
    }

    /** The forks, those with scores, of the rows that the warnings name first, in the order of their lines. */
    public static List<List<Fork>> worst(List<Fork> log) {
        Map<String, List<Fork>> forks = RecordedRow.all(log).stream()
                .collect(Collectors.toMap(RecordedRow::label, RecordedRow::forks, (first, sameName) -> first));
        return worstFirst(log)
                .map(rows -> rows.get(0).row())
                .distinct()
                .map(forks::get)
                .toList();
    }

    /** The rows of each warning, the worst first. One name may stand for several tests, which have a line each. */
    private static Stream<List<RowWarning>> worstFirst(List<Fork> log) {
        List<RecordedRow> rows = RecordedRow.all(log);
        List<RecordedRow> warmedUp = rows.stream().filter(WarmUp::isWarmedUp).toList();
        List<RecordedRow> uncontended = RecordedRow.uncontended(rows);
        return Stream.of(
                        rows.stream().flatMap(WarmUp::cold),
                        WarmUp.drifting(RecordedRow.uncontended(warmedUp)),
                        warmedUp.stream().flatMap(WarmUp::compiling),
                        warmedUp.stream().flatMap(WarmUp::loading),
                        ForkSpread.bimodal(uncontended),
                        ForkSpread.pinned(uncontended),
                        rows.stream().flatMap(Steal::of),
                        rows.stream().flatMap(TooSmall::invocation),
                        rows.stream().flatMap(TooSmall::iteration))
                .flatMap(RowWarning::worstFirst);
    }
}

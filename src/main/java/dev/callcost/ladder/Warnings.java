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

/** All warnings about a run. */
public final class Warnings {
    private Warnings() {}

    /**
     * The warnings about a run whose results were read; none when it left no log.
     *
     * @throws BadFileException when the log is unreadable or not one
     */
    public static List<String> of(ResultsFile results) {
        return of(Log.forks(results));
    }

    /**
     * What is wrong with the numbers of a run, one line each, in which a warning that concerns many rows names the worst.
     *
     * @param log of the run
     * @return the lines; none when nothing is wrong
     * @throws BadFileException when the log is missing, unreadable or not one
     */
    public static List<String> of(Path log) {
        return of(Log.forks(log));
    }

    /** The forks, those with scores, of the rows that the warnings name first: of each warning the worst row, in the order of their lines. */
    public static List<List<Fork>> worst(List<Fork> measured) {
        Map<String, List<Fork>> forks = RecordedRow.all(measured).stream()
                .collect(Collectors.toMap(RecordedRow::label, RecordedRow::forks, (first, sameName) -> first));
        return all(measured)
                .flatMap(RowWarning::worstFirst)
                .map(rows -> rows.get(0).row())
                .distinct()
                .map(forks::get)
                .toList();
    }

    /** The same of the forks of a log. */
    public static List<String> of(List<Fork> forks) {
        return all(forks).flatMap(RowWarning::lines).toList();
    }

    /** Those of each kind. */
    private static Stream<Stream<RowWarning>> all(List<Fork> forks) {
        List<RecordedRow> rows = RecordedRow.all(forks);
        List<RecordedRow> warmedUp = rows.stream().filter(WarmUp::isWarmedUp).toList();
        List<RecordedRow> undisturbed = RecordedRow.undisturbed(rows);
        return Stream.of(
                rows.stream().flatMap(NotWarm::of),
                MovingScore.among(RecordedRow.undisturbed(warmedUp)),
                warmedUp.stream().flatMap(WarmUp.COMPILING::of),
                warmedUp.stream().flatMap(WarmUp.LOADING::of),
                BimodalForks.among(undisturbed),
                PinnedSpread.among(undisturbed),
                rows.stream().flatMap(Steal::of),
                rows.stream().flatMap(TooSmall::invocation),
                rows.stream().flatMap(TooSmall::iteration));
    }
}

package dev.callcost.ladder;

import dev.callcost.data.ResultsFile;
import dev.callcost.ladder.RunRecord.RecordedFork;
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
     * The warnings about a run whose results were read; none when it left no record.
     *
     * @throws BadFileException when the record is unreadable or not one
     */
    public static List<String> of(ResultsFile results) {
        return RunRecord.beside(results).map(Warnings::of).orElse(List.of());
    }

    /**
     * What is wrong with the numbers of a run, one line each, in which a warning that concerns many rows names the worst.
     *
     * @param record the record beside the run's results file
     * @return the lines; none when nothing is wrong
     * @throws BadFileException when the record is missing, unreadable or not one
     */
    public static List<String> of(Path record) {
        return of(RunRecord.read(record));
    }

    /** The forks, those with scores, of the rows that the warnings name first: of each warning the worst row, in the order of their lines. */
    public static List<List<RecordedFork>> worst(RunRecord record) {
        Map<String, List<RecordedFork>> forks = record.rows().stream()
                .collect(Collectors.toMap(RecordedRow::label, RecordedRow::forks, (first, sameName) -> first));
        return all(record)
                .flatMap(RowWarning::worstFirst)
                .map(rows -> rows.get(0).row())
                .distinct()
                .map(forks::get)
                .toList();
    }

    /** The same of a record that has been read. */
    public static List<String> of(RunRecord record) {
        return all(record).flatMap(RowWarning::lines).toList();
    }

    /** Those of each kind. */
    private static Stream<Stream<RowWarning>> all(RunRecord record) {
        List<RecordedRow> rows = record.rows();
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

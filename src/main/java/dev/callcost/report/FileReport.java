package dev.callcost.report;

import com.google.common.base.Supplier;
import com.google.common.base.Suppliers;
import dev.callcost.data.Fork;
import dev.callcost.data.Log;
import dev.callcost.data.ResultsFile;
import dev.callcost.ladder.Ladder;
import dev.callcost.ladder.LadderTable;
import dev.callcost.ladder.PitfallResult;
import dev.callcost.ladder.PitfallTable;
import dev.callcost.ladder.Warnings;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What one results file says. The log beside it, which takes a second to read, is read once, and not before something of it is asked for. */
final class FileReport {
    private final ResultsFile file;
    private final Supplier<List<Fork>> log;
    private final Supplier<Ladder> ladder;
    private final Supplier<List<Figure>> figures;

    FileReport(ResultsFile file) {
        this.file = file;
        log = Suppliers.memoize(() -> Log.forks(file));
        ladder = Suppliers.memoize(() -> Ladder.of(file, log.get()));
        figures = Suppliers.memoize(this::drawn);
    }

    ResultsFile file() {
        return file;
    }

    /** The file by the folder that it is in, and by its own name when that is not the usual one. */
    String name() {
        Path path = file.path().toAbsolutePath().normalize();
        boolean isUsual = path.getFileName().toString().equals(ResultsFile.NAME) && path.getParent() != null;
        return String.valueOf((isUsual ? path.getParent() : path).getFileName());
    }

    /** Its rungs and other rows. */
    Ladder ladder() {
        return ladder.get();
    }

    /** What is drawn of it besides its times. */
    List<Figure> figures() {
        return figures.get();
    }

    /** What speaks against its numbers, one line each; nothing when there is no log. */
    List<String> warnings() {
        return Warnings.of(log.get());
    }

    /**
     * Its tables as a run prints them at its end.
     *
     * @param width of a line, in letters
     */
    String tables(int width) {
        return joined(new LadderTable(ladder()).text(width), PitfallTable.text(file, width));
    }

    /** The same for a Markdown file. */
    String tablesInMarkdown() {
        String pitfalls = PitfallResult.in(file).isEmpty() ? "" : PitfallTable.markdown(file);
        return joined(new LadderTable(ladder()).markdown(), pitfalls);
    }

    private static String joined(String... tables) {
        return Stream.of(tables).filter(table -> !table.isEmpty()).collect(Collectors.joining("\n"));
    }

    private List<Figure> drawn() {
        return Stream.of(
                        IterationPicture.of(log.get()),
                        WarmUpPicture.of(log.get()),
                        SweepPicture.of(file, ladder()),
                        PercentilePicture.of(file))
                .flatMap(Optional::stream)
                .toList();
    }
}

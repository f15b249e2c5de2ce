package dev.callcost.report;

import com.google.common.base.Supplier;
import com.google.common.base.Suppliers;
import com.google.gson.JsonElement;
import dev.callcost.data.Fork;
import dev.callcost.data.Log;
import dev.callcost.data.ResultsFile;
import dev.callcost.ladder.Ladder;
import dev.callcost.ladder.LadderTable;
import dev.callcost.ladder.PitfallResult;
import dev.callcost.ladder.Warnings;
import dev.callcost.text.PathTails;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The tables and figures of one results file. The log is read once, when it is needed, because this takes up to a second. */
final class FileReport {
    /** The members of the environment on a page. */
    private static final List<String> SHOWN =
            List.of("start", "machine", "forkJvms", "commit", "versions", "commandLine");

    private final ResultsFile file;
    private final Supplier<List<Fork>> log;
    private final Supplier<Ladder> ladder;
    private final Supplier<List<Figure>> figures;

    FileReport(ResultsFile file) {
        this.file = file;
        log = Suppliers.memoize(() -> Log.forks(file));
        ladder = Suppliers.memoize(() -> new Ladder(file, log.get()));
        figures = Suppliers.memoize(this::drawn);
    }

    ResultsFile file() {
        return file;
    }

    /** The name of its folder; its own name when that is not the usual one. */
    String name() {
        Path path = file.path().toAbsolutePath().normalize();
        boolean isUsual = ResultsFile.beside(path, ResultsFile.NAME)
                        .getFileName()
                        .toString()
                        .equals(ResultsFile.NAME)
                && path.getParent() != null;
        return String.valueOf((isUsual ? path.getParent() : path).getFileName());
    }

    Ladder ladder() {
        return ladder.get();
    }

    /** All pictures except the picture of times. */
    List<Figure> figures() {
        return figures.get();
    }

    /** The warnings of the run, one line each; empty without a log. */
    List<String> warnings() {
        return Warnings.of(log.get());
    }

    /** The tables that a run prints at its end, as Markdown or as text in lines of a width. */
    String tables(boolean markdown, int width) {
        LadderTable table = new LadderTable(ladder());
        return Stream.of(
                        markdown ? table.markdown() : table.text(width),
                        PitfallResult.in(file).isEmpty()
                                ? ""
                                : markdown ? PitfallResult.markdown(file) : PitfallResult.text(file, width))
                .filter(it -> !it.isEmpty())
                .collect(Collectors.joining("\n"));
    }

    /** Names and values from {@link ResultsFile#environment()}. */
    Optional<List<List<String>>> environment() {
        return file.environment()
                .map(all -> SHOWN.stream()
                        .filter(all::has)
                        .map(name -> List.of(name, PathTails.cut(words(all.get(name)))))
                        .toList());
    }

    private static String words(JsonElement value) {
        if (value.isJsonObject()) {
            return value.getAsJsonObject().entrySet().stream()
                    .map(member -> member.getKey() + " " + words(member.getValue()))
                    .collect(Collectors.joining(", "));
        }
        if (value.isJsonArray()) {
            return value.getAsJsonArray().asList().stream()
                    .map(FileReport::words)
                    .collect(Collectors.joining(" "));
        }
        return value.isJsonNull() ? "" : value.getAsString();
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

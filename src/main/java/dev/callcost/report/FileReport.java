package dev.callcost.report;

import com.google.common.base.Supplier;
import com.google.common.base.Suppliers;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.callcost.data.Fork;
import dev.callcost.data.Log;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.ladder.Ladder;
import dev.callcost.ladder.LadderTable;
import dev.callcost.ladder.PitfallResult;
import dev.callcost.ladder.Warnings;
import dev.callcost.text.PathTails;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

    /** Adds the tables that a run prints at its end to a page. */
    String html() {
        return new LadderTable(ladder()).html() + PitfallResult.html(file);
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

    /** JDK, machine, day and forks, as far as they are known. */
    List<String> facts() {
        List<String> facts = new ArrayList<>();
        String jdk = file.rows().get(0).jdkVersion();
        if (!jdk.isEmpty()) {
            facts.add("JDK " + jdk);
        }
        file.environment().ifPresent(all -> {
            if (all.get("machine") instanceof JsonObject machine && machine.has("cpu") && machine.has("cores")) {
                facts.add(words(machine.get("cpu")) + ", " + words(machine.get("cores")) + " CPUs");
            }
            if (all.has("start")) {
                facts.add(words(all.get("start")).split("T")[0]);
            }
        });
        String forks = Figure.range(
                file.rows().stream().mapToDouble(row -> row.primary().forks().size()), it -> String.valueOf((int) it));
        facts.add(
                forks.equals("1 to 1")
                        ? "1 fork, no intervals"
                        : "99% intervals over " + forks.replaceFirst("^(\\d+) to \\1$", "$1") + " forks");
        return facts;
    }

    /** The source of each benchmark class of the suite in these files, as it stands in this jar: a name and the text from the class comment on. */
    static Map<String, String> sources(List<FileReport> files) {
        Map<String, String> sources = new LinkedHashMap<>();
        files.stream()
                .flatMap(file -> file.file.rows().stream())
                .map(Row::className)
                .distinct()
                .forEach(name -> {
                    String resource = "/sources/" + name.replace('.', '/') + ".java";
                    try (InputStream source = FileReport.class.getResourceAsStream(resource)) {
                        if (source != null) {
                            String text = new String(source.readAllBytes(), StandardCharsets.UTF_8);
                            sources.put(name.substring(name.lastIndexOf('.') + 1), text.substring(text.indexOf("/**")));
                        }
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
        return sources;
    }

    private List<Figure> drawn() {
        return Stream.of(
                        ForkFigures.iterations(log.get()),
                        ForkFigures.warmUp(log.get()),
                        Sweep.figure(file, ladder()),
                        Percentiles.figure(file))
                .flatMap(Optional::stream)
                .toList();
    }
}

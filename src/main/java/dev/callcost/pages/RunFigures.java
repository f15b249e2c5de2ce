package dev.callcost.pages;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.callcost.data.Fork;
import dev.callcost.data.Log;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.ladder.Ladder;
import dev.callcost.ladder.LadderTable;
import dev.callcost.load.RateTable;
import dev.callcost.text.PathTails;
import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A results file and what is drawn of it, without the waterfall and the picture of times.
 *
 * @param ladder of the rows that are no open loops, if there are any
 */
record RunFigures(
        ResultsFile file, List<Fork> log, Optional<Ladder> ladder, Optional<LoadPage> rates, List<Figure> figures) {
    /** The members of the environment on a page. */
    private static final List<String> ENVIRONMENT =
            List.of("start", "machine", "forkJvms", "commit", "versions", "commandLine");

    static RunFigures of(ResultsFile file) {
        List<Fork> log = Log.forks(file);
        Optional<ResultsFile> closed = RateTable.rest(file);
        Optional<Ladder> ladder = closed.map(it -> new Ladder(it, log));
        Optional<LoadPage> rates = LoadPage.of(file);
        return new RunFigures(
                file,
                log,
                ladder,
                rates,
                Stream.of(
                                rates.flatMap(LoadPage::byRate),
                                rates.flatMap(LoadPage::byPercentile),
                                ForkFigures.iterations(log),
                                ForkFigures.warmUp(log),
                                rates.flatMap(LoadPage::byWindow),
                                closed.flatMap(it -> ParamCurves.figure(it, ladder.orElseThrow())),
                                closed.flatMap(PercentileCurve::figure))
                        .flatMap(Optional::stream)
                        .toList());
    }

    /** Adds the tables that a run prints at its end. */
    Sections addTo(Sections report) {
        if (report.isText()) {
            RateTable.of(file).ifPresent(table -> table.addTo(report));
        }
        ladder.map(LadderTable::new)
                .ifPresent(table -> table.addTo(report).list(report.isText() ? table.notes(true) : List.of()));
        return report;
    }

    /** The open loops, where the page is about them: there are no rungs. */
    Optional<LoadPage> open() {
        return rates.filter(it -> ladder.stream().allMatch(rows -> rows.steps().isEmpty()));
    }

    String headline() {
        return open().map(LoadPage::headline).orElseGet(() -> LadderFigures.headline(ladder.orElseThrow()));
    }

    String dek() {
        return open().map(LoadPage::dek).orElseGet(() -> LadderFigures.dek(ladder.orElseThrow()));
    }

    /** Names and values from {@link ResultsFile#environment()}. */
    Map<String, String> environment() {
        Map<String, String> known = new LinkedHashMap<>();
        file.environment()
                .ifPresent(all -> ENVIRONMENT.stream()
                        .filter(all::has)
                        .forEach(name -> known.put(name, PathTails.cut(words(all.get(name))))));
        return known;
    }

    private static String words(JsonElement value) {
        if (value.isJsonObject()) {
            return value.getAsJsonObject().entrySet().stream()
                    .map(member -> member.getKey() + " " + words(member.getValue()))
                    .collect(Collectors.joining(", "));
        }
        if (value.isJsonArray()) {
            return value.getAsJsonArray().asList().stream()
                    .map(RunFigures::words)
                    .collect(Collectors.joining(" "));
        }
        return value.isJsonNull() ? "" : value.getAsString();
    }

    /** JDK, machine, day and forks, as far as they are known. */
    List<String> facts() {
        List<String> facts = new ArrayList<>();
        String jdks = file.rows().stream()
                .map(Row::jdkVersion)
                .filter(version -> !version.isEmpty())
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
        if (!jdks.isEmpty()) {
            facts.add("JDK " + jdks);
        }
        file.environment().ifPresent(all -> {
            if (all.get("machine") instanceof JsonObject machine && machine.has("cpu") && machine.has("cores")) {
                facts.add(words(machine.get("cpu")) + ", " + words(machine.get("cores")) + " CPUs");
            }
            if (all.has("start")) {
                facts.add(words(all.get("start")).split("T")[0]);
            }
        });
        if (open().isPresent()) {
            facts.addAll(open().get().facts());
            return facts;
        }
        String forks = Figure.span(
                ladder.orElseThrow().rows().stream()
                        .mapToDouble(row -> row.primary().forks().size()),
                it -> String.valueOf((int) it));
        facts.add(
                forks.equals("1")
                        ? "1 fork, no intervals"
                        : "99% intervals over " + forks + " forks"
                                + (forks.startsWith("1 ") ? " (1 fork: no interval)" : ""));
        return facts;
    }
}

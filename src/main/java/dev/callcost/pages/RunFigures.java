package dev.callcost.pages;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.callcost.data.Fork;
import dev.callcost.data.Fork.LostFork;
import dev.callcost.data.Histogram;
import dev.callcost.data.Log;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey.RowNames;
import dev.callcost.ladder.Ladder;
import dev.callcost.ladder.Ladder.Caption;
import dev.callcost.ladder.LadderTable;
import dev.callcost.load.RateTable;
import dev.callcost.pages.Subject.Figure;
import dev.callcost.plot.Page;
import dev.callcost.text.Numbers;
import dev.callcost.text.PathTails;
import dev.callcost.text.Sections;
import dev.callcost.text.Table;
import dev.callcost.warnings.Warnings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Results files. The headline and the facts are those of the first.
 *
 * @param bills of the same rungs, which divide the bars of the waterfall
 */
record RunFigures(List<Run> runs, Optional<BillFigures> bills) implements Subject {
    /** The members of the environment on a page. */
    private static final List<String> ENVIRONMENT =
            List.of("start", "machine", "forkJvms", "commit", "versions", "commandLine");

    /**
     * A results file with its log.
     *
     * @param rates the open loops
     * @param closed the other rows, if there are any
     */
    record Run(
            ResultsFile file,
            List<Fork> log,
            List<String> warnings,
            List<LostFork> lost,
            Optional<RateTable> rates,
            Optional<ResultsFile> closed,
            Optional<Ladder> ladder) {
        static Run of(ResultsFile file) {
            List<Fork> log = Log.forks(file);
            Optional<ResultsFile> closed = RateTable.rest(file);
            return new Run(
                    file,
                    log,
                    Warnings.of(log),
                    Log.lost(file),
                    RateTable.of(file),
                    closed,
                    closed.map(it -> new Ladder(it, log)));
        }

        boolean hasRungs() {
            return ladder.filter(it -> !it.steps().isEmpty()).isPresent();
        }

        /** The open loops, where the page is about them. */
        Optional<LoadFigures> open() {
            return hasRungs() ? Optional.empty() : rates.map(LoadFigures::new);
        }
    }

    private static List<String> lines(List<LostFork> lost, boolean areSkips) {
        return lost.stream()
                .filter(fork -> fork.isSkip() == areSkips)
                .map(LostFork::line)
                .toList();
    }

    private Run first() {
        return runs.get(0);
    }

    /** Which of several files a heading is of. */
    private String of(Run run) {
        return runs.size() > 1 ? ", " + run.file.name() : "";
    }

    @Override
    public String question() {
        return runs.stream().anyMatch(Run::hasRungs)
                ? "what a call costs"
                : first().open().isPresent() ? "latency at a rate" : "what was measured";
    }

    @Override
    public String headline() {
        return (runs.size() > 1 ? first().file.name() + ": " : "")
                + first().open()
                        .map(LoadFigures::headline)
                        .orElseGet(() -> LadderFigures.headline(first().ladder.orElseThrow()));
    }

    @Override
    public String dek() {
        return first().open()
                .map(LoadFigures::dek)
                .orElseGet(() -> LadderFigures.dek(first().ladder.orElseThrow()));
    }

    /** JDK, machine, day and forks, as far as they are known. */
    @Override
    public List<String> facts() {
        List<Row> rows = first().file.rows();
        List<String> facts = new ArrayList<>();
        Caption.jdks(rows).ifPresent(facts::add);
        first().file.environment().ifPresent(all -> {
            if (all.get("machine") instanceof JsonObject machine && machine.has("cpu") && machine.has("cores")) {
                facts.add(words(machine.get("cpu")) + ", " + words(machine.get("cores")) + " CPUs");
            }
            if (all.has("start")) {
                facts.add(words(all.get("start")).split("T")[0]);
            }
        });
        String forks = Figure.range(
                        rows.stream().mapToDouble(row -> row.primary().forks().size()), it -> String.valueOf((int) it))
                .replaceFirst("^(.*) to \\1$", "$1");
        facts.add(
                forks.equals("1")
                        ? "1 fork, no intervals"
                        : "99% intervals over " + forks + " forks"
                                + (forks.startsWith("1 ") ? " (1 fork: no interval)" : ""));
        return facts;
    }

    @Override
    public List<Figure> figures() {
        List<Figure> figures = new ArrayList<>();
        List<Run> ladders = runs.stream().filter(run -> run.ladder.isPresent()).toList();
        if (runs.size() == 1) {
            ladders.forEach(run ->
                    LadderFigures.waterfall(run.ladder.orElseThrow(), bills).ifPresent(figures::add));
        }
        if (!ladders.isEmpty()) {
            figures.add(LadderFigures.times(
                    ladders.stream().map(run -> run.ladder.orElseThrow()).toList(),
                    ladders.stream().map(run -> run.file.name()).toList()));
        }
        for (Run run : runs) {
            run.rates
                    .flatMap(it -> new LoadFigures(it).figure("Latency by rate" + of(run)))
                    .ifPresent(figures::add);
            if (!run.warnings.isEmpty()) {
                figures.add(IterationFigure.of(
                        Warnings.worst(run.log), "Iteration by iteration, where a warning names a row" + of(run)));
            }
        }
        return figures;
    }

    @Override
    public List<String> warnings() {
        return runs.stream().flatMap(run -> run.warnings.stream()).toList();
    }

    @Override
    public Sections addTo(Sections report) {
        for (Run run : runs) {
            report.paragraph(runs.size() > 1 ? run.file.name() : "");
            run.rates.ifPresent(table -> table.addTo(report));
            run.ladder
                    .map(LadderTable::new)
                    .ifPresent(table -> table.addTo(report).list(report.isText() ? table.notes(true) : List.of()));
            run.closed.ifPresent(closed -> addPercentiles(report, closed));
            if (!report.isHtml()) {
                report.list("Warnings:", run.warnings);
            }
            report.list("Skipped:", lines(run.lost, true)).list("FAILED:", lines(run.lost, false));
        }
        return report;
    }

    /**
     * Adds the percentiles of rows of mode SampleTime, as JMH calculates them: of the rows that have histograms of
     * times. A percentile is left out where no sample is slower, or where the clock shows it as zero.
     */
    static Sections addPercentiles(Sections report, ResultsFile file) {
        List<Row> rows = file.rows().stream()
                .filter(row -> row.primary().nanosPerUnit().isPresent()
                        && !row.primary().histograms().isEmpty())
                .toList();
        if (rows.isEmpty()) {
            return report;
        }
        RowNames names = new RowNames(file.rows().stream().map(Row::key).toList());
        Table<Row> table = new Table<Row>()
                .left("row", row -> names.of(row.key()))
                .right("p50", 2, row -> quantile(row, 0.5))
                .right("p90", row -> quantile(row, 0.9))
                .right("p99", row -> quantile(row, 0.99))
                .right("p99.9", row -> quantile(row, 0.999))
                .right("p99.99", 1, row -> quantile(row, 0.9999))
                .right("max", RunFigures::max);
        return report.paragraph("Percentiles of the operations that JMH sampled, of all forks together:")
                .table(table.of(rows));
    }

    private static Optional<String> quantile(Row row, double q) {
        Histogram samples = row.primary().samples();
        double value = samples.quantile(q);
        boolean isKnown = value > 0 && (1 - q) * samples.samples() >= 1;
        return isKnown ? Optional.of(time(row, value)) : Optional.empty();
    }

    private static String max(Row row) {
        Histogram samples = row.primary().samples();
        return time(row, samples.value(samples.size() - 1));
    }

    private static String time(Row row, double value) {
        return Numbers.plainTime(row.primary().nanosPerUnit().orElseThrow() * value);
    }

    @Override
    public Map<String, String> folded() {
        Map<String, String> folded = new LinkedHashMap<>();
        runs.forEach(run -> folded.put("How it was measured" + of(run), Page.terms(environment(run.file))));
        return folded;
    }

    /** Names and values from {@link ResultsFile#environment()}. */
    private static Map<String, String> environment(ResultsFile file) {
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
}

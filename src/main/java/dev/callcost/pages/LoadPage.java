package dev.callcost.pages;

import dev.callcost.data.Estimate;
import dev.callcost.data.Histogram;
import dev.callcost.data.OpenLoop;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.RowKey;
import dev.callcost.data.RowNames;
import dev.callcost.load.LoadAnswer;
import dev.callcost.load.RateRow;
import dev.callcost.load.RateTable;
import dev.callcost.plot.Axis;
import dev.callcost.plot.Lane;
import dev.callcost.plot.Mark;
import dev.callcost.plot.Mark.Place;
import dev.callcost.plot.Panel;
import dev.callcost.stats.EstimateText;
import dev.callcost.stats.SampleQuantiles;
import dev.callcost.text.Grid;
import dev.callcost.text.Html;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** The open loops of a file: the answer in a sentence, latency by rate, and latency by percentile at three rates. */
final class LoadPage {
    /** Of a box, in pixels. */
    static final int HEIGHT = 300;

    static final String METHOD = """
            A schedule has the times when calls are due. A call is sent at its time, whether or not earlier calls have come back. \
            Its latency counts from when it was due until its reply. A call that had to wait for a slow one before it counts \
            with that wait, as it does for a user. In a closed loop the next call would follow the last reply, and such waits \
            would not be seen.
            A rate is met when all its calls were sent in time, none failed, and the queue did not grow, in at least half of the \
            windows of each fork. A quantile is shown where each fork has at least ten slower calls. A fork's quantile is the median \
            over its windows, or the quantile of all its calls where more than half of the windows have too few for it.
            """;

    private static final double P50 = 0.5;
    private static final double P99 = 0.99;
    private static final double P999 = 0.999;

    /** The quantiles and the kinds of their marks: one is blue. */
    private static final Map<Double, String> QUANTILES = new TreeMap<>(Map.of(P50, "k2", P99, "k0", P999, "same"));

    /** Room for marks at the ends of the axes, as a factor. */
    private static final double ROOM = 1.1;

    /** From the left edge to where text left of a place would have no room. */
    private static final double LEFT = 0.35;

    private static final int BESIDE = 9;

    private final List<RateRow> rows;
    private final RateTable notes;
    private final List<LoadAnswer> answers;
    private final List<LoadAnswer> floors;
    private final RowNames names;

    private LoadPage(List<RateRow> rows, RateTable notes) {
        this.rows = rows;
        this.notes = notes;
        answers = LoadAnswer.of(rows);
        floors = rows.stream().allMatch(RateRow::isFloor)
                ? List.of()
                : LoadAnswer.of(rows.stream().filter(RateRow::isFloor).toList());
        names = new RowNames(rows.stream().map(RateTable::series).toList());
    }

    /** Empty when a file has no open loops. */
    static Optional<LoadPage> of(ResultsFile file) {
        return RateTable.of(file).map(table -> new LoadPage(RateRow.in(file), table));
    }

    /** What distinguishes a sweep from the others: its params where all have one benchmark. */
    private String name(LoadAnswer answer) {
        String benchmark = names.ofBenchmark(key(answer));
        String name = names.of(key(answer));
        boolean isShared = answers.stream()
                .allMatch(it -> it.series().benchmark().equals(answer.series().benchmark()));
        String params = name.substring(benchmark.length()).strip();
        return isShared && !params.isEmpty() ? params : name;
    }

    private static RowKey key(LoadAnswer answer) {
        return RateTable.series(answer.rows().findFirst().orElseThrow());
    }

    /** The answer of the sweep that holds the highest rate, and of several that with the lowest p99. */
    String headline() {
        LoadAnswer best = best();
        String answer = best.sentence();
        return answers.size() == 1
                ? Character.toUpperCase(answer.charAt(0)) + answer.substring(1)
                : name(best) + ": " + answer;
    }

    private LoadAnswer best() {
        return answers.stream()
                .min(Comparator.comparingDouble((LoadAnswer it) ->
                                -it.highest().map(RateRow::rate).orElse(0.0))
                        .thenComparingDouble(it -> it.highest()
                                .flatMap(row -> row.quantile(P99))
                                .map(Estimate::value)
                                .orElse(Double.MAX_VALUE)))
                .orElseThrow();
    }

    /** The answers of the other sweeps, and what to make of all. */
    String dek() {
        LoadAnswer best = best();
        String others = answers.stream()
                .filter(answer -> answer != best)
                .map(answer -> name(answer) + ": " + answer.sentence() + ". ")
                .collect(Collectors.joining());
        List<Double> alone = floors.stream()
                .flatMap(floor -> floor.rates().stream())
                .filter(RateRow::isMet)
                .flatMap(row -> row.quantile(P99).stream())
                .map(Estimate::value)
                .toList();
        String machine = alone.isEmpty()
                ? ""
                : " An empty call on the same schedule has a p99 of "
                        + Figure.span(alone.stream().mapToDouble(it -> it), Numbers::plainTime)
                        + ": the machine's own part.";
        return others
                + "Calls are due at given times, whether or not earlier ones have come back, and a latency counts from"
                + " when its call was due." + machine;
    }

    /** How much was measured, and what came back flat out. */
    List<String> facts() {
        String forks = Figure.span(rows.stream().mapToDouble(RateRow::forks), it -> String.valueOf((int) it));
        Map<String, String> settings = rows.get(0).row().settings();
        List<String> facts = new ArrayList<>();
        facts.add(forks + (forks.equals("1") ? " fork" : " forks") + " of "
                + settings.getOrDefault("measurementIterations", "?") + " windows of "
                + settings.getOrDefault("measurementTime", "?") + " a rate");
        facts.add(
                forks.equals("1")
                        ? "no intervals"
                        : "99% intervals" + (forks.startsWith("1 ") ? " where there are two forks or more" : ""));
        answers.forEach(answer -> answer.flatOut()
                .ifPresent(row -> facts.add("flat out " + LoadAnswer.rounded(row.made()) + " calls a second"
                        + (answers.size() > 1 ? ", " + name(answer) : ""))));
        return facts;
    }

    /** The table of all rates with its notes, without the picture's points. */
    Sections addTo(Sections report) {
        Grid table = new Grid()
                .left("sweep", "offered/s")
                .right("answered/s", "p50", "p99", "p99.9", "slowest")
                .left("rate")
                .right("CPU client", "CPU server", "CPU pacer", "B/op", "late p99");
        List<LoadAnswer> all = withFloors();
        for (LoadAnswer answer : all) {
            String name = (floors.contains(answer) ? "the machine alone, " : "") + names.of(key(answer));
            answer.rows().forEach(row -> {
                List<String> cells = new ArrayList<>(List.of(
                        all.size() > 1 ? name : "",
                        row.isMax() ? OpenLoop.MAX : LoadAnswer.rate(row),
                        row.made() < 100 ? Numbers.significant(row.made()) : LoadAnswer.grouped(row.made())));
                QUANTILES.keySet().forEach(q -> cells.add(text(row, q)));
                cells.add(Numbers.plainTime(row.slowest()));
                cells.add(row.isMax() ? "" : answer.state(row).text() + (row.isMet() ? "" : " !"));
                row.cpuByPart()
                        .forEach(part -> cells.add(part.filter(it -> it > 0)
                                .map(Numbers::plainTime)
                                .orElse("")));
                cells.add(row.row()
                        .bytesPerOp()
                        .map(it -> Numbers.bytes(it.mean()))
                        .orElse(""));
                cells.add(row.late().map(EstimateText::plainTime).orElse(""));
                table.row(cells.toArray(String[]::new));
            });
        }
        report.paragraph("Time from when a call was due until its reply, CPU time a call, and how late the client sent"
                        + " calls. \u00b1 is the 99 % interval over forks. It is left out where the rate was not met.")
                .table(table)
                .list(notes.notes());
        return names.addShared(report, rows.stream().map(RateTable::series).toList());
    }

    private List<LoadAnswer> withFloors() {
        return Stream.concat(answers.stream(), floors.stream()).toList();
    }

    private static String text(RateRow row, double q) {
        return row.quantile(q)
                .map(it -> row.isMet() ? EstimateText.time(it) : EstimateText.plainTime(it))
                .orElse("");
    }

    Optional<Figure> byRate() {
        List<RateRow> drawn =
                withFloors().stream().flatMap(answer -> answer.rates().stream()).toList();
        List<Estimate> estimates = drawn.stream()
                .flatMap(row -> QUANTILES.keySet().stream().flatMap(q -> row.quantile(q).stream()))
                .toList();
        if (estimates.isEmpty()) {
            return Optional.empty();
        }
        DoubleStream rates = drawn.stream().mapToDouble(RateRow::rate);
        Axis across = Axis.logarithmic(rates, rate -> Html.grouped(Numbers.significant(rate)))
                .withRoom(ROOM);
        Axis up = Axis.logarithmic(Figure.reach(estimates), Numbers::plainTime).withRoom(ROOM);
        Grid points = new Grid()
                .left("sweep")
                .right("calls a second", "percentile", "ns", "low", "high", "forks")
                .left("rate");
        List<Panel> panels = answers.stream()
                .filter(answer -> !answer.rates().isEmpty())
                .map(answer -> panel(answer, across, up, points))
                .toList();
        return Figure.of(
                "rates",
                "Latency by rate",
                Figure.Place.FIRST,
                "Both axes are logarithmic. Upright lines are 99 % intervals. In the grey part the rate was not met, and a"
                        + " hollow dot is not the latency of calls at that rate."
                        + (floors.isEmpty()
                                ? ""
                                : " The thin line is the machine's own part: the p99 of an empty call on the same schedule."),
                panels,
                // text has the table that a run prints, and a page has it with all numbers
                report -> report.isMarkdown() ? addTo(report.paragraph(headline() + ".")) : report,
                points);
    }

    private Panel panel(LoadAnswer answer, Axis across, Axis up, Grid points) {
        List<Mark> marks = new ArrayList<>();
        List<String> words = new ArrayList<>();
        List<Mark> dots = new ArrayList<>();
        String label = names.label(key(answer));
        QUANTILES.forEach((q, kind) -> {
            String name = "p" + Numbers.significant(100 * q, q == P999 ? 3 : 2);
            List<String> texts = new ArrayList<>();
            for (RateRow row : answer.rates()) {
                row.quantile(q).ifPresent(it -> {
                    String said = EstimateText.plainTime(it) + " at " + LoadAnswer.rate(row);
                    String state = answer.state(row).text();
                    double rate = row.rate();
                    if (row.isMet() && it.hasInterval()) {
                        dots.add(new Mark.Line(rate, it.low(), rate, it.high(), "range " + kind));
                    }
                    dots.add(new Mark.Point(rate, it.value(), row.isMet() ? kind : "hollow", name + ": " + said));
                    texts.add(said);
                    Figure.add(points, label, rate, 100 * q, it.value(), it.low(), it.high(), it.forks(), state);
                });
            }
            curve(answer, q, kind, name).ifPresent(marks::add);
            if (!texts.isEmpty()) {
                words.add(name + ": " + String.join(", ", texts));
            }
        });
        floors.stream()
                .findFirst()
                .flatMap(floor -> curve(floor, P99, "fork", "machine"))
                .ifPresent(marks::add);
        marks.addAll(dots);
        List<Mark> behind = new ArrayList<>();
        answer.unmet().ifPresent(row -> {
            double from = beginOfUnmet(answer, row);
            String text = answer.state(row).text();
            int right = across.share(from) < LEFT ? BESIDE : -BESIDE;
            behind.add(Mark.band(from, Mark.EDGE));
            behind.add(Mark.rule(from, "since"));
            marks.add(new Mark.Text(from, Mark.EDGE, right, BESIDE, text, "quiet"));
            words.add(text);
        });
        Lane lane = new Lane("", "", marks, "", String.join("; ", words));
        return new Panel(title(answer), across, "calls a second, offered", up, behind, HEIGHT, List.of(lane));
    }

    /** A quantile at the rates that were met. */
    private static Optional<Mark> curve(LoadAnswer answer, double q, String kind, String name) {
        List<Place> places = answer.rates().stream()
                .filter(RateRow::isMet)
                .flatMap(row -> row.quantile(q).map(it -> new Place(row.rate(), it.value())).stream())
                .toList();
        return places.isEmpty() ? Optional.empty() : Optional.of(new Mark.Curve(places, kind, name));
    }

    private String title(LoadAnswer answer) {
        return answers.size() > 1 ? name(answer) : "";
    }

    /** Where the grey part begins: at what was answered, if that lies between the last rate that was met and the first that was not; else between these. */
    private static double beginOfUnmet(LoadAnswer answer, RateRow unmet) {
        double met = answer.rates().stream()
                .takeWhile(RateRow::isMet)
                .mapToDouble(RateRow::rate)
                .max()
                .orElse(unmet.rate() / ROOM);
        return unmet.made() > met && unmet.made() <= unmet.rate() ? unmet.made() : Math.sqrt(met * unmet.rate());
    }

    /** Latency by percentile at the lowest rate, at the highest that holds, and at one in between. */
    Optional<Figure> byPercentile() {
        RowNames labels = new RowNames(rows.stream().map(it -> it.row().key()).toList());
        Map<String, List<PercentileCurve>> panels = new LinkedHashMap<>();
        for (LoadAnswer answer : answers) {
            List<RateRow> upTo = answer.highest()
                    .map(highest -> answer.rates().subList(0, answer.rates().indexOf(highest) + 1))
                    .orElse(answer.rates());
            List<PercentileCurve> three = Stream.of(0, upTo.size() / 2, upTo.size() - 1)
                    .distinct()
                    .filter(n -> n >= 0 && n < upTo.size())
                    .map(n -> PercentileCurve.of(
                            upTo.get(n).row(),
                            labels.label(upTo.get(n).row().key()),
                            LoadAnswer.rate(upTo.get(n)) + "/s",
                            n == upTo.size() - 1 ? "k0" : n == 0 ? "k2" : "same",
                            10))
                    .filter(row -> !row.nanos().isEmpty())
                    .toList();
            if (!three.isEmpty()) {
                panels.put(title(answer), three);
            }
        }
        return PercentileCurve.atRates(panels);
    }

    /** The windows of the highest rate that holds, fork after fork: slow moments of the machine, and what grows. */
    Optional<Figure> byWindow() {
        Grid table = new Grid()
                .left("sweep")
                .right("calls a second", "percentile", "forks", "windows", "median window", "worst window")
                .droppable("windows", "forks", "percentile", "median window");
        Grid points = new Grid().left("sweep").right("calls a second", "percentile", "fork", "window", "ns");
        List<Panel> panels = new ArrayList<>();
        for (LoadAnswer answer : answers) {
            answer.highest().ifPresent(row -> panels.add(windows(answer, row, table, points)));
        }
        return Figure.of(
                "windows",
                "Window by window, at the highest rate that holds",
                Figure.Place.FOLDED,
                "A dot is a window's p99, or its median where a window of the row has too few calls for p99. Forks follow"
                        + " each other. A line is at each fork's median.",
                panels,
                report -> report.paragraph("Window by window, at the highest rate that holds:")
                        .table(table),
                points);
    }

    private Panel windows(LoadAnswer answer, RateRow row, Grid table, Grid points) {
        List<List<Histogram>> forks = row.row().primary().histograms();
        double q = forks.stream()
                        .flatMap(List::stream)
                        .allMatch(it -> SampleQuantiles.isEnough(it.samples(), SampleQuantiles.SHOWN, P99))
                ? P99
                : P50;
        double nanos = row.row().primary().nanosPerUnit().orElseThrow();
        List<List<Double>> values = forks.stream()
                .map(fork ->
                        fork.stream().map(window -> nanos * window.quantile(q)).toList())
                .toList();
        List<Double> all = values.stream().flatMap(List::stream).toList();
        String name = names.of(key(answer));
        String rate = LoadAnswer.rate(row);
        String worst = Numbers.plainTime(Collections.max(all));
        String median = Numbers.plainTime(ForkFigures.median(all));
        Figure.add(table, name, rate, Numbers.significant(100 * q, 2) + "%", forks.size(), all.size(), median, worst);
        List<Mark> marks = ForkFigures.inOrder(values, 1, points, names.label(key(answer)), row.rate(), 100 * q);
        Axis across = Axis.linear(0, all.size() + 1, "windows");
        Axis up = Axis.logarithmic(all.stream().mapToDouble(it -> it), Numbers::plainTime)
                .withRoom(ROOM);
        String words = Sections.count(forks.size(), "fork") + ", worst window " + worst;
        return Panel.box(name + " at " + rate + "/s", across, "", up, marks, words);
    }
}

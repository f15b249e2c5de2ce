package dev.callcost.report;

import dev.callcost.data.Estimate;
import dev.callcost.data.Histogram;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.RowKey;
import dev.callcost.data.RowNames;
import dev.callcost.load.LoadAnswer;
import dev.callcost.load.LoadAnswer.State;
import dev.callcost.load.RateRow;
import dev.callcost.load.RateTable;
import dev.callcost.plot.Axis;
import dev.callcost.plot.Mark;
import dev.callcost.plot.Mark.Place;
import dev.callcost.plot.Picture.Lane;
import dev.callcost.plot.Picture.Panel;
import dev.callcost.stats.EstimateText;
import dev.callcost.stats.OpenLoop;
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
import java.util.function.UnaryOperator;
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
    private static final Map<Double, String> QUANTILES = new LinkedHashMap<>();

    static {
        QUANTILES.put(P50, "k2");
        QUANTILES.put(P99, "k0");
        QUANTILES.put(P999, "same");
    }

    /** Room for marks at the ends of the axes, as a factor. */
    private static final double ROOM = 1.1;

    /** How far beyond all estimates, as a factor, intervals still make the axis longer. */
    private static final double REACH = 2;

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
        boolean isShared =
                answers.stream().map(it -> it.series().benchmark()).distinct().count() == 1;
        return isShared && name.length() > benchmark.length()
                ? name.substring(benchmark.length()).strip()
                : name;
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
        facts.add(forks.equals("1") ? "no intervals" : "99% intervals");
        answers.forEach(answer -> answer.flatOut()
                .ifPresent(row -> facts.add("flat out " + LoadAnswer.rounded(row.made()) + " calls a second"
                        + (answers.size() > 1 ? ", " + name(answer) : ""))));
        return facts;
    }

    /** The table of all rates with its notes, without the picture's points. */
    Sections addTo(Sections report) {
        List<LoadAnswer> all = Stream.concat(answers.stream(), floors.stream()).toList();
        Grid table = new Grid()
                .left("sweep", "offered/s")
                .right("answered/s", "p50", "p99", "p99.9", "slowest")
                .left("rate")
                .right("CPU client", "CPU server", "CPU pacer", "B/op", "late p99");
        for (LoadAnswer answer : all) {
            String name = (floors.contains(answer) ? "the machine alone, " : "") + names.of(key(answer));
            answer.rows().forEach(row -> {
                String offered = row.isMax() ? OpenLoop.MAX : LoadAnswer.rate(row);
                List<String> cpu = row.cpuByPart().stream()
                        .map(part -> part.filter(it -> it > 0)
                                .map(Numbers::plainTime)
                                .orElse(""))
                        .toList();
                table.row(
                        all.size() > 1 ? name : "",
                        offered,
                        row.made() < 100 ? Numbers.significant(row.made()) : LoadAnswer.grouped(row.made()),
                        text(row, P50),
                        text(row, P99),
                        text(row, P999),
                        Numbers.plainTime(row.slowest()),
                        row.isMax() ? "" : answer.state(row).text() + (row.isMet() ? "" : " !"),
                        cpu.get(0),
                        cpu.get(1),
                        cpu.get(2),
                        row.row()
                                .bytesPerOp()
                                .map(it -> Numbers.bytes(it.mean()))
                                .orElse(""),
                        row.late(P99).map(EstimateText::plainTime).orElse(""));
            });
        }
        names.addShared(
                report.paragraph(
                                "Time from when a call was due until its reply, CPU time a call, and how late the client sent"
                                        + " calls. \u00b1 is the 99 % interval over forks. It is left out where it reaches farther than"
                                        + " half of the value, and where the rate was not met.")
                        .table(table)
                        .list(notes.notes()),
                rows.stream().map(RateTable::series).toList());
        return report;
    }

    private static String text(RateRow row, double q) {
        return row.quantile(q)
                .map(it ->
                        !row.isMet() || EstimateText.isTooWide(it) ? EstimateText.plainTime(it) : EstimateText.time(it))
                .orElse("");
    }

    /** Latency by rate. */
    Optional<Figure> byRate() {
        List<RateRow> drawn = Stream.concat(answers.stream(), floors.stream())
                .flatMap(answer -> answer.rates().stream())
                .toList();
        List<Estimate> estimates = drawn.stream()
                .flatMap(row -> QUANTILES.keySet().stream().flatMap(q -> row.quantile(q).stream()))
                .toList();
        if (estimates.isEmpty()) {
            return Optional.empty();
        }
        Axis across = Axis.logarithmic(
                        drawn.stream().mapToDouble(RateRow::rate), rate -> Html.grouped(Numbers.significant(rate)))
                .withRoom(ROOM);
        double least = estimates.stream().mapToDouble(Estimate::value).min().orElseThrow() / REACH;
        double most = estimates.stream().mapToDouble(Estimate::value).max().orElseThrow() * REACH;
        Axis up = Axis.logarithmic(
                        estimates.stream()
                                .flatMapToDouble(it -> it.hasInterval()
                                        ? DoubleStream.of(Math.max(it.low(), least), Math.min(it.high(), most))
                                        : DoubleStream.of(it.value())),
                        Numbers::plainTime)
                .withRoom(ROOM);
        Grid points = new Grid()
                .left("sweep")
                .right("calls a second", "percentile", "ns", "low", "high", "forks")
                .left("rate");
        List<Panel> panels = answers.stream()
                .filter(answer -> !answer.rates().isEmpty())
                .map(answer -> panel(answer, across, up, points))
                .toList();
        // text has the table that a run prints, and a page has it with all numbers
        UnaryOperator<Sections> tables =
                report -> report.isMarkdown() ? addTo(report.paragraph(headline() + ".")) : report;
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
                tables,
                points);
    }

    private Panel panel(LoadAnswer answer, Axis across, Axis up, Grid points) {
        List<Mark> marks = new ArrayList<>();
        List<String> words = new ArrayList<>();
        List<Mark> dots = new ArrayList<>();
        QUANTILES.forEach((q, kind) -> {
            String name = "p" + Numbers.significant(100 * q, q == P999 ? 3 : 2);
            List<Place> line = new ArrayList<>();
            List<String> texts = new ArrayList<>();
            answer.rates()
                    .forEach(row -> row.quantile(q).ifPresent(it -> {
                        String said = EstimateText.plainTime(it) + " at " + LoadAnswer.rate(row);
                        if (row.isMet()) {
                            line.add(new Place(row.rate(), it.value()));
                        }
                        if (row.isMet() && it.hasInterval()) {
                            dots.add(new Mark.Line(row.rate(), it.low(), row.rate(), it.high(), "range " + kind));
                        }
                        dots.add(new Mark.Point(
                                row.rate(), it.value(), row.isMet() ? kind : "hollow", name + ": " + said));
                        texts.add(said);
                        Figure.add(
                                points,
                                names.label(key(answer)),
                                row.rate(),
                                100 * q,
                                it.value(),
                                it.low(),
                                it.high(),
                                it.forks(),
                                answer.state(row).text());
                    }));
            if (!line.isEmpty()) {
                marks.add(new Mark.Curve(line, kind, name));
            }
            if (!texts.isEmpty()) {
                words.add(name + ": " + String.join(", ", texts));
            }
        });
        floor(answer).ifPresent(marks::add);
        marks.addAll(dots);
        List<Mark> behind = new ArrayList<>();
        answer.unmet().ifPresent(row -> {
            double from = beginOfUnmet(answer, row);
            String text = answer.state(row) == State.FULL
                    ? "full at " + answer.fullAt(row)
                    : answer.state(row).text();
            behind.add(Mark.band(from, Mark.EDGE));
            behind.add(Mark.rule(from, "since"));
            marks.add(new Mark.Text(
                    from, Mark.EDGE, across.share(from) < LEFT ? BESIDE : -BESIDE, BESIDE, text, "quiet"));
            words.add(text);
        });
        String title = answers.size() > 1 ? name(answer) : "";
        return new Panel(
                title,
                across,
                "calls a second, offered",
                up,
                behind,
                HEIGHT,
                List.of(new Lane("", "", marks, "", String.join("; ", words))));
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

    /** The p99 of the floor with the same arrivals, as a line. */
    private Optional<Mark> floor(LoadAnswer answer) {
        return floors.stream()
                .filter(floor -> arrivals(floor).equals(arrivals(answer)))
                .findFirst()
                .map(floor -> floor.rates().stream()
                        .filter(RateRow::isMet)
                        .flatMap(row -> row.quantile(P99).map(it -> new Place(row.rate(), it.value())).stream())
                        .toList())
                .filter(places -> !places.isEmpty())
                .map(places -> new Mark.Curve(places, "fork", "machine"));
    }

    private static String arrivals(LoadAnswer answer) {
        return answer.series().params().getOrDefault("arrivals", "");
    }

    /** Latency by percentile at the lowest rate, at the highest that holds, and at one in between. */
    Optional<Figure> byPercentile() {
        Map<String, List<Percentiles>> panels = new LinkedHashMap<>();
        for (LoadAnswer answer : answers) {
            List<RateRow> upTo = answer.highest()
                    .map(highest -> answer.rates().subList(0, answer.rates().indexOf(highest) + 1))
                    .orElse(answer.rates());
            RateRow blue = upTo.isEmpty() ? null : upTo.get(upTo.size() - 1);
            List<Percentiles> three = Stream.of(0, upTo.size() / 2, upTo.size() - 1)
                    .distinct()
                    .filter(n -> n >= 0 && n < upTo.size())
                    .map(upTo::get)
                    .map(row -> Percentiles.of(
                            row.row(),
                            label(row),
                            LoadAnswer.rate(row) + "/s",
                            row == blue ? "k0" : row == upTo.get(0) ? "k2" : "same",
                            10))
                    .filter(row -> !row.nanos().isEmpty())
                    .toList();
            if (!three.isEmpty()) {
                panels.put(answers.size() > 1 ? name(answer) : "", three);
            }
        }
        return Percentiles.atRates(panels);
    }

    private String label(RateRow row) {
        return new RowNames(rows.stream().map(it -> it.row().key()).toList())
                .label(row.row().key());
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
        String sweep = names.label(key(answer));
        List<Mark> marks = new ArrayList<>();
        List<Double> all = new ArrayList<>();
        for (int fork = 0; fork < forks.size(); fork++) {
            int before = all.size();
            for (Histogram window : forks.get(fork)) {
                double value = nanos * window.quantile(q);
                all.add(value);
                marks.add(new Mark.Point(all.size(), value, "small", ""));
                Figure.add(points, sweep, row.rate(), 100 * q, fork + 1, all.size() - before, value);
            }
            double median = ForkFigures.median(all.subList(before, all.size()));
            marks.add(new Mark.Line(before + 1, median, all.size(), median, "range k0"));
        }
        String worst = Numbers.plainTime(Collections.max(all));
        table.row(
                names.of(key(answer)),
                LoadAnswer.rate(row),
                Numbers.significant(100 * q, 2) + "%",
                String.valueOf(forks.size()),
                String.valueOf(all.size()),
                Numbers.plainTime(ForkFigures.median(all)),
                worst);
        return Panel.box(
                names.of(key(answer)) + " at " + LoadAnswer.rate(row) + "/s",
                Axis.linear(0, all.size() + 1, "windows"),
                "",
                Axis.logarithmic(all.stream().mapToDouble(it -> it), Numbers::plainTime)
                        .withRoom(ROOM),
                marks,
                Sections.count(forks.size(), "fork") + ", worst window " + worst);
    }
}
